/**
 * Random requests for time slots. What each slot adds, and that a window is unavailable, is confirmed in two other
 * ways: mode `insert` with the order restricted to the window, and mode `check` of every way to put the order into the
 * plan.
 *
 *     SLOT_SEEDS=1-5000,7700   these seeds instead of the fixed ones; failing ones are counted
 *     SLOT_OUT=folder          where the requests that fail are written
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  checkSolution,
  type RoutingRequest,
  type RoutingResponse,
} from '../support/checker/index.js';
import type { OrderEntry, PlanRoute, TimeText } from '../support/checker/contract.js';
import type { Order, Task } from '../support/checker/model/orders.js';
import { readProblem, type Problem } from '../support/checker/model/problem.js';
import { instantOf } from '../support/checker/time/instant.js';
import type { Interval } from '../support/checker/time/windows.js';
import { createRandom, drawRequest, type Random } from '../support/draw/index.js';
import { drawNewOrder, drawOfferedWindows, withoutOrders } from '../support/draw/slots.js';
import { seedsOf } from '../support/seeds.js';
import { sentBack } from '../support/sent-back.js';
import { startTestService, type TestService } from '../support/service.js';
import {
  askedIntervals,
  insertions,
  inTime,
  isOpenIn,
  isSame,
  restricted,
  timelessPlan,
} from '../support/slots-oracle.js';

const { SLOT_SEEDS, SLOT_OUT } = process.env;
/**
 * In 151, 290 and 693, the plan has schedules that only a careful look finds. In 676, a route has to start in time for
 * a daily rest; in 694, its visits belong to two weeks; in 846, the planning period ends before the shift.
 *
 * In 481, 714, 877, 2404 and 2433, a soft window is out of reach; in 947, a stop waits before another one that is
 * early. In 1489, 2219 and 2278, the times of routes that depend on one another are missed by a quick look. In 1860, a
 * visit has to start before midnight; in 2419, a vehicle stays where it takes a break; in 2455, the cheapest schedule
 * is longer than a week of work.
 *
 * In 5282, a reload after the new order lets the route start before a release; in 5407, a driver who may not start at
 * the earliest time waits at the end, and so misses a soft window by less.
 */
const FIXED_SEEDS =
  '1-100,151,290,481,676,693,694,714,846,877,947,1489,1860,2219,2278,2404,2419,2433,2455,5282,5407';
const ASKED_MIN = 60;
const LONG_RUN_MS = 10 * 3600_000;
/** Beyond the seeds of all requests. */
const SLOT_SEEDS_FROM = 700_000_001;
/** Requests with more orders, and orders with more positions, take most of the time and test nothing else. */
const ORDERS_MAX = 8;
const WAYS_MAX = 24;
/** Sums of money are written to six decimals. */
const MONEY = 1e-4;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ credits: 1_000_000_000 });
});
afterAll(() => service.stop());

/** A plan, an order to add to it, and what the request for slots asks. */
type Question = {
  /** The request of the plan, without the new order and with it. */
  base: RoutingRequest;
  whole: RoutingRequest;
  problem: Problem;
  order: Order;
  /** The stop that the windows are for. */
  task: Task;
  /** The plan as it is sent: an answer with all its times, or only its stops. */
  sent: PlanRoute[];
  timeless: PlanRoute[];
  asked: RoutingRequest & { slots: { order_id: string } };
  slots: Interval[];
};

/** Slots state what they add to the cost, so plans are compared by cost alone. */
const byCost = (request: RoutingRequest): RoutingRequest => ({
  ...request,
  objective: { ...request.objective, minimize: ['unserved', 'cost'] },
  options: { ...request.options, max_iterations: 20, explain: false },
});

/** Returns a plan that serves all its orders, and its request. Undefined: there is none, or the request is refused. */
async function planFor(
  request: RoutingRequest,
): Promise<{ base: RoutingRequest; answer: RoutingResponse } | undefined> {
  const { status, body } = await service.postPlan(request);
  if (status === 400) return undefined;
  expect(status).toBe(200);
  const unserved = new Set<string>(body.unserved.map((each: OrderEntry) => each.order_id));
  if (unserved.size === 0) return { base: request, answer: body };
  const rest = withoutOrders(request, unserved);
  return rest.orders.length === 0 ? undefined : await planFor(rest);
}

async function questionOf(seed: number): Promise<Question | undefined> {
  const drawn = byCost(drawRequest(seed));
  const random = createRandom(seed + SLOT_SEEDS_FROM);
  const added = drawNewOrder(random, drawn);
  if (added === undefined || drawn.orders.length > ORDERS_MAX || drawn.orders.length < 2) {
    return undefined;
  }
  const planned = await planFor(withoutOrders(drawn, new Set([added.order_id])));
  return planned && ask(random, planned, added);
}

function ask(
  random: Random,
  { base, answer }: { base: RoutingRequest; answer: RoutingResponse },
  added: OrderEntry,
): Question | undefined {
  const whole = { ...base, orders: [...base.orders, added] };
  const problem = readProblem(whole, {});
  const order = problem.orders.get(added.order_id);
  if (order === undefined) throw new Error(`no order ${added.order_id}`);
  const task = random.pick(order.tasks);
  const windows = drawOfferedWindows(random, problem.occurrences);
  const slots = askedIntervals(windows, order.zone, problem.period);
  if (slots.length === 0) return undefined;
  const timeless = timelessPlan(answer.routes, base);
  const sent = random.chance(0.5) ? timeless : (sentBack(base, answer).plan?.routes ?? []);
  const stop = task.stopId === undefined ? {} : { stop_id: task.stopId };
  const asked = {
    ...whole,
    plan: { routes: sent },
    slots: { order_id: added.order_id, ...stop, windows },
  };
  return { base, whole, problem, order, task, sent, timeless, asked, slots };
}

type Mode = 'insert' | 'check';
type Fault = { what: string; details: unknown };

const inMode = (request: RoutingRequest, mode: Mode, routes: PlanRoute[]): RoutingRequest => ({
  ...request,
  plan: { routes },
  options: { ...request.options, mode },
});

/** Returns a plan of all orders that breaks no rule. Undefined: it breaks one, or leaves an order out. */
async function validPlan(request: RoutingRequest): Promise<RoutingResponse | undefined> {
  const { status, body } = await service.postPlan(request);
  // A window that closes before the order's release time is refused.
  if (status === 400 && body.errors[0].code === 'release_after_windows') return undefined;
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.status === 'Invalid' || body.unserved.length > 0 ? undefined : body;
}

type Sums = { cost: number; distance: number; duration: number };
const sumsOf = ({ statistics: { cost, distance, duration } }: RoutingResponse): Sums => ({
  ...{ cost: cost['total'] ?? 0, distance, duration },
});
const increase = (before: Sums, after: Sums): Sums => ({
  cost: after.cost - before.cost,
  distance: after.distance - before.distance,
  duration: after.duration - before.duration,
});

type Slot = Sums & {
  start_time?: TimeText;
  end_time?: TimeText;
  service_start_time: TimeText;
  vehicle_id: string;
};

const instantIn = (zone: string, time: TimeText | undefined, otherwise: number): number =>
  time === undefined ? otherwise : instantOf(time, zone);
const intervalOf = ({ start_time, end_time }: Partial<Slot>): Interval => ({
  start: instantIn('Etc/UTC', start_time, -Infinity),
  end: instantIn('Etc/UTC', end_time, Infinity),
});

/** Each window is answered once, the slots cheapest first, and the others in chronological order. */
function faultsOfOrder(slots: readonly Slot[], unavailable: readonly Slot[], asked: Interval[]) {
  const answered = [...slots, ...unavailable].map(intervalOf).toSorted(inTime);
  const costs = slots.map(({ cost }) => cost);
  const closed = unavailable.map(intervalOf);
  return [
    ...differ('windows', asked, answered),
    ...differ(
      'cheapest first',
      costs.toSorted((a, b) => a - b),
      costs,
    ),
    ...differ('in chronological order', closed.toSorted(inTime), closed),
  ];
}

const differ = (what: string, expected: unknown, got: unknown): Fault[] =>
  JSON.stringify(expected) === JSON.stringify(got) ? [] : [{ what, details: { expected, got } }];

async function faultsOf(question: Question): Promise<Fault[]> {
  const { base, sent, timeless, asked, slots } = question;
  const { status, body } = await service.postTo('/engine/routing/v1/slots')(asked);
  // The order contradicts itself; the plan was drawn without it.
  if (status === 400 && body.errors[0].code === 'release_after_windows') return [];
  if (status !== 200) return [{ what: `status ${status}`, details: body }];
  const before = await validPlan(inMode(base, 'insert', sent));
  const judged = await validPlan(inMode(base, 'check', timeless));
  if (before === undefined || judged === undefined) {
    return [{ what: 'a plan of the service breaks rules', details: { before, judged } }];
  }
  const faults = [
    ...faultsOfOrder(body.slots, body.unavailable, slots),
    ...differ('not kept', [], body.not_kept),
  ];
  if (faults.length > 0) return faults;
  const found: Fault[][] = [];
  for (const slot of slots) {
    const offer = body.slots.find((each: Slot) => isSame(intervalOf(each), slot));
    found.push(await faultsOfSlot(question, slot, offer, sumsOf(before)));
  }
  return found.flat();
}

async function faultsOfSlot(
  question: Question,
  slot: Interval,
  offer: Slot | undefined,
  before: Sums,
): Promise<Fault[]> {
  const { whole, order, task, sent } = question;
  const fault = (what: string, details: unknown = {}): Fault[] => [
    { what, details: { slot, offer, ...Object(details) } },
  ];
  if (!isOpenIn(task, slot)) return offer === undefined ? [] : fault('offered outside windows');
  const orders = whole.orders.map((each) =>
    each.order_id === order.entry.order_id ? restricted(order, task, slot) : each,
  );
  const within = { ...whole, orders };
  const inserting = inMode(within, 'insert', sent);
  const inserted = await validPlan(inserting);
  if (offer === undefined && inserted !== undefined) return fault('unavailable, but inserted');
  const ways = await waysOf(question, within, before);
  if (offer === undefined) {
    return (ways ?? []).length === 0 ? [] : fault('unavailable, but valid', { ways });
  }
  if (inserted === undefined) return fault('offered, but not inserted');
  const served = instantIn('Etc/UTC', offer.service_start_time, NaN);
  if (task === order.tasks[0] && !(slot.start <= served && served <= slot.end)) {
    return fault('served outside the window');
  }
  const added = increase(before, sumsOf(inserted));
  if (Math.abs(added.cost - offer.cost) > MONEY) return fault('not the cost of mode insert', added);
  const findings = [
    ...checkSolution(inserting, inserted),
    ...(await findingsOfJudgement(within, inserted)),
  ];
  if (findings.length > 0) return fault('findings in the plan with the order', { findings });
  if (ways === undefined) return [];
  const least = Math.min(...ways.map(({ cost }) => cost));
  if (Math.abs(least - offer.cost) > MONEY) return fault('not the cheapest way', { least });
  // Where time is free, plans of equal cost may take any time.
  const hasPricedTime = whole.vehicles.every(({ costs }) => (costs?.per_hour ?? 0) > 0);
  const isOffered = ({ cost, distance, duration }: Sums): boolean =>
    Math.abs(cost - offer.cost) <= MONEY &&
    Math.abs(distance - offer.distance) <= 1 &&
    (duration === offer.duration || !hasPricedTime);
  return ways.some(isOffered) ? [] : fault('no way adds these sums', { ways });
}

/** Judges a plan that is sent back: it is valid, and costs the same. */
async function findingsOfJudgement(
  request: RoutingRequest,
  inserted: RoutingResponse,
): Promise<unknown[]> {
  const { objective, ...rest } = request;
  // Changes since an earlier plan cost nothing in mode `check`.
  if (objective?.stability !== undefined) return [];
  const judged = await validPlan(sentBack({ ...rest, ...(objective && { objective }) }, inserted));
  return judged === undefined
    ? ['not valid when it is sent back']
    : differ('cost when it is sent back', sumsOf(inserted), sumsOf(judged));
}

/**
 * Returns what each valid way to put the order into the plan adds. Undefined: there are too many, or mode `check` does
 * not judge them as the slots do, since it adds reloads to a route that states none, and moves in time cost nothing.
 */
async function waysOf(
  { timeless, order, problem }: Question,
  within: RoutingRequest,
  before: Sums,
): Promise<Sums[] | undefined> {
  const hasReloads = problem.occurrences.some(({ reloads }) => reloads.length > 0);
  const ways = insertions(timeless, order, problem);
  const pricesMoves = within.objective?.stability?.time_change_cost_per_minute !== undefined;
  if (hasReloads || pricesMoves || ways.length > WAYS_MAX) return undefined;
  const added: Sums[] = [];
  for (const routes of ways) {
    const judged = await validPlan(inMode(within, 'check', routes));
    if (judged !== undefined) added.push(increase(before, sumsOf(judged)));
  }
  return added;
}

type Outcome = { askedCount: number; failed: Record<string, number[]> };

async function outcomeOf(seeds: string): Promise<Outcome> {
  const failed: Outcome['failed'] = {};
  let askedCount = 0;
  for (const seed of seedsOf(seeds)) {
    const question = await questionOf(seed);
    if (question === undefined) continue;
    askedCount += 1;
    const faults = await faultsOf(question);
    if (faults.length === 0) continue;
    for (const what of new Set(faults.map((each) => each.what))) (failed[what] ??= []).push(seed);
    if (SLOT_OUT === undefined) continue;
    const text = JSON.stringify({ seed, faults, request: question.asked }, undefined, 1);
    writeFileSync(`${SLOT_OUT}/slots-${seed}.json`, text);
  }
  return { askedCount, failed };
}

test(
  'slots add what other requests say, and nothing else is possible',
  async () => {
    const { askedCount, failed } = await outcomeOf(SLOT_SEEDS ?? FIXED_SEEDS);
    expect(failed).toEqual({});
    if (SLOT_SEEDS === undefined) expect(askedCount).toBeGreaterThanOrEqual(ASKED_MIN);
  },
  LONG_RUN_MS,
);
