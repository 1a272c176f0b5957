/**
 * The JSON of a routing request and its response, as defined in section 2 of the contract.
 *
 * Written from the contract, not derived from the schemas of the service: an oracle that shares its subject's view of
 * the input would share its mistakes.
 */

/** ISO 8601 with or without an offset, or Unix seconds. */
export type TimeText = string | number;

export type InlineLocation = { latitude: number; longitude: number; time_zone?: string };
export type LocationRef = string | InlineLocation;

export type TimeWindow = { start_time?: TimeText; end_time?: TimeText; weekdays?: string[] };
export type SoftTimeWindow = TimeWindow & {
  cost_per_hour_early?: number;
  cost_per_hour_late?: number;
};

export type Load = Record<string, number>;

export type LocationEntry = InlineLocation & {
  location_id: string;
  setup_duration?: number;
  time_windows?: TimeWindow[];
  docks?: number;
};

export type BreakEntry = {
  break_id?: string;
  duration: number;
  time_windows?: TimeWindow[];
  location?: LocationRef;
};
export type SoftBreakEntry = BreakEntry & { cost_per_hour_late?: number; skip_cost?: number };
export type ReloadEntry = {
  reload_id?: string;
  location: LocationRef;
  duration?: number;
  time_windows?: TimeWindow[];
  max_count?: number;
};

export type ShiftEntry = {
  shift_id?: string;
  start_location?: LocationRef | null;
  end_location?: LocationRef | null;
  start_time: TimeText;
  end_time: TimeText;
  latest_start_time?: TimeText;
  earliest_end_time?: TimeText;
  end_empty?: boolean;
  max_overtime?: number;
  attributes?: string[];
  repeat?: string;
  breaks?: BreakEntry[];
  soft_breaks?: SoftBreakEntry[];
  reloads?: ReloadEntry[];
};

export type SpanLimits = {
  duration?: number;
  driving_duration?: number;
  distance?: number;
  shifts?: number;
};
export type Limits = {
  duration?: number;
  driving_duration?: number;
  distance?: number;
  stops?: number;
  waiting_duration?: number;
  per_week?: SpanLimits;
  per_period?: SpanLimits;
};

export type Costs = {
  fixed?: number;
  per_hour?: number;
  per_kilometer?: number;
  per_stop?: number;
  per_waiting_hour?: number;
  per_overtime_hour?: number;
  per_night?: number;
};

export type DrivingRules = {
  preset?: string;
  max_driving_duration?: number;
  break_duration?: number;
  break_parts?: number[];
  max_working_duration?: number;
  max_daily_driving_duration?: number;
  max_daily_duration?: number;
  daily_rest_duration?: number;
  reduced_daily_rest_duration?: number;
  daily_rest_parts?: number[];
  max_reduced_daily_rests?: number;
  extended_daily_driving_duration?: number;
  max_extended_days_per_week?: number;
  weekly_rest_duration?: number;
  max_weekly_duration?: number;
  reduced_weekly_rest_duration?: number;
  weekly_rest_compensation_weeks?: number;
  compensation_rest_duration?: number;
  max_weekly_driving_duration?: number;
  max_two_week_driving_duration?: number;
};

export type HandlingEntry = { duration?: number; per_unit?: Record<string, number> };

export type SoftLimits = {
  duration?: { limit: number; cost_per_hour: number };
  distance?: { limit: number; cost_per_kilometer: number };
  stops?: { limit: number; cost_per_stop: number };
};

export type VehicleEntry = {
  vehicle_id: string;
  count?: number;
  type?: string;
  speed_factor?: number;
  service_factor?: number;
  capacity?: Load;
  attributes?: string[];
  costs?: Costs;
  limits?: Limits;
  soft_limits?: SoftLimits;
  driving_rules?: DrivingRules;
  rest_between_shifts?: number;
  loading?: HandlingEntry;
  unloading?: HandlingEntry;
  territory?: { area: { type: 'Polygon'; coordinates: number[][][] }; outside_cost: number };
  shifts: ShiftEntry[];
};

export type Kind = 'dropoff' | 'pickup' | 'service';

export type AlternativeEntry = { location: LocationRef; time_windows?: TimeWindow[] };

export type OrderStopEntry = {
  stop_id?: string;
  location: LocationRef;
  alternative_locations?: AlternativeEntry[];
  duration?: number;
  time_windows?: TimeWindow[];
  soft_time_windows?: SoftTimeWindow[];
  load?: Load;
  after?: string[];
};

export type VisitsEntry = {
  count: number;
  per: 'week' | 'month' | 'planning_period';
  min_days_between?: number;
  max_days_between?: number;
  weekdays?: string[];
  day_patterns?: string[][];
  prorate?: boolean;
  same_weekdays?: boolean;
  same_vehicle?: 'required' | 'preferred' | 'free';
  other_vehicle_cost?: number;
  same_time_tolerance?: number;
  partial?: boolean;
};

export type OrderEntry = {
  order_id: string;
  kind?: Kind;
  location?: LocationRef;
  duration?: number;
  setup_duration?: number;
  alternative_locations?: AlternativeEntry[];
  time_windows?: TimeWindow[];
  soft_time_windows?: SoftTimeWindow[];
  load?: Load;
  pickups?: OrderStopEntry[];
  dropoffs?: OrderStopEntry[];
  max_ride_duration?: number;
  load_order?: 'any' | 'lifo' | 'fifo';
  route_position?: 'any' | 'first' | 'last';
  load_type?: string;
  incompatible_load_types?: string[];
  visits?: VisitsEntry;
  required_attributes?: string[];
  any_of_attributes?: string[][];
  forbidden_attributes?: string[];
  allowed_vehicles?: string[];
  forbidden_vehicles?: string[];
  preferred_vehicles?: { vehicle_id: string; cost: number }[];
  release_time?: TimeText;
  mandatory?: boolean;
  priority?: number;
  unserved_cost?: number;
};

export type RelationType =
  | 'same_route'
  | 'same_vehicle'
  | 'different_vehicles'
  | 'sequence'
  | 'consecutive'
  | 'before'
  | 'simultaneous';
export type RelationEntry = {
  type: RelationType;
  orders: string[];
  vehicle_id?: string;
  min_gap?: number;
  max_gap?: number;
};

export type PlanStop = {
  type?: string;
  arrival_time?: TimeText;
  departure_time?: TimeText;
  /** Only stops of orders have one. */
  order_id?: string;
  stop_id?: string;
  visit?: number;
  lock?: 'none' | 'vehicle' | 'sequence' | 'time';
  location_id?: string;
  latitude?: number;
  longitude?: number;
  waiting_duration?: number;
  setup_duration?: number;
  duration?: number;
};
export type PlanRoute = { vehicle_id: string; shift_id?: string; date?: string; stops: PlanStop[] };

/** Source → destination → `[meters, seconds in window 0, seconds in window 1, …]`. */
export type CostTable = Record<string, Record<string, number[]>>;

/** The shape of a matrix response. Places without an id are named `latitude,longitude`. */
export type TravelTable = {
  locations?: { location_id: string; time_zone?: string }[];
  traffic_windows: { traffic_window_start_times: string[]; traffic_window_end_times: string[] }[];
  travel_costs: CostTable;
  weekend_travel_costs?: CostTable;
  /** `[meters, seconds]` without traffic. If absent, the shortest time of the pair in any window applies. */
  free_flow_travel_costs?: CostTable;
};

export type RoutingRequest = {
  planning_period?: { start_time?: TimeText; end_time?: TimeText };
  locations?: LocationEntry[];
  vehicles: VehicleEntry[];
  orders: OrderEntry[];
  relations?: RelationEntry[];
  travel?: { use_traffic?: boolean; matrix?: TravelTable };
  plan?: { routes: PlanRoute[] };
  objective?: {
    minimize?: string[];
    balance?: string;
    stability?: { vehicle_change_cost?: number; time_change_cost_per_minute?: number };
  };
  options?: {
    mode?: 'optimize' | 'check' | 'insert';
    time_format?: 'iso' | 'unix';
    geometry?: 'polyline' | 'polyline6' | 'geojson' | 'none';
    explain?: boolean;
    now?: TimeText;
    [name: string]: unknown;
  };
};

export type StopType = 'start' | 'order' | 'break' | 'soft_break' | 'reload' | 'end';

export type ResponseStop = {
  sequence: number;
  type: StopType;
  location_id?: string;
  latitude: number;
  longitude: number;
  order_id?: string;
  stop_id?: string;
  visit?: number;
  kind?: Kind;
  arrival_time: TimeText;
  waiting_duration: number;
  setup_duration: number;
  service_start_time: TimeText;
  duration: number;
  departure_time: TimeText;
  travel_duration: number;
  travel_distance: number;
  load_after: Load;
  earliness: number;
  lateness: number;
  slack: number;
};

export type CostTerms = Record<string, number>;

export type Statistics = {
  distance: number;
  duration: number;
  driving_duration: number;
  service_duration: number;
  waiting_duration: number;
  break_duration: number;
  overtime: number;
  earliness: number;
  lateness: number;
  stops: number;
  cost: CostTerms;
};

export type Violation = { code: string; amount?: number; stop?: number; dimension?: string };

export type ResponseRoute = {
  vehicle_id: string;
  shift_id: string;
  date: string;
  polyline?: string | { type: string; coordinates: number[][] } | null;
  start_time: TimeText;
  end_time: TimeText;
  stops: ResponseStop[];
  skipped_soft_breaks: string[];
  statistics: Statistics & { orders: number; max_load: Load };
  violations?: Violation[];
};

export type Reason = {
  code: string;
  vehicle_id?: string;
  shift_id?: string;
  amount?: number;
  dimension?: string;
  /** The span of a limit over several shifts. */
  span?: 'week' | 'two_weeks' | 'period';
  /** Another order, whose rules would be broken. */
  order_id?: string;
  comment?: string;
};
/** `visits`: all unserved visits of a periodic order. */
export type UnservedEntry = {
  order_id: string;
  visits?: number[];
  cost: number;
  reasons?: Reason[];
};

export type RoutingResponse = {
  status: string;
  routes: ResponseRoute[];
  unserved: UnservedEntry[];
  statistics: Statistics & { vehicles: number; shifts: number; orders_served: number };
  warnings?: { code: string; pointer?: string; comment?: string }[];
};
