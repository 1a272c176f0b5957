/** The contract of a blob store, run against a directory. */
import type { ServedBlobs } from './fixtures/directory.js';
import { withServedBlobs } from './fixtures/directory.js';
import { blobContract } from './contract.js';

blobContract('a directory', async () => {
  let stop = (): void => undefined;
  const stopping = new Promise<void>((resolve) => (stop = resolve));
  let closed = Promise.resolve();
  const { blobs, origin } = await new Promise<ServedBlobs>((resolve, reject) => {
    closed = withServedBlobs((served) => {
      resolve(served);
      return stopping;
    });
    closed.catch(reject);
  });
  return {
    blobs,
    origin,
    clockStepMs: 1,
    stop: () => {
      stop();
      return closed;
    },
  };
});
