/**
 * Manual changes to a plan. The service checks each change at once, and each can be undone.
 *
 *     shown.plan ──► steps[0] ──► steps[1] ──► …      the last step is displayed
 *
 * A changed plan is sent without times, because the times of stops after a change no longer hold. Only a stop whose
 * time is locked keeps its time.
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
/** The plan that the user sees: as shown, or as changed and checked. */
export const displayed = computed(() => steps.value.at(-1)?.plan ?? shown.value?.plan);
/** The stops as they would be sent, in the same order as in `displayed`. */
export const editRoutes = computed((): EditRoute[] => {
  const last = steps.value.at(-1);
  if (last !== undefined) return last.routes;
  return (shown.value?.plan.routes ?? []).map(editable);
});

/** Shifts that the plan does not use. As targets for a stop, they are numbered after the routes of the plan. */
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
    // All stops of an order must be on one route, so the others move along.
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
    // An order with several stops is served completely or not at all.
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

/** Returns a name for each stop of an order with several stops: its `stop_id`, or else its position. */
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
 * Places refer to the displayed plan. They are resolved to a route and a stop when the user makes the change, because
 * by the time it is applied, an earlier change may have moved everything.
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

/** Returns the index of a stop, or the end of the list if the stop is not in it. */
function indexIn(stops: readonly EditStop[], stop: EditStop | undefined): number {
  const found = stops.findIndex((each) => isSameStop(each, stop));
  return found < 0 ? stops.length : found;
}

/** Starts a search that keeps the locked parts of the plan and may change everything else. */
export async function improve(seconds: number): Promise<void> {
  const from = shown.peek();
  if (from === undefined) return;
  const request = {
    ...from.request,
    plan: { routes: editRoutes.peek() },
    options: { ...from.request.options, mode: 'optimize', time_limit: seconds },
  };
  // The changes stay until another plan is shown, so that a user who cancels returns to them.
  await startJob(request, 'plan');
}

/** Makes the changed plan the one that is shown. */
export function apply(): void {
  const [from, plan] = [shown.peek(), displayed.peek()];
  if (from === undefined || plan === undefined) return;
  showPlan({ ...from, plan });
}

/** Incremented when the result of the running check is no longer wanted. */
let epoch = 0;
let queue: Promise<void> = Promise.resolve();

/** Queues a change: each is made to the result of the previous one. */
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

/** Checks the plan at once if it is small enough for a synchronous request, else as a job. */
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

/** Restores the order of the routes, which the answer may change but users expect to stay the same. */
function inOrder(plan: Plan, routes: readonly EditRoute[]): Plan {
  const places = new Map(routes.map((route, idx) => [keyOf(route), idx]));
  const placeOf = (route: Route): number => places.get(keyOf(route)) ?? routes.length;
  return { ...plan, routes: plan.routes.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** Returns the routes in the answer's order. The answer omits routes that became empty. */
function aligned(routes: readonly EditRoute[], plan: Plan): EditRoute[] {
  const known = new Map(routes.map((route) => [keyOf(route), route]));
  return plan.routes.map((route) => known.get(keyOf(route)) ?? editable(route));
}

/** Whether a stop can be moved. Starts, ends and breaks follow from the other stops. */
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

/** Changes belong to the shown plan: they survive a switch of views, and are discarded when another plan is shown. */
shown.subscribe(forgetEdits);
