/** The stores of job inputs and results, and the links to results. */
export { BlobError, type BlobErrorCode, type BlobStore } from './blob-store.js';
export { hasBlobs, openDirectoryBlobs, type DirectoryBlobs } from './directory.js';
export { openS3Blobs } from './open-s3.js';
export type { S3Credentials } from './s3-requests.js';
export { ResultsUrlError, parseS3Url } from './s3-url.js';
