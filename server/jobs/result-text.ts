/** Results through the service, for pages that may call no other host: read as a whole, decompressed in a stream. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BlobStore } from '../blobs/index.js';

/** Returns the JSON of a result in pieces, or undefined if there is no result. */
export async function resultText(
  blobs: Pick<BlobStore, 'read'>,
  name: string | undefined,
): Promise<AsyncIterable<string> | undefined> {
  const bytes = name === undefined ? undefined : await blobs.read(name);
  if (bytes === undefined) return undefined;
  return Readable.from([bytes]).pipe(createGunzip()).setEncoding('utf8');
}
