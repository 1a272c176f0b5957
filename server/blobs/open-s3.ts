/** Opens blobs in S3 (`s3.ts`). Loads the client on demand: 0.2 s and 23 MB, which a process with a directory saves. */
import type { BlobStore } from './blob-store.js';
import type { S3BlobsOptions } from './s3.js';

/**
 * On Node 20 the client warns, in seven lines on standard error, that its releases of 2027 will not support it. The
 * release that package.json pins is older and does (`test/e2e/nodes.sh` runs it there). It stays pinned until this
 * service drops Node 20.
 */
const SILENCE = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

export async function openS3Blobs(url: string, options: S3BlobsOptions): Promise<BlobStore> {
  process.env[SILENCE] ??= 'true';
  const s3 = await import('./s3.js');
  return s3.openS3Blobs(url, options);
}
