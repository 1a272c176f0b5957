/**
 * Writes a stream of any length to one object: in one request if it is short, otherwise in parts that the store joins.
 *
 *     first 8 MB ──► that was all: PutObject
 *                └─► there is more: CreateMultipartUpload ──► UploadPart… ──► CompleteMultipartUpload
 *                                                  any failure ──► AbortMultipartUpload
 *
 * Memory: one part, which is filled from the stream and then sent; meanwhile the stream is not read. The object appears
 * whole, with the last request. If the upload cannot be aborted because the store is away, its parts stay until the
 * bucket's own rule removes them (docs/results.md).
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { BlobError, type Chunks } from './blob-store.js';
import type { S3Requests } from './s3-requests.js';
import { takeChunks } from './take-chunks.js';

/** At least 5 MB by S3's rules. */
export const PART_BYTES = 8 * 1024 * 1024;
/** S3's limit, about 84 GB in parts of this size. */
const PART_COUNT_MAX = 10_000;
const FORM = { ContentType: 'application/json', ContentEncoding: 'gzip' };

export type S3Object = { Bucket: string; Key: string };

/** Writes one object. Resolves with its size in bytes. */
export async function writeObject(
  requests: S3Requests,
  object: S3Object,
  chunks: Chunks,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { client, send } = requests;
  const parts = inParts(takeChunks(chunks, signal));
  try {
    const first = await parts.next();
    // An empty stream becomes an empty object.
    const body = first.done === true ? new Uint8Array() : first.value;
    if (body.length >= PART_BYTES) return await writeInParts(requests, object, body, parts, signal);
    const put = new PutObjectCommand({ ...object, ...FORM, Body: body });
    await send((abortSignal) => client.send(put, { abortSignal }), signal);
    return body.length;
  } finally {
    await parts.return();
  }
}

async function writeInParts(
  { client, send }: S3Requests,
  object: S3Object,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const create = new CreateMultipartUploadCommand({ ...object, ...FORM });
  const { UploadId } = await send((abortSignal) => client.send(create, { abortSignal }), signal);
  const upload = { ...object, UploadId };
  try {
    const sent: CompletedPart[] = [];
    let bytes = 0;
    const sendPart = async (part: Uint8Array): Promise<void> => {
      const PartNumber = sent.length + 1;
      if (PartNumber > PART_COUNT_MAX) {
        throw new BlobError('full', `an object has at most ${PART_COUNT_MAX} parts`);
      }
      const command = new UploadPartCommand({ ...upload, PartNumber, Body: part });
      const { ETag } = await send((abortSignal) => client.send(command, { abortSignal }), signal);
      sent.push({ PartNumber, ETag });
      bytes += part.length;
    };
    await sendPart(first);
    for await (const part of rest) await sendPart(part);
    const MultipartUpload = { Parts: sent };
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload });
    await send((abortSignal) => client.send(complete, { abortSignal }), signal);
    return bytes;
  } catch (error) {
    const abort = new AbortMultipartUploadCommand(upload);
    // The first error is more informative than a failure to abort.
    await send((abortSignal) => client.send(abort, { abortSignal })).catch(() => undefined);
    throw error;
  }
}

/**
 * Yields the same bytes in parts of `PART_BYTES`, the last one shorter. Each part has its own buffer, because a request
 * that was abandoned may still read that of an earlier one.
 */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (waitingBytes + rest.length >= PART_BYTES) {
      const taken = rest.subarray(0, PART_BYTES - waitingBytes);
      const part = Buffer.concat([...waiting, taken]);
      waiting = [];
      waitingBytes = 0;
      rest = rest.subarray(taken.length);
      yield part;
    }
    if (rest.length > 0) waiting.push(rest);
    waitingBytes += rest.length;
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}
