/**
 * How far beyond its time limit a plan goes, whatever it asks: `npm run bench:limits`, in processes of their own.
 *
 *     npm run bench:limits -- [--seconds 1] [--only WORDS]
 *
 * Printed of each request: until there was a first plan, until the search ended, until the answer was written; beyond the
 * limit; and how much of it is served. The way in is not in it: it comes before the search, and is bounded by itself.
 * Milliseconds are of the planning thread's processor time: what else the machine does is not in them, nor is what V8 compiles
 * beside it. Nothing has been planned before in the process, so that nothing is compiled for speed yet: the worst case.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hostileRequests } from './bench-limits-requests.js';
import type { LimitsFigures } from './bench-limits-process.js';

const CHILD = fileURLToPath(new URL('bench-limits-process.js', import.meta.url));
/** By the clock of the wall: a machine with much else to do may take minutes for seconds of processor time. */
const END_MS = 300_000;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
});
const limitMs = Number(values.seconds) * 1000;

console.log(['prepare', 'first', 'search', 'total', 'beyond', 'unserved'].join('\t'));
let worstMs = 0;
for (const [idx, { name }] of hostileRequests().entries()) {
  if (!name.includes(values.only)) continue;
  const figures = await run(idx);
  if (figures === undefined) {
    console.log(`no end within ${END_MS / 1000} s, or a crash\t${name}`);
    worstMs = Infinity;
    continue;
  }
  const { prepareMs, startMs, searchMs, totalMs, unserved, visits } = figures;
  const beyondMs = totalMs - limitMs;
  worstMs = Math.max(worstMs, beyondMs);
  const ms = [prepareMs, startMs, searchMs, totalMs, beyondMs].map((it) => it.toFixed(0));
  console.log([...ms, `${unserved}/${visits}`, name].join('\t'));
}
console.log(`furthest beyond the limit: ${worstMs.toFixed(0)} ms`);

async function run(idx: number): Promise<LimitsFigures | undefined> {
  const child = fork(CHILD, [String(idx), String(limitMs)]);
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  return await new Promise((resolve) => {
    let figures: LimitsFigures | undefined;
    child.on('message', (message: LimitsFigures) => {
      figures = message;
    });
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(figures);
    });
  });
}
