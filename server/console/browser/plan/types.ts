/** The fields of plans and requests that the page reads; others pass through. The OpenAPI document has them all. */

export type Window = { start_time?: string | number; end_time?: string | number };
export type Place = string | { latitude: number; longitude: number };
export type Location = { location_id: string; latitude: number; longitude: number };
export type OrderStop = { stop_id?: string; location?: Place; [field: string]: unknown };
export type Order = {
  order_id: string;
  location?: Place;
  duration?: number;
  time_windows?: Window[];
  load?: Record<string, number>;
  pickups?: OrderStop[];
  dropoffs?: OrderStop[];
  [field: string]: unknown;
};
export type Shift = {
  shift_id?: string;
  start_location?: Place | null;
  end_location?: Place | null;
  start_time: string | number;
  end_time: string | number;
  [field: string]: unknown;
};
export type Vehicle = {
  vehicle_id: string;
  type?: string;
  count?: number;
  shifts: Shift[];
  [field: string]: unknown;
};
export type PlanRequest = {
  locations?: Location[];
  vehicles: Vehicle[];
  orders: Order[];
  plan?: unknown;
  options?: Record<string, unknown>;
  [field: string]: unknown;
};

export type StopType = 'start' | 'order' | 'break' | 'soft_break' | 'reload' | 'end';
export type Lock = 'none' | 'vehicle' | 'sequence' | 'time';
export type Stop = {
  type: StopType;
  location_id?: string;
  order_id?: string;
  stop_id?: string;
  visit?: number;
  kind?: string;
  latitude: number;
  longitude: number;
  arrival_time: string;
  waiting_duration: number;
  setup_duration: number;
  duration: number;
  departure_time: string;
  travel_duration: number;
  travel_distance: number;
  lateness: number;
  slack?: number;
};
export type Cost = { total: number } & Record<string, number>;
export type Figures = {
  distance: number;
  duration: number;
  driving_duration: number;
  service_duration: number;
  waiting_duration: number;
  break_duration: number;
  lateness: number;
  overtime: number;
  stops: number;
  cost: Cost;
};
export type Violation = {
  code: string;
  amount?: number;
  dimension?: string;
  stop?: number;
  orders?: string[];
};
export type Route = {
  vehicle_id: string;
  shift_id: string;
  date: string;
  polyline?: string | { coordinates: [longitude: number, latitude: number][] };
  start_time: string;
  end_time: string;
  stops: Stop[];
  statistics: Figures;
  violations: Violation[];
};
export type Unserved = {
  order_id: string;
  cost: number;
  reasons: { code: string; comment: string }[];
  suggestion?: { comment: string };
};
export type Plan = {
  status: 'Ok' | 'Partial' | 'Invalid';
  routes: Route[];
  unserved: Unserved[];
  statistics: Figures & {
    vehicles: number;
    shifts: number;
    orders_served: number;
    search: { duration: number; iterations: number; improvements: [number, number][] };
  };
  travel_model: string;
  attribution?: string;
  warnings: { code: string; pointer: string; comment: string }[];
};
