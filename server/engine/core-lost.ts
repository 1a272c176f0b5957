/** What a group of threads computes with is gone, a trap of the module apart: the group has to be replaced. */
export class CoreLostError extends Error {
  override readonly name = 'CoreLostError';
}
