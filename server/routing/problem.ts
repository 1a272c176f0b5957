/**
 * The input and the output of the search: the JSON that search threads receive and return.
 *
 * Names and shapes match `solver-rs/routing/src/problem` and `solution.rs`, which document every field. Indexes are
 * positions in the arrays of this message, times are Unix seconds, and `null` means "no limit", "always" or "none".
 */
import type { LimitField, ReasonCode } from './reasons.js';

export type { LimitField, ReasonCode };

/** Both ends are inclusive; `null` leaves that side open. */
export type WindowMessage = readonly [startAt: number | null, endAt: number | null];

export type BreakMessage = {
  seconds: number;
  windows: readonly WindowMessage[];
  owed: WindowMessage | null;
  place: number | null;
  /** Set if it is a soft break that has begun: it is a hard break, and what being late has cost stays. */
  lateness?: { windows: readonly WindowMessage[]; cost_per_hour: number };
};

export type SpanLimitsMessage = {
  duration_seconds: number | null;
  driving_seconds: number | null;
  distance_meters: number | null;
  shift_count: number | null;
};

export type WeekMessage = {
  rest_seconds: number;
  span_seconds_max: number;
  reduced?: {
    rest_seconds: number;
    compensated_rest_seconds: number;
    /** By ISO week, ascending. */
    weeks: readonly { start_at: number; compensated_by_at: number }[];
  };
};

export type VehicleMessage = {
  travel: number;
  capacity: readonly (number | null)[];
  costs: {
    fixed: number;
    per_hour: number;
    per_kilometer: number;
    per_stop: number;
    per_waiting_hour: number;
    per_overtime_hour: number;
    per_night?: number;
  };
  limits: {
    duration_seconds: number | null;
    driving_seconds: number | null;
    distance_meters: number | null;
    stop_count: number | null;
    waiting_seconds: number | null;
  };
  limits_per_week: SpanLimitsMessage;
  limits_per_period: SpanLimitsMessage;
  driving_rules: {
    driving_seconds_max: number;
    break_seconds: number;
    part_seconds: readonly number[];
    working_seconds_max?: number;
    day?: {
      driving_seconds_max: number | null;
      span_seconds_max: number | null;
      rest_seconds: number;
      parts?: { first: number; second: number };
      reduced?: { rest_seconds: number; count_max: number };
      extended?: { driving_seconds_max: number; count_max: number };
    };
  } | null;
  /** Duration of services with this vehicle, in thousandths of their nominal duration. */
  service_permille: number;
  /** Optional fields are omitted for vehicles that do not use them, which are most. */
  soft_limits?: {
    duration_seconds: number | null;
    distance_meters: number | null;
    stop_count: number | null;
    per_hour: number;
    per_kilometer: number;
    per_stop: number;
  };
  loading?: HandlingMessage;
  unloading?: HandlingMessage;
  shift_rest_seconds?: number;
  week?: WeekMessage;
  two_week_driving_seconds?: number;
  /** First index, and the index after the last. */
  shifts: readonly [number, number];
};

/** `nanos_per_unit`: nanoseconds per unit of load, by dimension. */
export type HandlingMessage = { seconds: number; nanos_per_unit: readonly number[] };

export type ShiftMessage = {
  vehicle: number;
  start_place: number | null;
  end_place: number | null;
  start_at: number;
  end_at: number;
  latest_end_at: number;
  overtime_end_at: number;
  /** End of the planning period; null if the request does not set it. */
  period_end_at: number | null;
  week: number;
  day: number;
  clock: number;
  attributes: readonly number[];
  breaks: readonly BreakMessage[];
  soft_breaks: readonly { rest: BreakMessage; cost_per_hour_late: number; skip_cost: number }[];
  reloads: readonly {
    place: number;
    seconds: number;
    windows: readonly WindowMessage[];
    count_max: number | null;
  }[];
  /** Optional fields are omitted for shifts that do not use them, which are most. */
  ends_empty?: true;
  stays?: true;
  latest_start_at?: number;
  earliest_end_at?: number;
};

export type OrderMessage = {
  mandatory: boolean;
  priority: number;
  unserved_cost: number;
  visits: readonly [number, number];
  required_attributes: readonly number[];
  any_of_attributes: readonly (readonly number[])[];
  forbidden_attributes: readonly number[];
  allowed_vehicles: readonly number[] | null;
  forbidden_vehicles: readonly number[];
  preferred_vehicles: readonly (readonly [vehicle: number, cost: number])[];
  ride_seconds_max: number | null;
  load_order: 'any' | 'lifo' | 'fifo';
  load_type: number | null;
  /** Omitted for orders that do not use it, which are most. */
  route_position?: 'first' | 'last';
  rules: {
    clock: number;
    days_between_min: number;
    days_between_max: number | null;
    days: readonly WindowMessage[];
    weekdays?: number;
    day_patterns: readonly number[];
    weekday_count_max?: number;
    same_vehicle: 'required' | 'preferred' | 'free';
    other_vehicle_cost?: number;
    time_of_day_tolerance_seconds: number | null;
    partial: boolean;
  } | null;
};

export type VisitMessage = {
  order: number;
  number: number;
  span: WindowMessage;
  stops: readonly [number, number];
  release_at: number | null;
};

export type StopMessage = {
  visit: number;
  kind: 'pickup' | 'dropoff' | 'service';
  load: readonly number[];
  after: readonly number[];
  options: readonly [number, number];
};

export type OptionMessage = {
  place: number;
  service_seconds: number;
  setup_seconds: number;
  windows: readonly WindowMessage[];
  soft_windows: readonly {
    window: WindowMessage;
    cost_per_hour_early: number;
    cost_per_hour_late: number;
  }[];
};

export type RelationMessage = {
  kind:
    | 'same_route'
    | 'same_vehicle'
    | 'different_vehicles'
    | 'sequence'
    | 'consecutive'
    | 'before'
    | 'simultaneous';
  visits: readonly number[];
  vehicles: readonly number[] | null;
  gap_seconds_min: number;
  gap_seconds_max: number | null;
};

export type TermMessage =
  'unserved' | 'vehicles' | 'shifts' | 'cost' | 'distance' | 'duration' | 'lateness' | 'imbalance';

/** The lane of the travel tables that applies from each second of the local day on; ascending, starting at 0. */
export type TrafficMessage = {
  weekday: readonly (readonly [second: number, lane: number])[];
  weekend: readonly (readonly [second: number, lane: number])[];
};

export type ProblemMessage = {
  period: WindowMessage;
  places: readonly { clock: number; setup_seconds: number; docks?: number }[];
  clocks: readonly { segments: readonly { from_at: number; offset_seconds: number }[] }[];
  traffic: TrafficMessage;
  /** The tables themselves are passed separately, as bytes: see `TravelTable` of `search/`. */
  travel: readonly { lane_count: number }[];
  dimension_count: number;
  vehicles: readonly VehicleMessage[];
  shifts: readonly ShiftMessage[];
  orders: readonly OrderMessage[];
  visits: readonly VisitMessage[];
  stops: readonly StopMessage[];
  options: readonly OptionMessage[];
  relations: readonly RelationMessage[];
  incompatible_load_types: readonly (readonly number[])[];
  plan: readonly {
    shift: number;
    stops: readonly {
      stop: number;
      lock: 'none' | 'vehicle' | 'sequence' | 'time';
      option: number | null;
      starts_at: number | null;
      ends_at: number | null;
    }[];
    reloads: readonly {
      position: number;
      reload: number;
      starts_at: number | null;
      /** Set if it has begun, and no stop of an order after it; the shift has this reload only for it. */
      begun?: { ends_at: number | null };
    }[];
    begun: number;
    started_at: number | null;
    resumes_at: number | null;
    /** Breaks that have begun. */
    pauses?: readonly {
      position: number;
      /** Its position among the breaks of the shift. */
      shift_break: number;
      starts_at: number;
      seconds: number;
    }[];
    is_over: boolean;
    /** When loading begins at the start and unloading at the end; set only where places have docks. */
    loads_at?: number;
    unloads_at?: number;
    /** The start and all rests, if the plan states all times of the route; only for mode `check`. */
    itinerary?: {
      starts_at: number;
      rests: readonly {
        kind: RestKindMessage;
        /** Number of stops of orders and reloads before it. */
        steps_before: number;
        /** Null: on the road. */
        place: number | null;
        arrives_at: number;
        starts_at: number;
        seconds: number;
      }[];
    };
  }[];
  objective: {
    minimize: readonly TermMessage[];
    ties: readonly TermMessage[];
    priorities: 'strict' | 'weighted';
    balance: 'duration' | 'stops' | 'load';
    /** Cost of each visit of `plan` that moves to another vehicle. */
    change_cost: number;
    /** Cost of each hour by which a stop starts earlier or later than `plan` states. */
    delay_cost_per_hour?: number;
    load_scales: readonly number[];
  };
  mode: 'optimize' | 'check' | 'insert';
  /** First index, and the index after the last, of the visits that are only evaluated: one per time slot. */
  offered: readonly [number, number];
};

export type RestKindMessage =
  | { type: 'break'; position: number }
  | { type: 'soft_break'; position: number }
  | { type: 'driving_rules' };

export type StopRoleMessage =
  | { type: 'start' }
  | { type: 'order'; stop: number; option: number }
  | { type: 'break'; position: number }
  | { type: 'soft_break'; position: number }
  | { type: 'rest' }
  | { type: 'reload'; position: number }
  | { type: 'end' };

export type TimedStopMessage = {
  role: StopRoleMessage;
  place: number | null;
  leg_share: number;
  arrival_at: number;
  waiting_seconds: number;
  setup_seconds: number;
  service_seconds: number;
  departure_at: number;
  travel_seconds: number;
  travel_meters: number;
  load_after: readonly number[];
  earliness_seconds: number;
  lateness_seconds: number;
  slack_seconds: number;
};

export type CostTermsMessage = {
  fixed: number;
  time: number;
  distance: number;
  stops: number;
  waiting: number;
  overtime: number;
  soft_limits: number;
  soft_windows: number;
  soft_breaks: number;
  preferred_vehicles: number;
  nights?: number;
};

export type SummaryMessage = {
  distance_meters: number;
  duration_seconds: number;
  driving_seconds: number;
  service_seconds: number;
  waiting_seconds: number;
  break_seconds: number;
  overtime_seconds: number;
  earliness_seconds: number;
  lateness_seconds: number;
  stop_count: number;
  visit_count: number;
  load_max: readonly number[];
  cost: CostTermsMessage;
};

export type ViolationMessage = {
  code: ReasonCode;
  amount: number | null;
  stop: number | null;
  dimension: number | null;
  span: SpanMessage;
  /** Absent for rules other than those on driving, rest and the visits of one order. */
  limit?: LimitField;
  relation: number | null;
  /** The two visits that break a relation, or the spacing of visits. */
  visits: readonly [number, number] | null;
};

/** The span over which a limit applies. */
export type SpanMessage = 'shift' | 'week' | 'two_weeks' | 'period';

export type ReasonMessage = {
  code: ReasonCode;
  shift: number | null;
  amount: number | null;
  dimension: number | null;
  span: SpanMessage;
  limit?: LimitField;
  attribute: number | null;
  relation?: number;
  /** The two visits that break the rule together; one visit twice breaks it alone. */
  visits?: readonly [number, number];
  stop: number | null;
  at: number | null;
  allowed_at: number | null;
  cost: number | null;
  alone: boolean;
};

export type BoundMessage = {
  code: ReasonCode;
  dimension: number | null;
  visits: readonly number[];
  shifts: readonly number[];
  served_max: number;
};

/** The cost, distance and duration that serving a visit would add. */
export type OfferMessage = {
  visit: number;
  shift: number;
  arrival_at: number;
  starts_at: number;
  cost: number;
  distance_meters: number;
  duration_seconds: number;
};

export type SolutionMessage = {
  routes: readonly {
    shift: number;
    stops: readonly TimedStopMessage[];
    skipped_soft_breaks: readonly number[];
    summary: SummaryMessage;
    violations: readonly ViolationMessage[];
  }[];
  unserved: readonly {
    visit: number;
    reasons: readonly ReasonMessage[];
    remedy: ReasonMessage | null;
  }[];
  bounds: readonly BoundMessage[];
  search: {
    iterations: number;
    improvements: readonly (readonly [iteration: number, cost: number])[];
    converged: boolean;
  };
  /** Absent if there are none. */
  offers?: readonly OfferMessage[];
};
