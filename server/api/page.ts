/** What never changes while the service runs, and needs no key. */
export type Page = {
  path: string;
  contentType: string;
  body: Uint8Array;
  /** Its document has no styles within it, and draws from workers: see `http/headers.ts`. */
  isStrict?: boolean;
  /** Its path is of these bytes alone: nobody who has it need ask again. */
  isImmutable?: boolean;
};
