/**
 * `npm run bench:limits`: by how much plans exceed their time limit, for hostile requests, each in a separate process.
 *
 *     npm run bench:limits -- [--seconds 1] [--only WORDS]
 *
 * For each request it prints the time of preparation, until the first plan, until the end of the search, and until its
 * result is written; the excess over the limit; and how many visits are unserved. Preparation does not count toward the
 * limit: it comes before the search and has its own bounds. Times are milliseconds of the search thread's processor
 * time, which excludes other work on the machine and V8's compiler threads. The process has planned nothing before, so
 * no code is optimized yet: this is the worst case.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hostileRequests } from './bench-limits-requests.js';
import type { LimitsFigures } from './bench-limits-process.js';

const CHILD = fileURLToPath(new URL('bench-limits-process.js', import.meta.url));
/** In wall-clock time: on a busy machine, seconds of processor time may take minutes. */
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
