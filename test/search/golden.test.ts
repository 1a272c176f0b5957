/** The WASM module gives the answers of the native program, byte for byte: `solver-rs/messages/tests/golden.rs`. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { PlanSearch } from '#wasm';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import { readPlanItems, type PlanItem } from '../support/plan-items.js';
import { PROJECT_ROOT } from '../support/service.js';

const ROUNDS = 200;
/** Different slices of iterations than in the native test: they must not matter. */
const SLICE = 7;

beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
});

test('the module gives the answers of the native program', () => {
  const items = readPlanItems();
  expect(items.length).toBeGreaterThan(10);
  const golden = readFileSync('test/fixtures/plans/answers.json', 'utf8');
  expect(`[\n${items.map(answerTo).join(',\n')}\n]\n`).toBe(golden);
});

function answerTo({ problem, tables }: PlanItem): string {
  const search = new PlanSearch(new TextEncoder().encode(JSON.stringify(problem)));
  try {
    for (const { distance_meters, travel_seconds } of tables) {
      search.addTable(Int32Array.from(distance_meters), Int32Array.from(travel_seconds));
    }
    search.start(1n, BigInt(ROUNDS));
    while (!search.run(SLICE, 0));
    return new TextDecoder().decode(search.solution());
  } finally {
    search.free();
  }
}
