/**
 * `npm run bench:check`: how long it takes to judge a plan, insert an order, offer time slots, and answer a small
 * request. Prints figures without a verdict; needs the map of Porto in `MAPS_DIR`.
 *
 *     npm run bench:check -- [--runs 15] [--threads 2] [--only WORDS] [--stages]
 *
 * For each request it prints the milliseconds until the client has the answer, and the processor time of all threads of
 * the service: median and slowest. `--stages` measures each stage separately, see `bench-check-stages.ts`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { API_KEY, print, startTarget } from './bench-start.js';
import { planOf, requestOf } from './bench-check-requests.js';
import { median } from './median.js';
import type { Stages, StagesOrder } from './bench-check-stages.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    threads: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    stages: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);

type Asked = { name: string; request: object; isSentBack?: boolean; path?: 'slots' };

function requests(): Asked[] {
  const judged = [13, 52].flatMap((routeCount) => {
    const request = requestOf(1000, routeCount);
    const plan = planOf(request, request.orders);
    const whole = { ...request, plan, options: { mode: 'check' } };
    const name = `check, 1,000 on ${routeCount}`;
    return [
      { name, request: whole },
      { name: `${name}, sent back`, request: whole, isSentBack: true },
    ];
  });
  const hundred = requestOf(100, 6);
  const inserted = [1, 5].map((count) => {
    const request = requestOf(300 + count, 12, 45);
    const plan = planOf(request, request.orders.slice(0, 300));
    return {
      name: `insert, ${count} into 300`,
      request: { ...request, plan, options: { mode: 'insert' } },
    };
  });
  const offered = [400, 1000].map((count): Asked => {
    const request = requestOf(count + 1, 50);
    const plan = planOf(request, request.orders.slice(0, count));
    const windows = [8, 10, 12, 14, 16].map((hour) => ({
      start_time: `${String(hour).padStart(2, '0')}:00`,
      end_time: `${hour + 2}:00`,
    }));
    const slots = { order_id: `o${count}`, windows };
    return {
      name: `slots, 5 windows, ${count} on 50`,
      request: { ...request, plan, slots },
      path: 'slots',
    };
  });
  return [
    ...judged,
    ...offered,
    {
      name: 'check, 100 on 6',
      request: { ...hundred, plan: planOf(hundred, hundred.orders), options: { mode: 'check' } },
    },
    ...inserted,
    // Hardly any search.
    {
      name: 'plan, 25 orders, 1 round',
      request: { ...requestOf(25, 3), options: { max_iterations: 1 } },
    },
  ].filter(({ name }) => name.includes(values.only));
}

await (values.stages ? printStages() : printAnswers());

async function printAnswers(): Promise<void> {
  const target = await startTarget('service', Number(values.threads));
  const post = async (path: string, body: string): Promise<string> => {
    const answer = await fetch(`${target.url}/engine/routing/v1/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body,
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    return text;
  };
  for (const { name, request, isSentBack, path = 'sync' } of requests()) {
    const first = await post(path, JSON.stringify(request));
    const { routes } = JSON.parse(first) as { routes: object[] };
    const sent = JSON.stringify(isSentBack === true ? { ...request, plan: { routes } } : request);
    const [ms, processor]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      const { cpuMs: before } = await target.ask('');
      const startedAt = performance.now();
      await post(path, sent);
      ms.push(performance.now() - startedAt);
      processor.push((await target.ask('')).cpuMs - before);
    }
    print(name, { 'answered, ms': ofRuns(ms), 'processor, ms': ofRuns(processor) });
  }
  target.child.disconnect();
}

async function printStages(): Promise<void> {
  const child = fork(fileURLToPath(new URL('bench-check-stages.js', import.meta.url)));
  await once(child, 'message');
  for (const { name, request, isSentBack, path } of requests()) {
    if (isSentBack === true || path !== undefined) continue;
    const order: StagesOrder = { request, runs };
    child.send(order);
    const [stages] = (await once(child, 'message')) as [Stages];
    const figures: Record<string, string> = {};
    for (const [stage, ms] of Object.entries(stages)) figures[stage] = ms.toFixed(1);
    print(name, figures);
  }
  child.disconnect();
}

/** Formats the median and the slowest. */
function ofRuns(numbers: readonly number[]): string {
  return `${median(numbers).toFixed(0)} (${Math.max(...numbers).toFixed(0)})`;
}
