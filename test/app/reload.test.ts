/** A reload while the pool is full or loses its threads either runs its task again or keeps the previous speeds. */
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../server/config.js';
import { EngineCrashError, PoolFullError } from '../../server/engine/index.js';
import { createMetrics } from '../../server/http/index.js';
import { createSpeeds, loadSpeeds } from '../../server/speeds.js';
import { PROJECT_ROOT } from '../support/service.js';

const APPLIED = { kind: 'applied', windowCount: 8, ruleCount: 0, liveRuleCount: 0 } as const;

/** What the pool does at each attempt; `restart`: the pool is replaced while the task runs, and the task succeeds. */
type Attempt = 'full' | 'crash' | 'restart' | 'done';

async function check(attempts: readonly Attempt[], expected: readonly string[]): Promise<void> {
  let restarts = 0;
  let attemptIdx = 0;
  const events: string[] = [];
  const pool = {
    stats: () => ({ restarts }),
    run: async () => {
      const attempt = attempts[attemptIdx];
      attemptIdx += 1;
      if (attempt === 'full') throw new PoolFullError(1, 1);
      if (attempt === 'crash') throw new EngineCrashError('a trap', false);
      if (attempt === 'restart') restarts += 1;
      return APPLIED;
    },
  };
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      events.push(JSON.parse(line.toString()).msg);
      done();
    },
  });
  const config = readConfig({});
  const { reload } = createSpeeds({
    config,
    files: await loadSpeeds(config, PROJECT_ROOT),
    projectRoot: PROJECT_ROOT,
    pool,
    logger: pino(sink),
    metrics: createMetrics(),
    onApplied: () => events.push('kept for fresh threads'),
    signal: new AbortController().signal,
    attemptPauseMs: 1,
  });
  await reload();
  expect(events).toEqual(expected);
  expect(attemptIdx).toBe(attempts.length);
}

const APPLIED_EVENTS = ['kept for fresh threads', 'new speeds are applied'];

test.each<[readonly Attempt[]]>([
  [['done']],
  [['full', 'full', 'done']],
  [['restart', 'done']],
  [['crash', 'full', 'done']],
])('%j ends with the new speeds', async (attempts) => {
  await check(attempts, APPLIED_EVENTS);
});

test('files that crash the threads twice are not tried again', async () => {
  await check(
    ['crash', 'restart', 'crash'],
    ['new speeds could not be applied; the previous ones stay in force'],
  );
});

test('a queue that stays full ends the reload after a minute of attempts', async () => {
  await check(Array<Attempt>(60).fill('full'), [
    'new speeds could not be applied; the previous ones stay in force',
  ]);
});
