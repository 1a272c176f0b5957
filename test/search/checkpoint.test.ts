/** Searches that report progress and continue from a checkpoint, on the real core, with a clock of the test. */
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import {
  createSearchTask,
  type SearchInput,
  type SearchOutput,
  type SearchReport,
} from '../../server/search/index.js';
import { planInput, readPlanItems, townItem, type PlanItem } from '../support/plan-items.js';
import { PROJECT_ROOT } from '../support/service.js';

let items: PlanItem[] = [];

beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
  items = readPlanItems();
});

const input = (at: number, changes: Partial<SearchInput> = {}): SearchInput =>
  planInput(items[at], changes);

/** Runs with a clock that advances by `stepMs` at each reading. */
function run(of: SearchInput, stepMs = 0.001, shouldStop = () => false): SearchOutput {
  let nowMs = 0;
  const task = createSearchTask({ clock: () => (nowMs += stepMs) });
  const result = task(of, { shouldStop });
  if (result.kind !== 'done') throw new Error('it stopped');
  return result.output;
}

/** The messages from the port until it was closed. */
async function reportsOf(
  go: (port: MessageChannel['port1']) => unknown,
): Promise<readonly SearchReport[]> {
  const { port1, port2 } = new MessageChannel();
  const reports: SearchReport[] = [];
  port2.on('message', (report: SearchReport) => reports.push(report));
  const closed = once(port2, 'close');
  go(port1);
  await closed;
  return reports;
}

describe('a search with a checkpoint', () => {
  test('continues where it was, for every kind of rule', () => {
    for (let at = 0; at < items.length; at += 1) {
      const first = run(input(at, { maxIterations: 200, pause: { atIterations: 100 } }));
      expect(first.iterations).toBe(100);
      expect(first.isOver).toBe(false);
      const next = run(input(at, { maxIterations: 200, checkpoint: first.checkpoint }));
      expect(next.iterations).toBe(200);
      expect(next.isOver).toBe(true);
      // Compared lexicographically; the last term may differ by the rounding of sums.
      const [unserved = 0, count = 0, rest = 0] = first.score;
      const [unservedNext = 0, countNext = 0, restNext = 0] = next.score;
      expect([at, unservedNext <= unserved]).toEqual([at, true]);
      if (unservedNext === unserved) expect([at, countNext <= count]).toEqual([at, true]);
      if (unservedNext === unserved && countNext === count) {
        expect(restNext).toBeLessThanOrEqual(rest + 1e-6 * Math.abs(rest));
      }
    }
  });

  test('continues in the same way each time', () => {
    const { checkpoint } = run(input(0, { maxIterations: 300, pause: { atIterations: 70 } }));
    const once = run(input(0, { maxIterations: 300, seed: 5, checkpoint }), 1);
    const again = run(input(0, { maxIterations: 300, seed: 5, checkpoint }), 0.01);
    expect(once.solution).toEqual(again.solution);
    expect(once.checkpoint).toEqual(again.checkpoint);
  });

  test('ends when its remaining time is used up', () => {
    const { checkpoint } = run(input(0, { timeLimitMs: 100, pause: { afterMs: 30 } }), 10);
    // 70 of 110 ms are gone. The clock is read at 0 (start), 10 (by the core), 20, 30 (slice 1), 40 (slice 2).
    const next = run(input(0, { timeLimitMs: 110, spentMs: 70, checkpoint }), 10);
    expect([...next.pace].filter((_, at) => at % 2 === 1)).toEqual([70, 100, 110]);
    expect(next.searchMs).toBeGreaterThanOrEqual(110);
    expect(next.isOver).toBe(true);
  });

  test('pauses later if it combines routes, which the next run would not know', () => {
    const changes = { timeLimitMs: 200, pause: { afterMs: 30, pooledAfterMs: 90 } };
    const ended = [planInput(townItem(5, 30), changes), input(1, changes)].map((of) => {
      const { isPooled, isOver, pace } = run(of, 10);
      return { isPooled, isOver, afterMs: pace.at(-1) };
    });
    expect(ended).toEqual([
      { isPooled: true, isOver: false, afterMs: 90 },
      { isPooled: false, isOver: false, afterMs: 30 },
    ]);
  });

  test('is refused if it is damaged, or belongs to another problem', () => {
    const { checkpoint } = run(input(0, { maxIterations: 10 }));
    const damaged = checkpoint.map((byte, at) => (at === 12 ? byte ^ 1 : byte));
    expect(() => run(input(0, { checkpoint: damaged }))).toThrow('the checkpoint is damaged');
    expect(() => run(input(0, { checkpoint: new Uint8Array() }))).toThrow(
      'the checkpoint is damaged',
    );
    expect(() => run(input(1, { checkpoint }))).toThrow(
      'the checkpoint belongs to another problem',
    );
  });
});

describe('a search that reports', () => {
  test('sends its first plan at once, and then at most as often as configured', async () => {
    const reports = await reportsOf((port) =>
      run(input(0, { timeLimitMs: 300, reports: { port, everyMs: 30 } }), 10),
    );
    const times = reports.map(({ elapsedMs }) => elapsedMs);
    // Each reading of the clock is 10 ms after the previous one: one by the core, one after the start, one after each
    // slice, and those of the core within long slices.
    expect(times[0]).toBe(20);
    const gaps = times.slice(1).map((time, idx) => time - (times[idx] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...gaps)).toBeLessThan(60);
    expect(times.at(-1)).toBeGreaterThan(240);
    expect(reports.map(({ progress }) => progress)).toEqual(times.map((time) => time / 300));
    expect(reports[0]?.iterations).toBe(0);
  });

  test('sends plans from which another search continues', async () => {
    const reports = await reportsOf((port) =>
      run(input(0, { maxIterations: 200, reports: { port, everyMs: 0 } })),
    );
    const last = reports.at(-1);
    if (last === undefined) throw new Error('it did not report');
    const next = run(input(0, { maxIterations: 200, checkpoint: last.checkpoint }));
    expect(next.iterations).toBe(200);
    expect(next.best.cost).toBeLessThanOrEqual(last.best.cost * (1 + 1e-9));
  });

  test('counts what earlier runs used up', async () => {
    const { checkpoint } = run(input(0, { maxIterations: 100, pause: { atIterations: 50 } }));
    const [first] = await reportsOf((port) =>
      run(
        input(0, { maxIterations: 100, spentMs: 1000, checkpoint, reports: { port, everyMs: 0 } }),
      ),
    );
    expect(first).toMatchObject({ iterations: 50, progress: 0.5 });
    expect(first?.elapsedMs).toBeGreaterThanOrEqual(1000);
  });

  test('closes the port when it fails', async () => {
    const reports = await reportsOf((port) => {
      expect(() => run(input(0, { tables: [], reports: { port, everyMs: 0 } }))).toThrow(
        'travel tables',
      );
    });
    expect(reports).toEqual([]);
  });
});
