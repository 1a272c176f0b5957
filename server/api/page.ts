/** What never changes while the service runs, and needs no key. */
export type Page = { path: string; contentType: string; body: Uint8Array };
