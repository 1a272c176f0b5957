/** A full disk while jobs run: nothing is charged that cannot be stored, and once there is space again all jobs end. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { FLOW_CREDITS, FLOW_KEY, ask, priceOf, send, settleAll } from '../support/job-flow.js';
import { endProcesses, newFolder, outputOf, run, start } from '../support/process.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';

const LONG_RUN_MS = 600_000;
const DISK_BYTES = 24 * 2 ** 20;
const ROOM_BYTES = 48 * 2 ** 10;

let unmount = (): void => undefined;
afterEach(() => {
  unmount();
  endProcesses();
});

/** Undefined if mounting a disk is not allowed. */
function smallDisk(): string | undefined {
  const folder = join(newFolder(), 'disk');
  mkdirSync(folder);
  const mounted = mountSmallDisk(folder, DISK_BYTES);
  if (mounted === undefined) return undefined;
  unmount = mounted;
  return folder;
}

/** Fills the disk to the last byte. Returns the file that does it. */
function fill(dataDir: string): string {
  const filler = join(dataDir, 'filler');
  for (let size = 2 ** 24; size >= 1;) {
    try {
      writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      size = Math.floor(size / 2);
    }
  }
  return filler;
}

/** Whether a worker has completed this job or found that it cannot. */
function haveTried(output: string, jobId: string): boolean {
  const ends =
    /"(job completed|job released|a job cannot be claimed at the moment|a job was left as it is[^"]*)"/;
  return output.split('\n').some((line) => line.includes(jobId) && ends.test(line));
}

type Case = ['SIGKILL' | 'SIGTERM', string, (dataDir: string) => string | undefined];

test.each<Case>([
  ['SIGKILL', 'full', fill],
  ['SIGTERM', 'full', fill],
  ['SIGTERM', 'mounted for reading', (dataDir: string) => remount(dataDir, 'ro')],
])(
  'after %s on a disk that is %s, a start serves what is stored and accepts nothing',
  async (signal, _, takeNothing) => {
    const dataDir = smallDisk();
    if (dataDir === undefined) {
      process.stderr.write('Left out: a full disk needs the right to mount one.\n');
      return;
    }
    const environment = {
      DATA_DIR: dataDir,
      INITIAL_API_KEY: FLOW_KEY,
      INITIAL_CREDITS: String(FLOW_CREDITS),
    };
    const before = await start(environment);
    const jobId = await send(before, 1);
    const poll = `/engine/routing/v1/?jobid=${jobId}`;
    await until(async () => (await ask(before, poll)).status === 'Completed');
    const { credits } = await ask(before, '/engine/account/v1');
    before.child.kill(signal);
    await before.ended;
    const filler = takeNothing(dataDir);

    const reading = await start(environment);
    expect(reading.output()).toContain('the disk cannot be written');
    expect(await ask(reading, '/engine/account/v1')).toMatchObject({ credits });
    const { status, url } = await ask(reading, poll);
    expect(status).toBe('Completed');
    const result = await fetch(url.replace(/^https?:\/\/[^/]+/, reading.url));
    expect([result.status, typeof (await result.json())]).toEqual([200, 'object']);
    const ready = await fetch(`${reading.url}/engine/health/ready`);
    expect([ready.status, (await ready.json()).not_ready]).toEqual([503, ['store', 'results']]);
    expect(await send(reading, 2)).toBeUndefined();
    reading.child.kill('SIGTERM');
    expect(await reading.ended).toBe(0);

    if (filler === undefined) remount(dataDir, 'rw');
    else rmSync(filler);
    const after = await start(environment);
    expect(await ask(after, '/engine/account/v1')).toMatchObject({ credits });
    expect(await send(after, 2)).toBeDefined();
  },
  LONG_RUN_MS,
);

test('a first start on a full disk names the directory, and one with room begins as new', async () => {
  const dataDir = smallDisk();
  if (dataDir === undefined) {
    process.stderr.write('Left out: a full disk needs the right to mount one.\n');
    return;
  }
  // Room for the files of an empty database, and not for its tables.
  const filler = fill(dataDir);
  truncateSync(filler, DISK_BYTES - ROOM_BYTES);
  const service = run({ DATA_DIR: dataDir });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain(
    `The configuration is not valid:\n  DATA_DIR: the disk of ${dataDir} is full; free some space (`,
  );
  rmSync(filler);
  const after = await start({ DATA_DIR: dataDir });
  await outputOf(after, /An account has been made/);
});

test('a first start on a disk that is mounted for reading names the directory', async () => {
  const dataDir = smallDisk();
  if (dataDir === undefined) {
    process.stderr.write('Left out: a disk needs the right to mount one.\n');
    return;
  }
  remount(dataDir, 'ro');
  const service = run({ DATA_DIR: dataDir });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain(
    `The configuration is not valid:\n  DATA_DIR: ${dataDir} is on a read-only disk; mount the disk with write access (`,
  );
});

function remount(dataDir: string, mode: 'ro' | 'rw'): undefined {
  execFileSync('mount', ['-o', `remount,${mode}`, dataDir]);
}

test(
  'jobs wait for space, and new ones are refused',
  async () => {
    const dataDir = smallDisk();
    if (dataDir === undefined) {
      process.stderr.write('Left out: a full disk needs the right to mount one.\n');
      return;
    }
    const service = await start({
      DATA_DIR: dataDir,
      INITIAL_API_KEY: FLOW_KEY,
      INITIAL_CREDITS: String(FLOW_CREDITS),
      BATCH_THREADS: '1',
    });
    const ids = new Map<number, string>();
    for (const number of [1, 2, 3]) {
      const id = await send(service, number);
      if (id !== undefined) ids.set(number, id);
    }
    expect(ids.size).toBe(3);
    const filler = fill(dataDir);
    expect(await send(service, 4)).toBeUndefined();
    // Load balancers are told, although everything that can be read is still answered.
    const notReady = await until(async () => {
      const answer = await fetch(`${service.url}/engine/health/ready`);
      return answer.status === 503 && (await answer.json());
    });
    expect(notReady.not_ready).toContain('results');
    // Jobs complete, and nothing of them can be stored.
    await until(() => [...ids.values()].every((id) => haveTried(service.output(), id)));
    expect(service.child.exitCode).toBeNull();
    const live = await fetch(`${service.url}/engine/health/live`);
    expect(live.status).toBe(200);
    const { credits } = await ask(service, '/engine/account/v1');
    const price = await priceOf(service);
    expect(credits).toBe(FLOW_CREDITS - 3 * price);

    rmSync(filler);
    await until(async () => (await fetch(`${service.url}/engine/health/ready`)).ok);
    expect(new Set(await settleAll(service, 4, ids))).toEqual(new Set(['Completed']));
    expect((await ask(service, '/engine/account/v1')).credits).toBe(FLOW_CREDITS - 4 * price);
  },
  LONG_RUN_MS,
);
