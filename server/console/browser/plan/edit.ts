/**
 * Changes to a plan by hand: each is checked by the service at once, and can be undone.
 *
 *     shown.plan ──► steps[0] ──► steps[1] ──► …      the last step is what is seen
 *
 * A changed plan goes back without times, since those of stops behind a change no longer hold; only a stop that is locked
 * in time keeps its own.
 */
import { batch, computed, signal } from '@preact/signals';
import { Refusal, call, messageOf, resultOf } from '../api.js';
import { jobEvents } from '../job-events.js';
import { shown, showPlan } from '../state.js';
import { TEXTS } from '../texts.js';
import { readPlan, type AnsweredPlan } from './read-plan.js';
import { sendJob, startJob } from './start-job.js';
import { keyOf, unusedRoutes } from './unused.js';
import type { Lock, Order, Plan, PlanRequest, Route, Stop } from './types.js';

export type EditStop = Pick<Stop, 'type' | 'order_id' | 'stop_id' | 'visit' | 'location_id'> & {
  lock: Lock;
  arrival_time?: string;
};
export type EditRoute = Pick<Route, 'vehicle_id' | 'shift_id' | 'date'> & { stops: EditStop[] };
export type StopPlace = { route: number; stop: number };
type Step = { routes: EditRoute[]; plan: Plan };

const steps = signal<Step[]>([]);
export const isChecking = signal(false);
export const editError = signal<string | undefined>(undefined);
export const checkMs = signal<number | undefined>(undefined);

export const changeCount = computed(() => steps.value.length);
/** What is seen: the plan as shown, or as changed and checked. */
export const displayed = computed(() => steps.value.at(-1)?.plan ?? shown.value?.plan);
/** The stops as they would be sent, in step with `displayed`. */
export const editRoutes = computed((): EditRoute[] => {
  const last = steps.value.at(-1);
  if (last !== undefined) return last.routes;
  return (shown.value?.plan.routes ?? []).map(editable);
});

/** Shifts that the plan does not use: they come after its routes where a stop is put. */
export const unused = computed((): EditRoute[] => {
  const [from, plan] = [shown.value, displayed.value];
  return from === undefined || plan === undefined ? [] : unusedRoutes(from.request, plan);
});

export function forgetEdits(): void {
  epoch += 1;
  steps.value = [];
  editError.value = undefined;
  checkMs.value = undefined;
}

export function undo(): void {
  epoch += 1;
  steps.value = steps.value.slice(0, -1);
  editError.value = undefined;
}

export function moveStop(from: StopPlace, to: StopPlace): Promise<void> {
  const [stop, before, target] = [stopAt(from), stopAt(to), routeAt(to)];
  return change((routes) => {
    if (stop === undefined || isSameStop(stop, before)) return;
    const home = routes.find(({ stops }) => stops.some((each) => isSameStop(each, stop)));
    const stops = routes.find(
      (each) => target !== undefined && keyOf(each) === keyOf(target),
    )?.stops;
    if (home === undefined || stops === undefined) return;
    // All stops of an order are made on one route: the others come along.
    const isMoved = (each: EditStop): boolean =>
      isSameStop(each, stop) || (home.stops !== stops && isOfSameVisit(each, stop));
    const moved = home.stops.filter(isMoved);
    for (const each of moved) home.stops.splice(home.stops.indexOf(each), 1);
    stops.splice(indexIn(stops, before), 0, ...moved);
  });
}

export function dropStop(place: StopPlace): Promise<void> {
  const order = stopAt(place)?.order_id;
  return change((routes) => {
    // An order with several stops is served whole or not at all.
    for (const each of routes) {
      each.stops = each.stops.filter(({ order_id: of }) => of === undefined || of !== order);
    }
  });
}

export function addOrder(orderId: string, to: StopPlace): Promise<void> {
  const [before, target] = [stopAt(to), routeAt(to)];
  const order = shown.peek()?.request.orders.find(({ order_id: id }) => id === orderId);
  const added = stopIdsOf(order).map((id): EditStop => ({
    ...{ type: 'order', order_id: orderId, lock: 'none' },
    ...(id === undefined ? {} : { stop_id: id }),
  }));
  return change((routes) => {
    const stops = routes.find(
      (each) => target !== undefined && keyOf(each) === keyOf(target),
    )?.stops;
    stops?.splice(indexIn(stops, before), 0, ...added);
  });
}

/** Of an order with several stops each has a name, its position where it is not said. */
function stopIdsOf(order: Order | undefined): (string | undefined)[] {
  const ids = (['pickups', 'dropoffs'] as const).flatMap((field) =>
    (order?.[field] ?? []).map(({ stop_id: id }, idx) => id ?? `${field}/${idx}`),
  );
  return ids.length === 0 ? [undefined] : ids;
}

export function lockStop(place: StopPlace, lock: Lock): Promise<void> {
  const stop = stopAt(place);
  const arrival = displayed.peek()?.routes[place.route]?.stops.filter(isEditable)[place.stop];
  return change((routes) => {
    const locked = routes.flatMap(({ stops }) => stops).find((each) => isSameStop(each, stop));
    if (locked === undefined) return;
    locked.lock = lock;
    delete locked.arrival_time;
    if (lock === 'time' && arrival !== undefined) locked.arrival_time = arrival.arrival_time;
  });
}

/**
 * Places are of the plan that is seen. What is meant by them is kept, and found again when the change is made: another one
 * may have moved everything meanwhile.
 */
const routeAt = ({ route }: StopPlace): EditRoute | undefined =>
  [...editRoutes.peek(), ...unused.peek()][route];
const stopAt = (place: StopPlace): EditStop | undefined => routeAt(place)?.stops[place.stop];

const isSameStop = (a: EditStop, b: EditStop | undefined): boolean =>
  b !== undefined && nameIn(a) === nameIn(b);

const isOfSameVisit = (a: EditStop, b: EditStop): boolean =>
  a.order_id !== undefined && a.order_id === b.order_id && a.visit === b.visit;

const nameIn = ({ type, order_id, stop_id, visit, location_id }: EditStop): string =>
  JSON.stringify([type, order_id, stop_id, visit, type === 'reload' ? location_id : '']);

/** Where a stop is, or behind all of them. */
function indexIn(stops: readonly EditStop[], stop: EditStop | undefined): number {
  const found = stops.findIndex((each) => isSameStop(each, stop));
  return found < 0 ? stops.length : found;
}

/** Solves with what is locked; all else may change. */
export async function improve(seconds: number): Promise<void> {
  const from = shown.peek();
  if (from === undefined) return;
  const request = {
    ...from.request,
    plan: { routes: editRoutes.peek() },
    options: { ...from.request.options, mode: 'optimize', time_limit: seconds },
  };
  // The changes stay until there is another plan: who cancels comes back to them.
  await startJob(request, 'plan');
}

/** The changed plan becomes the one that is shown. */
export function apply(): void {
  const [from, plan] = [shown.peek(), displayed.peek()];
  if (from === undefined || plan === undefined) return;
  showPlan({ ...from, plan });
}

/** Counted up when what is being checked is no longer wanted. */
let epoch = 0;
let queue: Promise<void> = Promise.resolve();

/** One after the other: each change is made to what the one before has led to. */
function change(how: (routes: EditRoute[]) => void): Promise<void> {
  const wanted = epoch;
  queue = queue.then(() => (wanted === epoch ? changeNow(how, wanted) : undefined));
  return queue;
}

async function changeNow(how: (routes: EditRoute[]) => void, wanted: number): Promise<void> {
  const from = shown.peek();
  if (from === undefined) return;
  const known = [...editRoutes.peek(), ...unused.peek()];
  const routes = structuredClone(known);
  how(routes);
  if (JSON.stringify(routes) === JSON.stringify(known)) return;
  isChecking.value = true;
  editError.value = undefined;
  const startedAt = performance.now();
  try {
    const plan = inOrder(await check(from.request, routes), routes);
    if (wanted !== epoch) return;
    batch(() => {
      checkMs.value = Math.round(performance.now() - startedAt);
      steps.value = [...steps.peek(), { routes: aligned(routes, plan), plan }];
      isChecking.value = false;
    });
  } catch (error) {
    if (wanted === epoch) editError.value = messageOf(error);
  } finally {
    isChecking.value = false;
  }
}

/** At once where the plan is small enough to be waited for, else as a job. */
async function check(request: PlanRequest, routes: EditRoute[]): Promise<Plan> {
  const options: Record<string, unknown> = {
    ...request.options,
    ...{ mode: 'check', time_limit: 0, time_format: 'iso', geometry: 'polyline' },
  };
  delete options['webhook_url'];
  const plan = { routes: routes.filter(({ stops }) => stops.length > 0) };
  const body = { ...request, plan, options };
  try {
    return readPlan(await call<AnsweredPlan>('POST', '/engine/routing/v1/sync', { body }));
  } catch (error) {
    const isLarge =
      error instanceof Refusal &&
      ['too_many_locations', 'request_too_complex'].includes(error.code);
    if (!isLarge) throw error;
    return await planOf(await sendJob(body));
  }
}

async function planOf(jobId: string): Promise<Plan> {
  for await (const { status, url, error } of jobEvents(jobId, new AbortController().signal)) {
    if (status === 'Running') continue;
    if (url !== undefined) return readPlan(await resultOf<AnsweredPlan>(jobId, url));
    throw new Error(`${error?.message ?? ''} ${error?.comment ?? ''}`);
  }
  throw new Error(TEXTS.watch.failed);
}

/** The answer has routes in an order of its own; people expect them to stay where they are. */
function inOrder(plan: Plan, routes: readonly EditRoute[]): Plan {
  const places = new Map(routes.map((route, idx) => [keyOf(route), idx]));
  const placeOf = (route: Route): number => places.get(keyOf(route)) ?? routes.length;
  return { ...plan, routes: plan.routes.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** Routes that became empty are not in the answer. */
function aligned(routes: readonly EditRoute[], plan: Plan): EditRoute[] {
  const known = new Map(routes.map((route) => [keyOf(route), route]));
  return plan.routes.map((route) => known.get(keyOf(route)) ?? editable(route));
}

/** Starts, ends and breaks follow from the rest. */
export const isEditable = ({ type }: Pick<Stop, 'type'>): boolean =>
  type === 'order' || type === 'reload';

function editable({ vehicle_id, shift_id, date, stops }: Route): EditRoute {
  return {
    ...{ vehicle_id, shift_id, date },
    stops: stops.filter(isEditable).map(({ type, order_id, stop_id, visit, location_id }) => ({
      ...{ type, lock: 'none' as const },
      ...(order_id === undefined ? {} : { order_id }),
      ...(stop_id === undefined ? {} : { stop_id }),
      ...(visit === undefined ? {} : { visit }),
      ...(location_id === undefined ? {} : { location_id }),
    })),
  };
}

/** Changes are of the plan that is shown, for as long as it is, whichever view is looked at meanwhile. */
shown.subscribe(forgetEdits);
