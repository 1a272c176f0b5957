/**
 * A long run of mixed load that detects leaks: `npm run soak -- --minutes 30 [--clients 6] [--seed 1]`
 *
 * The service runs as operators run it, in a separate process and directory. Its memory (RSS, including threads and
 * WASM), file descriptors and threads are read from the system. After a warm-up of a fifth of the time, at least two
 * minutes, the medians of the first and last fifth of the rest are compared: memory may differ by 5 %, the others by a
 * few. Linux only.
 *
 * Exit code 0: no growth, and no unexpected answer. The report is for docs/reliability.md.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeFlags } from './bench-start.js';
import { createRandom } from '../test/support/draw/random.js';
import { median } from './median.js';
import { SOAK_KEY, sendOne } from './soak-load.js';

const SAMPLE_MS = 5_000;
const MEMORY_GROWTH_MAX = 0.05;
const HANDLES_GROWTH_MAX = 8;
/** The expected answers: invalid bodies and wrong keys are part of the load, as are refusals of a full service. */
const FINE = /: (?:200|429|503|Completed)$|^bad body: 4\d\d$|^hangs up: left$|^wrong key: 401$/;

type Sample = { atSeconds: number; rssMegabytes: number; handles: number; threads: number };

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);

const dataDir = mkdtempSync(join(tmpdir(), 'route-engine-soak-'));
const service = spawn(
  process.execPath,
  [...nodeFlags, fileURLToPath(new URL('../programs/main.js', import.meta.url))],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', THREADS: '2', BATCH_THREADS: '1' },
      ...{ INITIAL_API_KEY: SOAK_KEY, INITIAL_CREDITS: '1000000000' },
      ...{ REQUESTS_PER_MINUTE: '1000000000', WRONG_KEYS_PER_MINUTE: '1000000000' },
      UNPAID_SECONDS_PER_MINUTE: '100000',
    },
  },
);
process.once('exit', () => {
  service.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});
process.exitCode = await run();

async function run(): Promise<number> {
  const url = await urlOf();
  const counts = new Map<string, number>();
  const samples: Sample[] = [];
  const startedAtMs = performance.now();
  const secondsGone = (): number => (performance.now() - startedAtMs) / 1000;
  const isOver = (): boolean => secondsGone() >= minutes * 60 || service.exitCode !== null;

  const clients = Array.from({ length: Number(values.clients) }, async (_, idx) => {
    const client = { url, random: createRandom(seed * 1_000 + idx) };
    while (!isOver()) {
      const { kind, result } = await sendOne(client);
      const key = `${kind}: ${result}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  });
  while (!isOver()) {
    await delay(SAMPLE_MS);
    if (service.exitCode === null) samples.push({ atSeconds: secondsGone(), ...sampleOf() });
  }
  await Promise.all(clients);
  service.kill('SIGTERM');
  const stopAtMs = performance.now();
  const code = await new Promise((resolve) => {
    if (service.exitCode === null) service.once('exit', resolve);
    else resolve(service.exitCode);
  });
  const stopSeconds = (performance.now() - stopAtMs) / 1000;
  return report({ counts, samples, code, stopSeconds });
}

/** Reads the service's URL from its log, which is otherwise discarded. */
function urlOf(): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error(`the service did not start: ${text}`)));
    service.stdout.on('data', (chunk: Buffer) => {
      if (text.length > 1e6) return;
      text += chunk.toString();
      const [, url] = /"url":"([^"]+)"/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

function sampleOf(): Omit<Sample, 'atSeconds'> {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    rssMegabytes: (number('VmRSS') * 1024) / 1e6,
    threads: number('Threads'),
    handles: readdirSync(`/proc/${service.pid}/fd`).length,
  };
}

type Run = {
  counts: ReadonlyMap<string, number>;
  samples: readonly Sample[];
  code: unknown;
  stopSeconds: number;
};

function report({ counts, samples, code, stopSeconds }: Run): number {
  const warmUpSeconds = Math.max(120, minutes * 12);
  const steady = samples.filter(({ atSeconds }) => atSeconds > warmUpSeconds);
  const fifth = Math.max(1, Math.floor(steady.length / 5));
  const [first, last] = [steady.slice(0, fifth), steady.slice(-fifth)];
  const medians = (of: 'rssMegabytes' | 'handles' | 'threads'): [number, number] => [
    median(first.map((sample) => sample[of])),
    median(last.map((sample) => sample[of])),
  ];
  const [memory, handles, threads] = [
    medians('rssMegabytes'),
    medians('handles'),
    medians('threads'),
  ];
  const growth = memory[1] / memory[0] - 1;
  const bad = [...counts].filter(([key]) => !FINE.test(key));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);

  print(`${total} requests in ${minutes} min, seed ${seed}, Node ${process.version}`);
  for (const [key, count] of [...counts].toSorted()) print(`  ${key}: ${count}`);
  print('seconds   RSS MB   handles   threads');
  const every = Math.max(1, Math.floor(samples.length / 15));
  samples.forEach((sample, idx) => {
    if (idx % every !== 0 && idx !== samples.length - 1) return;
    const columns = [sample.atSeconds, sample.rssMegabytes, sample.handles, sample.threads];
    print(columns.map((value) => value.toFixed(0).padStart(8)).join(''));
  });
  print(`after ${warmUpSeconds} s of warm-up, medians of the first and the last fifth:`);
  print(
    `  memory ${memory.map((value) => value.toFixed(0)).join(' -> ')} MB, ${(growth * 100).toFixed(1)} %`,
  );
  print(`  handles ${handles.join(' -> ')}, threads ${threads.join(' -> ')}`);
  print(`stopped in ${stopSeconds.toFixed(1)} s with ${String(code)}`);
  const faults = [
    ...(steady.length < 10 ? ['too short a run to tell'] : []),
    ...(growth > MEMORY_GROWTH_MAX
      ? [`memory grew by more than ${MEMORY_GROWTH_MAX * 100} %`]
      : []),
    ...(handles[1] - handles[0] > HANDLES_GROWTH_MAX ? ['handles grew'] : []),
    ...(threads[1] - threads[0] > HANDLES_GROWTH_MAX ? ['threads grew'] : []),
    ...(code === 0 ? [] : [`it ended with ${String(code)}`]),
    ...bad.map(([key, count]) => `${key} (${count} times)`),
  ];
  for (const fault of faults) print(`NOT WELL: ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
