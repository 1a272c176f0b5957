/** A hand-made day of one vehicle: the core's solution, and the inputs of its answer. Tests change some fields. */
import type {
  CostTermsMessage,
  ProblemMessage,
  SolutionMessage,
  StopRoleMessage,
  TimedStopMessage,
} from '../../server/routing/problem.js';
import { packedColumns, unpackedColumns } from '../../server/routing/respond/columns.js';
import type { AnswerContext, Solved } from '../../server/routing/respond/context.js';
import { writeAnswer } from '../../server/routing/respond/answer.js';
import { createDrawing } from '../../server/routing/respond/legs.js';

/** Monday, 2026-03-02 08:00 in Berlin. */
export const EIGHT = Date.UTC(2026, 2, 2, 7) / 1000;

const NO_LIMITS = { duration_seconds: null, driving_seconds: null, distance_meters: null };

/**
 * Places: depot (named), an inline one; one vehicle with two shifts; order o1 (one stop), o2 (periodic, two visits), o3
 * (pickup and dropoff).
 */
export function problem(): ProblemMessage {
  const order = {
    mandatory: true,
    priority: 0,
    unserved_cost: 0,
    required_attributes: [],
    any_of_attributes: [],
    forbidden_attributes: [],
    allowed_vehicles: null,
    forbidden_vehicles: [],
    preferred_vehicles: [],
    ride_seconds_max: null,
    load_order: 'any' as const,
    load_type: null,
    rules: null,
  };
  const shift = {
    vehicle: 0,
    start_place: 0,
    end_place: 0,
    start_at: EIGHT,
    end_at: EIGHT + 36_000,
    latest_end_at: EIGHT + 36_000,
    overtime_end_at: EIGHT + 36_000,
    period_end_at: null,
    week: 0,
    day: 20_514,
    clock: 0,
    attributes: [],
    breaks: [],
    soft_breaks: [],
    reloads: [],
  };
  const visit = { span: [null, null], release_at: null } as const;
  return {
    period: [EIGHT, EIGHT + 86_400],
    places: [
      { clock: 0, setup_seconds: 0 },
      { clock: 1, setup_seconds: 0 },
    ],
    clocks: [
      // Berlin, with the change to summer time of 2026, and a zone that is 4:30 behind UTC.
      {
        segments: [
          { from_at: 0, offset_seconds: 3600 },
          { from_at: Date.UTC(2026, 2, 29, 1) / 1000, offset_seconds: 7200 },
        ],
      },
      { segments: [{ from_at: 0, offset_seconds: -16_200 }] },
    ],
    traffic: { weekday: [[0, 0]], weekend: [[0, 0]] },
    travel: [{ lane_count: 1 }],
    dimension_count: 2,
    vehicles: [
      {
        travel: 0,
        capacity: [null, null],
        costs: {
          ...{ fixed: 0, per_hour: 0, per_kilometer: 0, per_stop: 0 },
          ...{ per_waiting_hour: 0, per_overtime_hour: 0 },
        },
        limits: { ...NO_LIMITS, stop_count: null, waiting_seconds: null },
        limits_per_week: { ...NO_LIMITS, shift_count: null },
        limits_per_period: { ...NO_LIMITS, shift_count: null },
        driving_rules: null,
        service_permille: 1000,
        shifts: [0, 2],
      },
    ],
    shifts: [shift, shift],
    orders: [
      { ...order, visits: [0, 1] },
      { ...order, visits: [1, 3] },
      { ...order, visits: [3, 4], mandatory: false },
    ],
    visits: [
      { ...visit, order: 0, number: 1, stops: [0, 1] },
      { ...visit, order: 1, number: 1, stops: [1, 2] },
      { ...visit, order: 1, number: 2, stops: [2, 3] },
      { ...visit, order: 2, number: 1, stops: [3, 5] },
    ],
    stops: [0, 1, 2, 3, 3].map((of, idx) => ({
      visit: of,
      kind: idx === 3 ? ('pickup' as const) : ('dropoff' as const),
      load: [0, 0],
      after: [],
      options: [idx, idx + 1] as const,
    })),
    options: [0, 1, 1, 0, 1].map((place) => ({
      ...{ place, service_seconds: 60, setup_seconds: 0, soft_windows: [] },
      windows: [[EIGHT, EIGHT + 36_000] as const],
    })),
    relations: [],
    incompatible_load_types: [],
    plan: [],
    objective: {
      minimize: ['cost'],
      ties: [],
      priorities: 'strict',
      balance: 'duration',
      change_cost: 0,
      load_scales: [],
    },
    mode: 'optimize',
    offered: [0, 0],
  };
}

export function context(changes: Partial<AnswerContext> = {}): AnswerContext {
  const shift = {
    vehicleId: 'v1#2',
    timeZone: 'Europe/Berlin',
    breakIds: ['breaks/0'],
    softBreakIds: ['coffee'],
    reloadIds: ['dock'],
  };
  const order = { mandatory: true, periodic: false, unservedCost: 0 };
  return {
    names: {
      attributes: ['gas'],
      relations: [0],
      places: [
        { locationId: 'depot', latitude: 52.5, longitude: 13.4, timeZone: 'Europe/Berlin' },
        { latitude: 52.25, longitude: 13.5, timeZone: 'Etc/GMT+4' },
      ],
      vehicles: ['v1#2'],
      shifts: [
        { ...shift, shiftId: 'mon', date: '2026-03-02' },
        { ...shift, shiftId: 'tue', date: '2026-03-03' },
      ],
      travel: [{ profile: 'car', speedFactor: 1 }],
      orders: [
        { ...order, orderId: 'o1', unservedCost: 12.5 },
        { ...order, orderId: 'o2', unservedCost: 1 / 3, periodic: true },
        { ...order, orderId: 'o3', unservedCost: 7, mandatory: false },
      ],
      stops: [
        { kind: 'dropoff' },
        { kind: 'service' },
        { kind: 'service' },
        { kind: 'pickup', stopId: 'pickups/0' },
        { kind: 'dropoff', stopId: 'b' },
      ],
      dimensions: [
        { name: 'weight', scale: 1 },
        { name: 'volume', scale: 1000 },
      ],
    },
    timeFormat: 'iso',
    geometry: 'none',
    explain: true,
    traffic: { weekday: [[0, 0]], weekend: [[0, 0]] },
    roadLanes: [],
    travelModel: 'estimate',
    warnings: [],
    ...changes,
  };
}

export function stop(
  role: StopRoleMessage,
  arrivalAt: number,
  changes: Partial<TimedStopMessage> = {},
): TimedStopMessage {
  return {
    role,
    place: 0,
    leg_share: 1,
    arrival_at: arrivalAt,
    waiting_seconds: 0,
    setup_seconds: 0,
    service_seconds: 0,
    departure_at: arrivalAt,
    travel_seconds: 0,
    travel_meters: 0,
    load_after: [0, 0],
    earliness_seconds: 0,
    lateness_seconds: 0,
    slack_seconds: 0,
    ...changes,
  };
}

export const NO_COST: CostTermsMessage = {
  ...{ fixed: 0, time: 0, distance: 0, stops: 0, waiting: 0, overtime: 0 },
  soft_limits: 0,
  ...{ soft_windows: 0, soft_breaks: 0, preferred_vehicles: 0 },
};

type RouteMessage = SolutionMessage['routes'][number];

export function route(
  stops: readonly TimedStopMessage[],
  summary: Partial<RouteMessage['summary']> = {},
): RouteMessage {
  return {
    shift: 0,
    stops,
    violations: [],
    skipped_soft_breaks: [],
    summary: {
      ...{ distance_meters: 0, duration_seconds: 0, driving_seconds: 0, service_seconds: 0 },
      ...{ waiting_seconds: 0, break_seconds: 0, overtime_seconds: 0, lateness_seconds: 0 },
      ...{ earliness_seconds: 0 },
      ...{ stop_count: 0, visit_count: 0, load_max: [0, 0], cost: NO_COST },
      ...summary,
    },
  };
}

/** From the depot to o1 at the inline place, and back. */
export function thereAndBack(): RouteMessage {
  return route([
    stop({ type: 'start' }, EIGHT),
    stop({ type: 'order', stop: 0, option: 0 }, EIGHT + 1800, {
      place: 1,
      service_seconds: 600,
      departure_at: EIGHT + 2400,
    }),
    stop({ type: 'end' }, EIGHT + 4200),
  ]);
}

export type Changes = {
  solution?: Partial<SolutionMessage>;
  context?: Partial<AnswerContext>;
  problem?: Partial<ProblemMessage>;
  pace?: readonly number[];
};

/** The answer for a solution, off any map. */
export function answerTo(changes: Changes) {
  const solved: Solved = {
    problem: unpackedColumns(packedColumns({ ...problem(), ...changes.problem })),
    context: context(changes.context),
    solution: {
      routes: [],
      unserved: [],
      bounds: [],
      search: { iterations: 0, improvements: [], converged: false },
      ...changes.solution,
    },
    times: { searchMs: 1234.4, pace: Float64Array.from(changes.pace ?? []) },
  };
  const drawing = createDrawing(
    { snap: () => undefined },
    solved.problem,
    solved.context,
    () => false,
  );
  const answer = writeAnswer(solved, drawing, () => false);
  drawing.free();
  if (answer === undefined) throw new Error('it stopped');
  return answer;
}
