/** Where inputs and results of jobs are kept, and the links that lead to results. */
export { BlobError, type BlobErrorCode, type BlobStore } from './blob-store.js';
export { openDirectoryBlobs, type DirectoryBlobs } from './directory.js';
export { openS3Blobs } from './s3.js';
export { ResultsUrlError } from './s3-url.js';
