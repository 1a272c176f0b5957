/**
 * Where a process keeps its data: all of it in `DATA_DIR`, or in a database, a queue and a bucket shared with others.
 */
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { openS3Blobs, type BlobStore } from './blobs/index.js';
import { ConfigError, type Config, type SharedBackends } from './config.js';
import { inWords, openDataDir } from './data-dir.js';
import { createMemoryQueue, openSharedQueue, type JobQueue } from './queue/index.js';
import { adviceOn, reasonOf, type StartFaults } from './start-faults.js';
import { openSharedStore, openStore, StoreError, type Store } from './storage/index.js';

export type BackendsOptions = {
  config: Pick<Config, 'dataDir' | 'shared' | 'role'>;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** The store is permanently lost. Never called for a shared store, which is expected to come back. */
  onStoreLost: (error: Error) => void;
};

export type Backends = {
  store: Store;
  queue: JobQueue;
  blobs: BlobStore;
  /** The handlers of result links; none if the links lead to a bucket. */
  results: readonly { path: string; handler: RequestHandler }[];
  /** Whether no other process shares them. */
  isStandalone: boolean;
  /** Whether nothing can be written to the disk: then no job may run. */
  isReadOnly: boolean;
  close: () => Promise<void>;
};

/** Opens the backends. Throws `ConfigError` if one cannot be used as it is configured. */
export async function openBackends(options: BackendsOptions): Promise<Backends> {
  const { config, clock } = options;
  const stops: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const stop of stops.reverse().splice(0)) await stop();
  };
  try {
    if (config.shared === undefined) {
      const queue = createMemoryQueue();
      stops.push(() => queue.close());
      const dataDir = await openDataDir({ ...options, dataDir: config.dataDir });
      stops.push(() => dataDir.close());
      const { store, blobs, isReadOnly } = dataDir;
      const results = [{ path: blobs.path, handler: blobs.handler }];
      return { store, queue, blobs, results, isStandalone: true, isReadOnly, close };
    }
    const store = await openConfiguredStore({
      ...{ dataDir: config.dataDir, databaseUrl: config.shared.databaseUrl },
      ...{ clock, onStoreLost: options.onStoreLost, isPatient: config.role === 'worker' },
    });
    stops.push(() => store.close());
    const queue = await openSharedQueue({
      databaseUrl: config.shared.databaseUrl,
      onError: (error) => {
        options.logger.warn({ err: error }, 'the job queue cannot be reached; retrying');
      },
    });
    stops.push(() => queue.close());
    const blobs = await openBucket(config.shared, clock);
    stops.push(() => blobs.close());
    return { store, queue, blobs, results: [], isStandalone: false, isReadOnly: false, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens only the store, for commands. */
export async function openConfiguredStore(
  options: Pick<BackendsOptions, 'clock' | 'onStoreLost'> & {
    dataDir: string;
    databaseUrl: string | undefined;
    isPatient?: boolean;
  },
): Promise<Store> {
  const { dataDir, databaseUrl, clock, isPatient = false } = options;
  if (databaseUrl === undefined) {
    return await inWords(dataDir, () => openStore({ dataDir, onCrash: options.onStoreLost }));
  }
  return await openSharedStore({ databaseUrl, clock, isPatient }).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    throw new ConfigError([`DATABASE_URL: ${databaseFault(error)}.`]);
  });
}

/** Says what to do about errors of the connection. What the server itself reports is a sentence already. */
const databaseFault = (error: StoreError): string =>
  adviceOn(CONNECTION_FAULTS, undefined, error) ?? reasonOf(error);

const CONNECTION_FAULTS: StartFaults<undefined> = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    () => 'there is no such host; correct it, and encode @, / and # in the user and the password',
  ],
  [
    /ECONNREFUSED|ENOENT/,
    () => 'no server accepts connections there; start it, or correct the host and the port',
  ],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/i,
    () => 'the server does not answer; correct the host and the port, or open the firewall',
  ],
  [
    /certificate/,
    () =>
      "the server's certificate cannot be verified; name its CA with sslrootcert, and the server as the certificate does",
  ],
  [
    /does not support SSL/,
    () => 'the server does not use TLS; turn it on there, or leave out sslmode',
  ],
];

/** Describes the fault, because stores answer a HEAD request with no more than a status. */
function bucketFault(reason: string): string {
  if (/\b404\b/.test(reason)) return 'there is no such bucket; create it, or correct its name';
  if (/\b40[13]\b/.test(reason)) {
    return 'the store refuses the key: AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is wrong, or has no access to the bucket';
  }
  return reason.replace(/\.+$/, '');
}

async function openBucket(shared: SharedBackends, clock: () => number): Promise<BlobStore> {
  const blobs = await openS3Blobs(shared.resultsUrl, { ...shared.s3, clock });
  await blobs.check().catch(async (error: unknown) => {
    await blobs.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`RESULTS_URL: ${bucketFault(reason)}.`]);
  });
  return blobs;
}
