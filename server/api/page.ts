/** A file that does not change while the service runs, and that is served without a key. */
export type Page = {
  path: string;
  contentType: string;
  body: Uint8Array;
  /** Whether the page gets the strict content security policy, without inline style sheets: see `http/headers.ts`. */
  isStrict?: boolean;
  /** Whether the path contains a hash of the body, so that clients may cache it without revalidation. */
  isImmutable?: boolean;
};
