/**
 * Compiles a request that has been read into the core's problem: dense indexes and integers, and the names of the
 * indexes.
 *
 * Nothing is rejected here. The travel tables are filled later: `fillTravelTables` adds `traffic` and `travel`.
 */
import type { Names } from '../names.js';
import type { ProblemMessage } from '../problem.js';
import {
  WARNING_COUNT_MAX,
  reloadsUnderway,
  type CheckedRequest,
  type ReadPlannedRoute,
  type ReadRequest,
  type TravelClass,
  type Warning,
} from '../read/index.js';
import {
  begunMessage,
  fromNowOn,
  withBegunBreaks,
  withReloadsUnderway,
  type BegunShift,
} from './begun.js';
import { createClockTable } from './clocks.js';
import { compileFleet, type Fleet } from './fleet.js';
import { itineraryMessage } from './itinerary.js';
import { createNameIndex } from './names-index.js';
import { withOffered } from './offered.js';
import { compileOrders, type CompiledOrders } from './orders.js';
import { compileRelations } from './relations.js';
import { windowMessage } from './windows.js';

/** The problem without the fields that depend on the travel tables. */
export type ProblemWithoutTravel = Omit<ProblemMessage, 'traffic' | 'travel'>;

/** A place whose travel costs are needed. Its position is its index in the problem. */
export type PlacePoint = { name: string; latitude: number; longitude: number; pointer: string };

export type CompiledProblem = {
  problem: ProblemWithoutTravel;
  names: Names;
  places: readonly PlacePoint[];
  /** `VehicleMessage.travel` is a position in this array. */
  travelClasses: readonly TravelClass[];
  warnings: readonly Warning[];
};

export function compileProblem({
  request,
  read: asked,
  warnings,
}: CheckedRequest): CompiledProblem {
  const read = withOffered(asked);
  const clocks = createClockTable(read.period);
  const attributeIdx = createNameIndex();
  const mode = read.slots === undefined ? (request.options?.mode ?? 'optimize') : 'insert';
  const isJudged = mode === 'check';
  const fleet = compileFleet({ read, clocks, attributeIdx, isJudged });
  const compiled = compileOrders({
    ...{ read, clocks, fleet, attributeIdx, isJudged },
    isKept: mode === 'insert' && read.slots === undefined,
  });
  const relations = compileRelations(read, compiled.orders, fleet);
  const { minimize, priorities, balance, stability } = request.objective ?? {};
  const places = read.places.map(({ clock: ofPlace, setupSeconds: setup_seconds, docks }) => {
    const clock = clocks.idxOf(ofPlace);
    return docks === undefined ? { clock, setup_seconds } : { clock, setup_seconds, docks };
  });
  // Only a plan that is judged states where its breaks are.
  const placeIdxOf = new Map((isJudged ? read.places : []).map(({ name, idx }) => [name, idx]));
  const heldOutside: HeldOutside[] = [];
  const context = { mode, now: read.now, placeIdxOf, heldOutside };
  const plan = read.routes.flatMap((route) => compileRoute(route, context, fleet, compiled));
  const all = { shifts: fleet.shifts, plan };
  // A check judges the plan as it is stated, even where it lies before `now`.
  const { missed, ...remaining } =
    read.now === undefined || isJudged
      ? { ...all, missed: new Set<number>() }
      : fromNowOn(all, read.now);
  const problem: ProblemWithoutTravel = {
    period: windowMessage(read.period),
    places,
    clocks: clocks.messages(),
    dimension_count: read.dimensions.length,
    vehicles: fleet.vehicles,
    ...remaining,
    orders: compiled.orders,
    visits: compiled.visits,
    stops: compiled.stops,
    options: compiled.options,
    relations: relations.messages,
    incompatible_load_types: compiled.incompatibleLoadTypes,
    objective: {
      minimize: minimize ?? ['unserved', 'cost'],
      ties: ['duration', 'distance'],
      priorities: priorities ?? 'strict',
      balance: balance ?? 'duration',
      // A check judges the given plan itself, so nothing in it is a change.
      change_cost: isJudged ? 0 : (stability?.vehicle_change_cost ?? 0),
      ...(isJudged || stability?.time_change_cost_per_minute === undefined
        ? {}
        : { delay_cost_per_hour: 60 * stability.time_change_cost_per_minute }),
      load_scales: read.dimensions.map(({ scale }) => scale),
    },
    mode,
    offered: offeredVisits(asked, compiled),
  };
  const names: Names = {
    places: read.places.map(({ locationId, latitude, longitude, clock }) => {
      const { zone: timeZone } = clock;
      return locationId === undefined
        ? { latitude, longitude, timeZone }
        : { locationId, latitude, longitude, timeZone };
    }),
    vehicles: fleet.vehicleNames,
    shifts: fleet.shiftNames,
    travel: read.travel.classes,
    orders: compiled.orderNames,
    stops: compiled.stopNames,
    dimensions: read.dimensions,
    attributes: attributeIdx.names(),
    relations: relations.positions,
    ...(read.slots === undefined ? {} : { slots: read.slots.windows.map(windowMessage) }),
  };
  const heldWarnings = heldOutside.filter(({ shift }) => !missed.has(shift)).map(outsideWindows);
  return {
    problem,
    names,
    places: read.places.map(({ name, latitude, longitude, pointer }) => {
      return { name, latitude, longitude, pointer };
    }),
    travelClasses: read.travel.classes,
    warnings: [...warnings, ...fleet.warnings, ...heldWarnings].slice(0, WARNING_COUNT_MAX),
  };
}

/** Returns the range of the visits of the offered orders, which come after those of the request. */
function offeredVisits(
  { orders, slots }: ReadRequest,
  { visits }: CompiledOrders,
): [number, number] {
  if (slots === undefined) return [0, 0];
  const first = visits.findIndex(({ order }) => order >= orders.length);
  return first === -1 ? [0, 0] : [first, visits.length];
}

type PlanContext = {
  mode: ProblemMessage['mode'];
  now: number | undefined;
  placeIdxOf: ReadonlyMap<string, number>;
  /** Stops that are held at a time outside their windows are added here. */
  heldOutside: HeldOutside[];
};

function compileRoute(
  route: ReadPlannedRoute,
  { mode, now, placeIdxOf, heldOutside }: PlanContext,
  fleet: Fleet,
  compiled: CompiledOrders,
): ProblemMessage['plan'] {
  const { vehicleIdx, copyIdx, occurrence, stops, reloads, begun: ofRoute } = route;
  const shift = fleet.shiftIdxOf(vehicleIdx, copyIdx, occurrence);
  if (shift === undefined) return [];
  const begun = mode === 'check' ? undefined : ofRoute;
  const message = fleet.shifts[shift];
  const names = fleet.shiftNames[shift];
  const underway = begun === undefined ? [] : reloadsUnderway(reloads, begun);
  const firstUnderway = message?.reloads.length ?? 0;
  let pauses: Pick<BegunShift, 'pauses'> = {};
  if (begun !== undefined && now !== undefined && message !== undefined && names !== undefined) {
    const {
      shift: fixed,
      names: fixedNames,
      ...ofRoute
    } = withBegunBreaks(message, names, begun, now);
    const held = withReloadsUnderway(fixed, fixedNames, underway);
    fleet.shifts[shift] = held.shift;
    fleet.shiftNames[shift] = held.names;
    pauses = ofRoute;
  }
  const planned = stops.map((each, position) => {
    const { orderIdx, visit, stopIdx, lock, optionIdx, startsAt, endsAt } = each;
    const hasBegun = position < (begun?.stopCount ?? 0);
    const visitIdx = (compiled.orders[orderIdx]?.visits[0] ?? 0) + visit - 1;
    const stop = (compiled.visits[visitIdx]?.stops[0] ?? 0) + stopIdx;
    const firstOption = compiled.stops[stop]?.options[0] ?? 0;
    const option = optionIdx === undefined ? null : firstOption + optionIdx;
    if (lock === 'time' && !hasBegun && startsAt !== undefined && mode !== 'check') {
      const isOpen = holdTime(compiled, stop, option, startsAt);
      if (!isOpen) heldOutside.push({ shift, pointer: each.pointer });
    }
    return {
      stop,
      lock,
      option,
      starts_at: startsAt ?? null,
      ends_at: hasBegun ? (endsAt ?? null) : null,
    };
  });
  // The core knows only the reloads that are open on that day, in mode `check` all of them.
  const between = reloads.flatMap((each) => {
    const { position, startsAt, endsAt } = each;
    const planned = { position, starts_at: startsAt ?? null };
    const own = underway.indexOf(each);
    if (own !== -1) {
      return [{ ...planned, reload: firstUnderway + own, begun: { ends_at: endsAt ?? null } }];
    }
    const reload = names?.reloadIds.indexOf(each.reload.id) ?? -1;
    return reload === -1 ? [] : [{ ...planned, reload }];
  });
  const { loadsAt, unloadsAt } = route;
  const itinerary =
    mode !== 'check' || route.itinerary === undefined || names === undefined
      ? undefined
      : itineraryMessage(route.itinerary, names, placeIdxOf);
  return [
    {
      ...{ shift, stops: planned, reloads: between, ...begunMessage(begun), ...pauses },
      ...(loadsAt === undefined ? {} : { loads_at: loadsAt }),
      ...(unloadsAt === undefined ? {} : { unloads_at: unloadsAt }),
      ...(itinerary === undefined ? {} : { itinerary }),
    },
  ];
}

type HeldOutside = { shift: number; pointer: string };

const outsideWindows = ({ pointer }: HeldOutside): Warning => ({
  pointer,
  code: 'locked_outside_windows',
  comment:
    'The stop is locked at a time outside its time windows; it keeps this time. Lock it by sequence to move it into its windows.',
});

/**
 * Restricts a stop to a start time and a place: to this one, or if none is named, to the first one that is open then,
 * or to the first one. Returns whether it is open.
 */
function holdTime(
  { options, stops }: CompiledOrders,
  stop: number,
  named: number | null,
  startsAt: number,
): boolean {
  const [from, to] = stops[stop]?.options ?? [0, 0];
  const isOpen = ({ windows }: (typeof options)[number]): boolean =>
    windows.some(
      ([opens, closes]) => (opens ?? -Infinity) <= startsAt && startsAt <= (closes ?? Infinity),
    );
  const all = options.slice(from, to);
  const open = all.findIndex(
    (each, position) => isOpen(each) && (named ?? from + position) === from + position,
  );
  const held = open === -1 ? (named ?? from) - from : open;
  all.forEach((each, position) => {
    const windows = position === held ? [[startsAt, startsAt] satisfies [number, number]] : [];
    options[from + position] = { ...each, windows };
  });
  return open !== -1;
}
