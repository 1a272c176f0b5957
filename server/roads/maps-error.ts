/** Errors that prevent a map from being built or used. */

/** An error whose message names the file and states what to do. */
export class MapsError extends Error {
  override readonly name = 'MapsError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
