/** How large a routing request may be, and the numbers in it. Beyond these lie slips of the keyboard, not plans. */

export const ORDER_COUNT_MAX = 10_000;
/** Visits of periodic orders spelled out. */
export const VISIT_COUNT_MAX = 100_000;
/** Copies of vehicles and repeats spelled out. */
export const SHIFT_COUNT_MAX = 100_000;
/** Travel costs are held for every pair of places. */
export const PLACE_COUNT_MAX = 5000;
/** Of all travel tables: as many as the core holds. */
export const TRAVEL_BYTES_MAX = 1_500_000_000;
export const PERIOD_DAYS_MAX = 400;
/** Days that are looked at for repeats of shifts, each some tenths of a microsecond. */
export const REPEAT_DAY_COUNT_MAX = 5_000_000;
/** Windows of orders, recurring ones spelled out. */
export const WINDOW_COUNT_MAX = 5_000_000;
/** Members of relations, spelled out for periodic orders. */
export const RELATION_MEMBER_COUNT_MAX = 1_000_000;

const WAITED_FOR_BOUNDS = {
  ...{ depth: 16, objects: 100_000, arrays: 100_000, names: 500_000, values: 1_000_000 },
};
/**
 * What a body may hold. Of a job, as much as 10,000 orders with a week of windows and many stops have; arrays and names
 * also for a matrix of the caller's own, as many pairs as a body has bytes for. What is waited for is smaller.
 */
export const JSON_BOUNDS = {
  sync: WAITED_FOR_BOUNDS,
  slots: WAITED_FOR_BOUNDS,
  async: { depth: 16, objects: 500_000, arrays: 2_500_000, names: 3_000_000, values: 12_000_000 },
};

export const LOCATION_COUNT_MAX = 20_000;
export const VEHICLE_COUNT_MAX = 10_000;
export const SHIFTS_OF_VEHICLE_MAX = 1000;
export const STOPS_OF_ORDER_MAX = 100;
export const WINDOWS_MAX = 1000;
export const RELATION_COUNT_MAX = 10_000;
export const DIMENSION_COUNT_MAX = 16;
export const LIST_LENGTH_MAX = 1000;
/** Of an area, and of each line around it. */
export const RINGS_MAX = 20;
export const RING_POSITIONS_MAX = 200;
/** Copies of vehicles with a territory, times orders: each pair may have a price. */
export const TERRITORY_PAIR_COUNT_MAX = 1_000_000;
export const BREAKS_OF_SHIFT_MAX = 20;
export const VISITS_COUNT_MAX = 1000;

export const ID_LENGTH_MAX = 256;
export const SECONDS_MAX = 366 * 86_400;
export const METERS_MAX = 1_000_000_000;
export const MONEY_MAX = 1_000_000_000;
export const AMOUNT_MAX = 1_000_000_000;
/** Of loads and capacities: they are planned with as integers. */
export const AMOUNT_DECIMALS_MAX = 6;

/** What is planned while the caller waits: as much as comes to a plan in that time, from a first plan on. */
export const SYNC_COUNTS_MAX = { visits: 2_000, shifts: 2_000, windows: 200_000 };

export const TIME_LIMIT_SECONDS_DEFAULT = 5;
/** In mode `insert`, where all but a few visits stay: by then places have been found for these. */
export const INSERT_SECONDS = { least: 0.5, perVisit: 0.05 } as const;
export const SYNC_TIME_LIMIT_SECONDS_MAX = 25;
export const TIME_LIMIT_SECONDS_MAX = 3600;
/** Of a job that names no limit: a tenth of a second a visit, but within these. */
export const JOB_SECONDS_MIN = 10;
export const JOB_SECONDS_MAX = 600;
