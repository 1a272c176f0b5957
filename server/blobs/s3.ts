/**
 * Blobs in a bucket of S3, or of a store with the same API, for a service on several machines. Links are presigned:
 * clients download results from the store itself, without this service.
 */
import { Readable, addAbortSignal } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BlobError, requireBlobName, type BlobStore } from './blob-store.js';
import {
  REQUEST_DEADLINE_MS,
  createS3Requests,
  isNoSuchKey,
  type S3Credentials,
} from './s3-requests.js';
import { parseS3Url } from './s3-url.js';
import { writeObject, type S3Object } from './s3-write.js';

export type S3BlobsOptions = S3Credentials & {
  /** Epoch milliseconds. Determines how long links are still valid. */
  clock: () => number;
  /** The deadline of one request to the store, including all attempts. Tests use a shorter one. */
  requestDeadlineMs?: number;
};

/** S3's limit for one request. */
const DELETED_AT_ONCE_MAX = 1_000;

/** Opens the blobs of a bucket. Throws `ResultsUrlError` if the URL is invalid. Sends no request; `check` does. */
export function openS3Blobs(url: string, options: S3BlobsOptions): BlobStore {
  const { accessKeyId, secretAccessKey, clock } = options;
  const { requestDeadlineMs = REQUEST_DEADLINE_MS } = options;
  const place = parseS3Url(url);
  const { bucket: Bucket, prefix: placePrefix } = place;
  const requests = createS3Requests(place, { accessKeyId, secretAccessKey }, requestDeadlineMs);
  const { client, send } = requests;
  const objectOf = (name: string): S3Object => {
    requireBlobName(name);
    return { Bucket, Key: placePrefix + name };
  };

  return {
    async write(name, chunks, signal) {
      return writeObject(requests, objectOf(name), chunks, signal);
    },

    async read(name) {
      const get = new GetObjectCommand(objectOf(name));
      try {
        return await send(async (abortSignal) => {
          const { Body } = await client.send(get, { abortSignal });
          // Once the answer has started, the signal of the request does not abort its body.
          if (Body instanceof Readable) addAbortSignal(abortSignal, Body);
          return Body?.transformToByteArray();
        });
      } catch (error) {
        if (isNoSuchKey(error)) return undefined;
        throw error;
      }
    },

    async delete(names) {
      const keys = names.map((name) => ({ Key: objectOf(name).Key }));
      for (let first = 0; first < keys.length; first += DELETED_AT_ONCE_MAX) {
        const Objects = keys.slice(first, first + DELETED_AT_ONCE_MAX);
        const remove = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
        const { Errors = [] } = await send((abortSignal) => client.send(remove, { abortSignal }));
        const refused = Errors.find(({ Code }) => Code !== 'NoSuchKey');
        if (refused !== undefined) {
          const { Code, Key, Message } = refused;
          throw new BlobError('unavailable', `${Code}, ${Key} was not deleted: ${Message}`);
        }
      }
    },

    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const list = new ListObjectsV2Command({
          Bucket,
          Prefix: placePrefix + prefix,
          ContinuationToken,
        });
        const page = await send((abortSignal) => client.send(list, { abortSignal }));
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const writtenAtMs = LastModified?.getTime() ?? 0;
          yield { name: Key.slice(placePrefix.length), writtenAtMs };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },

    async link(name, { expiresAtMs }) {
      const expiresAt = Math.floor(expiresAtMs / 1000);
      // An expired link is signed with a validity of one second in the past, because S3 does not allow zero seconds.
      const signedAt = Math.min(Math.floor(clock() / 1000), expiresAt - 1);
      return getSignedUrl(client, new GetObjectCommand(objectOf(name)), {
        expiresIn: expiresAt - signedAt,
        signingDate: new Date(signedAt * 1000),
      });
    },

    async check(signal) {
      const look = new HeadBucketCommand({ Bucket });
      await send((abortSignal) => client.send(look, { abortSignal }), signal);
    },

    async close() {
      client.destroy();
    },
  };
}
