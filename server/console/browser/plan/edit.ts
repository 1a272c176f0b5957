/**
 * Changes to a plan by hand: each is checked by the service at once, and can be undone.
 *
 *     shown.plan ──► steps[0] ──► steps[1] ──► …      the last step is what is seen
 *
 * A changed plan goes back without times, since those of stops behind a change no longer hold; only a stop that is locked
 * in time keeps its own.
 */
import { computed, signal } from '@preact/signals';
import { Refusal, call, messageOf, resultOf } from '../api.js';
import { jobEvents } from '../job-events.js';
import { shown } from '../state.js';
import { TEXTS } from '../texts.js';
import { sendJob, startJob } from './start-job.js';
import type { Lock, Plan, PlanRequest, Route, Stop } from './types.js';

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

export function forgetEdits(): void {
  steps.value = [];
  editError.value = undefined;
  checkMs.value = undefined;
}

export function undo(): void {
  steps.value = steps.value.slice(0, -1);
  editError.value = undefined;
}

export const moveStop = (from: StopPlace, to: StopPlace): Promise<void> =>
  change((routes) => {
    const stop = routes[from.route]?.stops.splice(from.stop, 1)[0];
    if (stop === undefined) return;
    // Taken out before it on the same route, everything moves up by one.
    const isBehind = from.route === to.route && from.stop < to.stop;
    routes[to.route]?.stops.splice(isBehind ? to.stop - 1 : to.stop, 0, stop);
  });

export const dropStop = ({ route, stop }: StopPlace): Promise<void> =>
  change((routes) => {
    const order = routes[route]?.stops[stop]?.order_id;
    // An order with several stops is served whole or not at all.
    for (const each of routes) {
      each.stops = each.stops.filter(({ order_id: of }) => of === undefined || of !== order);
    }
  });

export const addOrder = (orderId: string, { route, stop }: StopPlace): Promise<void> =>
  change((routes) => {
    routes[route]?.stops.splice(stop, 0, { type: 'order', order_id: orderId, lock: 'none' });
  });

export const lockStop = ({ route, stop }: StopPlace, lock: Lock): Promise<void> =>
  change((routes) => {
    const locked = routes[route]?.stops[stop];
    if (locked === undefined) return;
    locked.lock = lock;
    delete locked.arrival_time;
    const arrival = displayed.peek()?.routes[route]?.stops.filter(isEditable)[stop]?.arrival_time;
    if (lock === 'time' && arrival !== undefined) locked.arrival_time = arrival;
  });

/** Solves with what is locked; all else may change. */
export async function improve(seconds: number): Promise<void> {
  const from = shown.peek();
  if (from === undefined) return;
  const request = {
    ...from.request,
    plan: { routes: editRoutes.peek() },
    options: { ...from.request.options, mode: 'optimize', time_limit: seconds },
  };
  await startJob(request);
  forgetEdits();
}

/** The changed plan becomes the one that is shown. */
export function apply(): void {
  const [from, plan] = [shown.peek(), displayed.peek()];
  if (from === undefined || plan === undefined) return;
  shown.value = { ...from, plan };
  forgetEdits();
}

async function change(how: (routes: EditRoute[]) => void): Promise<void> {
  const from = shown.peek();
  if (from === undefined) return;
  const routes = structuredClone(editRoutes.peek());
  how(routes);
  isChecking.value = true;
  editError.value = undefined;
  const startedAt = performance.now();
  try {
    const plan = await check(from.request, routes);
    checkMs.value = Math.round(performance.now() - startedAt);
    steps.value = [...steps.peek(), { routes: aligned(routes, plan), plan }];
  } catch (error) {
    editError.value = messageOf(error);
  } finally {
    isChecking.value = false;
  }
}

/** At once where the plan is small enough to be waited for, else as a job. */
async function check(request: PlanRequest, routes: EditRoute[]): Promise<Plan> {
  const options: Record<string, unknown> = { ...request.options, mode: 'check', time_limit: 0 };
  delete options['webhook_url'];
  const plan = { routes: routes.filter(({ stops }) => stops.length > 0) };
  const body = { ...request, plan, options };
  try {
    return await call('POST', '/engine/routing/v1/sync', { body });
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
    if (url !== undefined) return resultOf(jobId, url);
    throw new Error(`${error?.message ?? ''} ${error?.comment ?? ''}`);
  }
  throw new Error(TEXTS.watch.failed);
}

/** The answer has routes in an order of its own, and none that is empty. */
function aligned(routes: EditRoute[], plan: Plan): EditRoute[] {
  return plan.routes.map((route) => routes.find((each) => isSame(each, route)) ?? editable(route));
}

const isSame = (a: EditRoute, b: Route): boolean =>
  a.vehicle_id === b.vehicle_id && a.shift_id === b.shift_id && a.date === b.date;

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
