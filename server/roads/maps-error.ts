/** What keeps a map from being made or used. */

/** The message names the file and says what to do. */
export class MapsError extends Error {
  override readonly name = 'MapsError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
