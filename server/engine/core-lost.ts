/** The group of threads has lost what it computes with, other than by a trap, and must be replaced. */
export class CoreLostError extends Error {
  override readonly name = 'CoreLostError';
}
