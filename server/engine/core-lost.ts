/** The group of threads has lost something that it cannot compute without, other than by a trap, and must be replaced. */
export class CoreLostError extends Error {
  override readonly name = 'CoreLostError';
}
