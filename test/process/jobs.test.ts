/**
 * Jobs while the process is killed again and again: each ends in exactly one result, and the ledger adds up.
 *
 *     KILLS=50   so many kills instead of a few
 */
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { endProcesses, newFolder, start, type Started } from '../support/process.js';

const KILLS = Number(process.env['KILLS'] ?? 4);
const apiKey = 'a-key-for-all-these-jobs';
const CREDITS = 10_000;
const JOB_SECONDS = 1;
const LONG_RUN_MS = 600_000;

afterEach(endProcesses);

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };

async function send({ url }: Started, number: number): Promise<string | undefined> {
  const body = {
    ...ROUTING_EXAMPLE,
    options: { time_limit: JOB_SECONDS, seed: number, geometry: 'none' },
  };
  const answer = await fetch(`${url}/engine/routing/async`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': `job-${number}` },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (answer?.status !== 202) return undefined;
  const descriptor = await answer.json().catch(() => undefined);
  return descriptor?.JobId;
}

async function ask({ url }: Started, path: string) {
  const answer = await fetch(`${url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return await answer.json();
}

test(
  'every accepted job ends in one result, whatever the moments of the kills',
  async () => {
    const dataDir = newFolder();
    const environment = {
      DATA_DIR: dataDir,
      INITIAL_API_KEY: apiKey,
      INITIAL_CREDITS: String(CREDITS),
      BATCH_THREADS: '2',
    };
    const ids = new Map<number, string>();
    let sent = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await start(environment);
      const killed = new Promise<void>((resolve) => {
        setTimeout(
          () => {
            service.child.kill('SIGKILL');
            void service.ended.then(() => {
              resolve();
            });
          },
          randomInt(50, 2_500),
        );
      });
      const batch = Array.from({ length: 3 }, () => (sent += 1));
      for (const number of batch) {
        const id = await send(service, number);
        if (id !== undefined) ids.set(number, id);
      }
      await killed;
    }

    const service = await start(environment);
    // A client that got no answer sends its request again.
    for (let number = 1; number <= sent; number += 1) {
      const id = await send(service, number);
      expect(id).toBeDefined();
      // Once accepted, it is the same job for good.
      if (id !== undefined) expect(ids.get(number) ?? id).toBe(id);
      ids.set(number, id ?? '');
    }
    let charged = 0;
    for (const id of ids.values()) {
      for (;;) {
        const { status, url } = await ask(service, `/engine/routing/?jobid=${id}`);
        if (status === 'Running') {
          await new Promise((resolve) => setTimeout(resolve, 100));
          continue;
        }
        expect(status).toBe('Completed');
        const result = await fetch(url);
        expect(result.status).toBe(200);
        expect((await result.json()).status).toBe('Ok');
        break;
      }
    }
    expect(new Set(ids.values()).size).toBe(sent);
    const { usage } = await ask(service, '/engine/account/v1/usage?group_by=endpoint');
    for (const { requests, credits } of usage) {
      charged += Number(credits);
      expect(requests).toBe(sent);
    }
    const { credits } = await ask(service, '/engine/account/v1');
    expect(credits).toBe(CREDITS - charged);

    service.child.kill('SIGTERM');
    await service.ended;
    // A kill between two steps may leave a file behind; hours later it is swept up.
    const filesIn = (folder: string) => readdirSync(join(dataDir, 'results', folder)).length;
    expect(filesIn('results')).toBeGreaterThanOrEqual(sent);
    expect(filesIn('inputs') + filesIn('kept') + filesIn('results') - sent).toBeLessThanOrEqual(
      2 * KILLS,
    );
  },
  LONG_RUN_MS,
);
