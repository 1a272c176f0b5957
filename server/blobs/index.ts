export type BlobStore = {
  write(
    name: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<number>;
  read(name: string): Promise<Uint8Array | undefined>;
  delete(names: readonly string[]): Promise<void>;
  list(prefix: string): AsyncIterable<{ name: string; writtenAtMs: number }>;
  link(name: string, options: { expiresAtMs: number; origin: string }): Promise<string>;
  check(): Promise<void>;
  close(): Promise<void>;
};
