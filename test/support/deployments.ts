/**
 * Runs one suite for a standalone service and for one that is clustered over Postgres and S3.
 *
 *     describeDeployments((newBackends) => {
 *       beforeAll(async () => {
 *         service = await startTestService({ config: { shared: await newBackends() } });
 *       });
 *     });
 *
 * If Postgres or versitygw is missing, the shared half is reported as skipped, with the reason.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { SharedBackends } from '../../server/config.js';
import { S3_CREDENTIALS, findVersitygw, startVersitygw } from '../blobs/fixtures/versitygw.js';
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from './postgres.js';

/** Returns empty backends, or undefined if data is in the data directory. */
export type NewBackends = () => Promise<SharedBackends | undefined>;

export type SharedServers = {
  postgres: PostgresServer;
  /** Ends the S3 server as a crash does. `restartS3` starts it again at the same address. */
  crashS3: () => Promise<void>;
  restartS3: () => Promise<void>;
  /** Stops the server, and `thawS3` continues it, which simulates a hanging disk. */
  freezeS3: () => void;
  thawS3: () => void;
  newBackends: () => Promise<SharedBackends>;
  stop: () => Promise<void>;
};

const versitygw = findVersitygw();
/** The reason why no shared servers can be started, or null if they can. */
export const SHARED_MISSING =
  POSTGRES_MISSING ?? (versitygw === undefined ? 'versitygw is not installed' : null);

export function describeDeployments(suite: (newBackends: NewBackends) => void): void {
  describe('standalone', () => {
    suite(() => Promise.resolve(undefined));
  });
  describeShared('clustered', (servers) => {
    suite(() => servers().newBackends());
  });
}

/** Describes a suite with servers of its own. Its tests get them by calling the function. */
export function describeShared(name: string, suite: (servers: () => SharedServers) => void): void {
  let running: SharedServers | undefined;
  const servers = (): SharedServers => {
    if (running === undefined) throw new Error('The servers are there while tests run.');
    return running;
  };
  if (SHARED_MISSING !== null) {
    describe.skip(`${name}: left out, ${SHARED_MISSING}`, () => {
      suite(servers);
    });
    return;
  }
  describe(name, () => {
    beforeAll(async () => {
      running = await startShared();
    });
    afterAll(() => running?.stop());
    suite(servers);
  });
}

export async function startShared(): Promise<SharedServers> {
  const dir = mkdtempSync(join(tmpdir(), 'route-engine-s3-'));
  const postgres = await startPostgres();
  const place = { dir, bucket: 'results' };
  let s3 = await startVersitygw(versitygw ?? '', place);
  const port = Number(new URL(s3.endpoint).port);
  let count = 0;
  return {
    postgres,
    crashS3: () => s3.stop(),
    freezeS3: () => s3.freeze(),
    thawS3: () => s3.thaw(),
    async restartS3() {
      s3 = await startVersitygw(versitygw ?? '', { ...place, port });
    },
    async newBackends() {
      count += 1;
      return {
        databaseUrl: await postgres.newDatabase(),
        resultsUrl: `s3://results/deployment-${count}?endpoint=${s3.endpoint}`,
        s3: S3_CREDENTIALS,
      };
    },
    async stop() {
      await s3.stop();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Returns the environment variables of a process that uses these backends. */
export function environmentOf(backends: SharedBackends): Record<string, string> {
  return {
    DATABASE_URL: backends.databaseUrl,
    RESULTS_URL: backends.resultsUrl,
    AWS_ACCESS_KEY_ID: backends.s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: backends.s3.secretAccessKey,
  };
}
