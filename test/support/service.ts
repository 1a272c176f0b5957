/**
 * A complete service for tests: real store, real threads, real WASM module, and a data directory of its own.
 *
 * Call `startTestService()` once in a file, and end it with `await using` or `afterAll(service.stop)`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import request from 'supertest';
import { startService, type Service, type ServiceOptions } from '../../server/app.js';
import { readConfig, type Config } from '../../server/config.js';

/** Long enough that no request is refused because the machine is busy. Tests of the deadline set their own. */
const ANSWER_DEADLINE_MS = 240_000;

export const PROJECT_ROOT = pathToFileURL(`${process.cwd()}/`);

export type TestServiceOptions = {
  config?: Partial<Config>;
  credits?: number;
  clock?: () => number;
  workerFile?: URL;
  searchWorkerFile?: URL;
  readWorkerFile?: URL;
  threadHeapMebibytes?: number;
  cancelGraceMs?: number;
} & Pick<ServiceOptions, 'versions' | 'changeRoutes'>;

export type TestService = Service & {
  apiKey: string;
  accountId: Awaited<ReturnType<Service['accounts']['createAccount']>>['account']['id'];
  dataDir: string;
  /** Every logged line, parsed. */
  logLines: () => Record<string, unknown>[];
  postMatrix: (body: unknown, headers?: Record<string, string>) => request.Test;
  /** Posts to a path. */
  postTo: (path: string) => (body: unknown, headers?: Record<string, string>) => request.Test;
  postPlan: (body: unknown, headers?: Record<string, string>) => request.Test;
  stop: () => Promise<void>;
};

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { workerFile, searchWorkerFile, readWorkerFile, threadHeapMebibytes, cancelGraceMs } =
    options;
  const { versions, changeRoutes } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'route-engine-test-'));
  const chunks: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  const service = await startService({
    config: {
      // No maps except those of a test: all other tests compare costs with estimates.
      ...readConfig({ DATA_DIR: dataDir, THREADS: '1', MAPS_DIR: join(dataDir, 'no-maps') }),
      answerDeadlineMs: ANSWER_DEADLINE_MS,
      ...options.config,
      dataDir,
    },
    projectRoot: PROJECT_ROOT,
    logger: pino({ level: 'info' }, sink),
    clock: options.clock ?? Date.now,
    onStoreLost: (error) => {
      throw error;
    },
    ...(workerFile === undefined ? {} : { workerFile }),
    ...(searchWorkerFile === undefined ? {} : { searchWorkerFile }),
    ...(readWorkerFile === undefined ? {} : { readWorkerFile }),
    ...(threadHeapMebibytes === undefined ? {} : { threadHeapMebibytes }),
    ...(cancelGraceMs === undefined ? {} : { cancelGraceMs }),
    ...(versions === undefined ? {} : { versions }),
    ...(changeRoutes === undefined ? {} : { changeRoutes }),
  });
  const { account, apiKey } = await service.accounts.createAccount({
    name: 'test',
    credits: options.credits ?? 1_000_000,
  });
  const postTo =
    (path: string) =>
    (body: unknown, headers: Record<string, string> = {}) => {
      const sent = request(service.app)
        .post(path)
        .set({ 'x-api-key': apiKey, 'content-type': 'application/json', ...headers });
      if (body instanceof Uint8Array)
        return sent.serialize((bytes) => bytes).send(Buffer.from(body));
      return sent.send(typeof body === 'string' ? body : JSON.stringify(body));
    };
  return {
    ...service,
    apiKey,
    accountId: account.id,
    dataDir,
    logLines: () =>
      chunks
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Record<string, unknown> => JSON.parse(line)),
    postMatrix: postTo('/engine/matrix/v1/'),
    postTo,
    postPlan: postTo('/engine/routing/v1/sync'),
    stop: async () => {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
