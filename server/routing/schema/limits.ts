/** Limits on the size of a routing request and on the numbers in it. Larger values are mistakes, not plans. */

export const ORDER_COUNT_MAX = 10_000;
/** The number of visits; a periodic order has several. */
export const VISIT_COUNT_MAX = 100_000;
/** The number of vehicle copies, and of occurrences of shifts, counted for each copy. */
export const SHIFT_COUNT_MAX = 100_000;
export const EXCEPTION_COUNT_MAX = 1000;
/** A year: reductions of weekly rests are made up for within weeks. */
export const COMPENSATION_WEEK_COUNT_MAX = 52;
/** Bounds memory: travel costs are stored for every pair of places. */
export const PLACE_COUNT_MAX = 5000;
/** The size of all travel tables together; the core can hold no more. */
export const TRAVEL_BYTES_MAX = 1_500_000_000;
export const PERIOD_DAYS_MAX = 400;
/** The number of days examined for repeats of shifts. Each takes a few tenths of a microsecond. */
export const REPEAT_DAY_COUNT_MAX = 5_000_000;
/** The number of windows of orders; a recurring window counts once for each day of the planning period. */
export const WINDOW_COUNT_MAX = 5_000_000;
/** The number of members of relations; a periodic order counts once for each visit. */
export const RELATION_MEMBER_COUNT_MAX = 1_000_000;

const WAITED_FOR_BOUNDS = {
  ...{ depth: 16, objects: 100_000, arrays: 100_000, names: 500_000, values: 1_000_000 },
};
/**
 * Bounds on the JSON of a body. Those of a job fit 10,000 orders with a week of windows and many stops. Its arrays and
 * names also fit a matrix in the request with as many pairs as the bytes of a body allow. Synchronous requests are
 * smaller.
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
/** The number of rings of an area, and of positions of each ring. */
export const RINGS_MAX = 20;
export const RING_POSITIONS_MAX = 200;
/** The number of vehicle copies with a territory, times the number of orders: each pair may have a cost. */
export const TERRITORY_PAIR_COUNT_MAX = 1_000_000;
export const BREAKS_OF_SHIFT_MAX = 20;
/** The number of breaks and soft breaks of a shift, and of breaks of its route that have begun: bits of a set. */
export const BREAKS_WITH_BEGUN_MAX = 64;
/** The number of reloads that have begun one after the other: each is one more at every position of the search. */
export const RELOADS_UNDERWAY_MAX = 10;
export const VISITS_COUNT_MAX = 1000;

export const ID_LENGTH_MAX = 256;
export const SECONDS_MAX = 366 * 86_400;
export const METERS_MAX = 1_000_000_000;
export const MONEY_MAX = 1_000_000_000;
export const AMOUNT_MAX = 1_000_000_000;
/** The decimals of loads and capacities, which the core represents as scaled integers. */
export const AMOUNT_DECIMALS_MAX = 6;

/** The largest problem planned while the caller waits: at this size, the search still finds a first plan in time. */
export const SYNC_COUNTS_MAX = { visits: 2_000, shifts: 2_000, windows: 200_000 };

export const TIME_LIMIT_SECONDS_DEFAULT = 5;
/** The default time limit of mode `insert`: enough to place the few visits that the given plan does not contain. */
export const INSERT_SECONDS = { least: 0.5, perVisit: 0.05 } as const;
export const SYNC_TIME_LIMIT_SECONDS_MAX = 25;
export const TIME_LIMIT_SECONDS_MAX = 3600;
/** Bounds of the default time limit of a job, which is a tenth of a second per visit. */
export const JOB_SECONDS_MIN = 10;
export const JOB_SECONDS_MAX = 600;
