/** A result by way of the service, for pages that may ask no other host: read whole, unpacked as it is sent. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BlobStore } from '../blobs/index.js';

/** JSON in pieces. Undefined: there is none. */
export async function resultText(
  blobs: Pick<BlobStore, 'read'>,
  name: string | undefined,
): Promise<AsyncIterable<string> | undefined> {
  const bytes = name === undefined ? undefined : await blobs.read(name);
  if (bytes === undefined) return undefined;
  return Readable.from([bytes]).pipe(createGunzip()).setEncoding('utf8');
}
