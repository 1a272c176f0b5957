/** SHA-256, in hex, over the paths and contents of all sources below a checkout. */
export function hashWasmSources(root: string): string;
