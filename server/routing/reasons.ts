/**
 * Why visits are unserved and which rules a plan breaks: the codes of the core, which are part of the API, the text of
 * each, and the change of the request that it suggests. `docs/reasons.md` has a section for each code.
 */

/** The details of a reason, with ids and names of the request. */
export type ReasonFacts = {
  vehicle_id?: string;
  amount?: number;
  dimension?: string;
  span?: 'week' | 'two_weeks' | 'period';
  limit?: LimitField;
  attribute?: string;
  relation?: number;
  orders?: readonly string[];
  visits?: readonly number[];
  route_position?: 'first' | 'last';
  order_id?: string;
  time?: string | number;
  allowed_time?: string | number;
  cost?: number;
  unserved_cost?: number;
  /** All other rules of the shift would be kept. */
  isAlone: boolean;
  /** Service would start too early, not too late. */
  isEarly: boolean;
  /** The windows of the order and those of its location never meet. */
  isApart: boolean;
};

/** The fields of `driving_rules` that state limits of a route, and what each of them limits. */
export const DRIVING_LIMITS = {
  max_driving_duration: 'Driving without a full break',
  max_working_duration: 'Time without a full break',
  max_daily_driving_duration: 'Driving on a day',
  extended_daily_driving_duration: 'Driving on an extended day',
  max_daily_duration: 'Length of a day',
  reduced_daily_rest_duration: 'Length of a day before a reduced daily rest',
  daily_rest_parts: 'Length of a day with a rest in two parts',
  daily_rest_duration: 'Length of a daily rest',
} as const;
type DrivingLimit = keyof typeof DRIVING_LIMITS;

/** The fields of `visits` that state how the visits of an order lie to one another, and how one is not kept. */
export const VISIT_LIMITS = {
  per: () => 'A visit would be outside the week or month that it is for',
  min_days_between: (facts) => `${visitsOf(facts)} would be too close together${by(facts, 'days')}`,
  max_days_between: (facts) => `${visitsOf(facts)} would be too far apart${by(facts, 'days')}`,
  weekdays: () => 'A visit would be on a weekday that is not one of its `weekdays`',
  day_patterns: () => 'The weekdays of its visits would be in none of its `day_patterns`',
  same_weekdays: (facts) => `Its visits would be on too many weekdays${by(facts, 'too many')}`,
  same_vehicle: (facts) => `${visitsOf(facts)} would be made by different vehicles`,
  same_time_tolerance: (facts) =>
    `${visitsOf(facts)} would be at times of day that differ too much${by(facts, 's')}`,
  partial: () => 'Not all of its visits can be served, and `partial` is not set',
} as const satisfies Readonly<Record<string, (facts: ReasonFacts) => string>>;
type VisitLimit = keyof typeof VISIT_LIMITS;

/** The limits of driving rules and of visits, by the names of their fields. */
export type LimitField = DrivingLimit | VisitLimit;

const isOfVisits = (limit: LimitField): limit is VisitLimit => Object.hasOwn(VISIT_LIMITS, limit);

type ReasonText = {
  says: (facts: ReasonFacts) => string;
  /** A change with which the visit would be served; absent: the order would have to allow it. */
  suggests?: (facts: ReasonFacts) => string;
  /** If the reason names no vehicle, its text states that it applies to every vehicle. */
  isOfVehicles?: true;
};

/** The visits of the order that a reason names, for the beginning of a sentence. */
const visitsOf = ({ visits = [] }: ReasonFacts): string =>
  visits.length > 1 ? `Visits ${visits.join(' and ')}` : 'Its visits';
const by = ({ amount }: ReasonFacts, unit: string): string =>
  amount === undefined ? '' : `: ${amount} ${unit}`;
const room = ({ isAlone }: ReasonFacts): string => (isAlone ? 'There is room, but it' : 'It');
/** For limits that apply to several shifts together. */
const per = ({ span }: ReasonFacts): string => (span === undefined ? '' : ` per ${SPANS[span]}`);
const SPANS = { week: 'week', two_weeks: 'two weeks', period: 'period' } as const;
const longer = (limit: string) => (facts: ReasonFacts) =>
  `Fits with ${facts.amount} s more in the limit${per(facts)} of ${limit}`;

export const REASONS = {
  no_vehicle: {
    says: () => 'There is no shift within the planning period',
  },
  unreachable: {
    says: () => 'Unreachable: no road leads to it and on from there',
  },
  attribute_missing: {
    says: (facts) => `${room(facts)} lacks the attribute ${facts.attribute}`,
    suggests: ({ attribute }) => `Fits with the attribute ${attribute}`,
    isOfVehicles: true,
  },
  attribute_forbidden: {
    says: (facts) => `${room(facts)} has the attribute ${facts.attribute}, which the order forbids`,
    suggests: ({ attribute }) => `Fits without the attribute ${attribute}`,
    isOfVehicles: true,
  },
  vehicle_not_allowed: {
    says: (facts) => `${room(facts)} is a vehicle that the order does not allow:`,
    isOfVehicles: true,
  },
  capacity: {
    says: ({ dimension, amount }) =>
      dimension === undefined
        ? 'Capacity: more reloads than allowed'
        : `Capacity ${dimension}: ${amount ?? 0} too much`,
    suggests: ({ amount, dimension }) => `Fits with ${amount} more ${dimension ?? ''}`.trimEnd(),
  },
  load_incompatible: {
    says: ({ orders }) =>
      orders === undefined
        ? 'A load on board must not be transported together with it'
        : `The loads of ${orders.join(' and ')} must not be transported together`,
  },
  time_window: {
    says: (facts) => {
      const { order_id, time, allowed_time, isEarly, isApart } = facts;
      if (isApart) return 'Its time windows and those of its location never meet';
      const whose = order_id === undefined ? 'Time window' : `Time window of ${order_id}`;
      const when = time === undefined ? '' : `, service would start at ${time}`;
      const allowed = allowed_time === undefined ? '' : ` instead of ${allowed_time}`;
      return `${whose}${by(facts, isEarly ? 's too early' : 's too late')}${when}${allowed}`;
    },
    suggests: ({ amount, order_id }) =>
      `Fits with a time window ${order_id === undefined ? '' : `of ${order_id} `}wider by ${amount} s`,
  },
  shift_time: {
    says: (facts) =>
      facts.time === undefined
        ? `Number of shifts${per(facts)}${by(facts, 'too many')}`
        : `Shift time${by(facts, 's missing')}, the route would end at ${facts.time} instead of ${facts.allowed_time}`,
    suggests: ({ amount, span }) =>
      span === undefined
        ? `Fits with ${amount} s of overtime`
        : `Fits with ${amount} more in the limit of shifts per ${SPANS[span]}`,
  },
  latest_start: {
    says: (facts) =>
      `Latest start${by(facts, 's too late')}, the route would start at ${facts.time} instead of ${facts.allowed_time}`,
    suggests: ({ amount }) => `Fits with a latest start ${amount} s later`,
  },
  shift_rest: {
    says: (facts) => `Rest between shifts${by(facts, 's too short')}`,
    suggests: ({ amount }) => `Fits with a rest between shifts shorter by ${amount} s`,
  },
  weekly_rest: {
    says: (facts) => `Weekly rest${by(facts, 's too late')}`,
  },
  duration: {
    says: (facts) => `Limit of duration${per(facts)}${by(facts, 's too long')}`,
    suggests: longer('duration'),
  },
  driving_duration: {
    says: (facts) => `Limit of driving time${per(facts)}${by(facts, 's too long')}`,
    suggests: longer('driving_duration'),
  },
  distance: {
    says: (facts) => `Limit of distance${per(facts)}${by(facts, 'm too far')}`,
    suggests: (facts) => `Fits with ${facts.amount} m more in the limit${per(facts)} of distance`,
  },
  stops: {
    says: (facts) => `Limit of stops${by(facts, 'too many')}`,
    suggests: ({ amount }) => `Fits with ${amount} more in the limit of stops`,
  },
  waiting_duration: {
    says: (facts) => `Limit of waiting time${by(facts, 's too long')}`,
    suggests: longer('waiting_duration'),
  },
  ride_duration: {
    says: (facts) => `Ride${by(facts, 's too long')}`,
    suggests: ({ amount }) => `Fits with rides ${amount} s longer`,
  },
  break: {
    says: () => 'A required break could not start within its time windows',
  },
  driving_rules: {
    says: ({ limit, amount }) => {
      if (limit === undefined || isOfVisits(limit))
        return 'The rests that driving asks for leave too little time';
      const less = limit === 'daily_rest_duration' ? 'less than' : 'more than';
      const much = amount === undefined ? '' : `${amount} s `;
      return `${DRIVING_LIMITS[limit]}: ${much}${less} ${limit} allows`;
    },
  },
  load_order: {
    says: ({ orders }) =>
      `The stops${orders === undefined ? '' : ` of ${orders.join(' and ')}`} would not unload in the required order`,
  },
  end_load: {
    says: ({ amount, dimension }) =>
      `The route would end with ${amount ?? 0} of ${dimension ?? 'a load'} on board`,
  },
  route_position: {
    says: ({ order_id, route_position }) =>
      route_position === undefined
        ? 'Stops that must be first or last on the route would not be'
        : `${order_id ?? 'It'} must be ${route_position} on the route and would not be`,
  },
  relation: {
    says: (facts) => {
      const { relation, orders = [] } = facts;
      const which = relation === undefined ? 'A relation' : `Relation ${relation}`;
      const whose = orders.length > 1 ? `of ${orders.join(', ')}` : 'with other orders';
      return `${which} ${whose} would be broken${by(facts, 's')}`;
    },
  },
  visit_spacing: {
    says: (facts) =>
      facts.limit === undefined || !isOfVisits(facts.limit)
        ? 'The spacing of its visits would be violated, or not all of them can be served'
        : VISIT_LIMITS[facts.limit](facts),
  },
  dock: {
    says: (facts) => {
      const when = facts.time === undefined ? '' : `, it would come at ${facts.time}`;
      const free =
        facts.allowed_time === undefined ? '' : ` and one is free at ${facts.allowed_time}`;
      return `All docks are taken${by(facts, 's too early')}${when}${free}`;
    },
  },
  lock: {
    says: () =>
      'The given plan leaves no room: its stops are locked, or nothing is added to its routes',
  },
  outside_period: {
    says: (facts) =>
      facts.time === undefined
        ? 'Outside the planning period: none of its time windows opens within it'
        : `Outside the planning period${by(facts, 's')}, its nearest time window is at ${facts.time}, the period at ${facts.allowed_time}`,
  },
  cheaper_unserved: {
    says: ({ cost, unserved_cost }) =>
      `Leaving it unserved costs ${unserved_cost}; serving it would add ${cost}` +
      ((cost ?? 0) < (unserved_cost ?? 0)
        ? ', but make worse what the objective minimizes before cost'
        : ''),
  },
  not_found_in_time: {
    says: () => 'No place was found for it before the search ended',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

export type ReasonCode = keyof typeof REASONS;

export const reasonText = (code: ReasonCode): ReasonText => REASONS[code];
