/** The published schema of the routing response. */
import Type from 'typebox';
import type { TProperties } from 'typebox';
import { snappedPositionSchema, speedsVersionSchema, warningSchema } from '../../api/index.js';
import { here, unit } from '../../validation/index.js';
import { DRIVING_LIMITS, REASONS, VISIT_LIMITS } from '../reasons.js';

const seconds = (description: string) =>
  Type.Integer({ description: `${description}, in seconds.`, ...unit('seconds') });
const meters = (description: string) => Type.Number({ description, ...unit('meters') });
const degrees = (description: string) => Type.Number({ description, ...unit('degrees') });
const money = (description: string) => Type.Number({ description, ...unit('money') });
const count = (description: string, minimum = 0) => Type.Integer({ minimum, description });
const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });

const timeSchema = Type.Union([Type.String(), Type.Integer()], {
  title: 'AnsweredTime',
  description:
    'A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format: unix`. Requests accept it as a `GivenTime`.',
  examples: ['2026-03-02T09:12:30+01:00'],
});
export const time = (description: string) => here(timeSchema, description);

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, Type.Optional(it)]));

const load = (description: string) =>
  Type.Record(Type.String(), Type.Number(), { description, examples: [{ weight: 160.5 }] });

const metadataOf = (whom: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description: `The \`metadata\` of ${whom} in the request.`,
    examples: [{ invoice: '2026-0317' }],
  });

const codeSchema = Type.Enum(Object.keys(REASONS), {
  title: 'ReasonCode',
  description: 'The code of a reason or violation; see docs/reasons.md.',
});

const stopSchema = Type.Object(
  {
    sequence: count('The index of the stop in the route, from 0.'),
    type: Type.Enum(['start', 'order', 'break', 'soft_break', 'reload', 'end'], {
      description: 'The type of the stop.',
    }),
    ...optional({
      location_id: text('Absent at places given inline, and on the road.'),
      order_id: text('Whose stop it is.'),
      stop_id: text(
        'The id of a stop of `pickups` or `dropoffs`, of a break or of a reload. Without an id of its own it is named by its position, such as `pickups/0`. A break without `stop_id` is a rest required by `driving_rules`.',
      ),
      visit: count('The number of the visit of a periodic order, from 1.', 1),
      metadata: metadataOf('the order'),
      kind: Type.Enum(['pickup', 'dropoff', 'service'], {
        description: 'Whether the load is picked up or delivered.',
      }),
    }),
    latitude: degrees('Where it is, WGS84.'),
    longitude: degrees('Where it is, WGS84.'),
    ...optional({
      snap_distance: meters(
        'The distance to the road used. Absent for breaks on the road, and if no road is used.',
      ),
      snapped_position: here(
        snappedPositionSchema,
        'The position on the road used; absent in the same cases as `snap_distance`.',
      ),
    }),
    arrival_time: time('The arrival.'),
    waiting_duration: seconds('Waiting before setup'),
    setup_duration: seconds('Setup before service'),
    service_start_time: time('The start of service: after arrival, waiting and setup.'),
    duration: seconds('Service'),
    departure_time: time('The departure.'),
    travel_duration: seconds('From the stop before'),
    travel_distance: meters(
      'The distance from the previous stop, which limits and costs are based on.',
    ),
    drawn_distance: Type.Optional(
      meters(
        'The length of the drawn line from the previous stop. It differs from `distance` if traffic makes another way faster. Absent if the line does not follow roads.',
      ),
    ),
    load_after: load('The load on board at departure, by dimension.'),
    earliness: seconds('Before the soft window that counts'),
    lateness: seconds('After the soft window that counts'),
    slack: seconds('How much later the vehicle may arrive and still keep all hard times'),
  },
  { title: 'RouteStop', description: 'A stop of a route.' },
);

const summaryFields = {
  distance: meters('On the road.'),
  duration: seconds('From start to end'),
  driving_duration: seconds('On the road'),
  service_duration: seconds('Setup, and service of orders and reloads'),
  waiting_duration: seconds('Waiting'),
  break_duration: seconds('Breaks'),
  overtime: seconds('After the end of the shift'),
  earliness: seconds('Before soft windows'),
  lateness: seconds('After soft windows'),
  stops: count('The number of stops that serve orders.'),
};

const terms = {
  total: money('The sum of all terms.'),
  ...optional({
    fixed: money('`fixed` of the vehicles.'),
    time: money('`per_hour` of the vehicles.'),
    distance: money('`per_kilometer` of the vehicles.'),
    stops: money('`per_stop` of the vehicles.'),
    waiting: money('`per_waiting_hour` of the vehicles.'),
    overtime: money('`per_overtime_hour` of the vehicles.'),
    soft_limits: money('`soft_limits` of the vehicles.'),
    soft_windows: money('The cost of missed soft windows.'),
    soft_breaks: money('The cost of soft breaks that are late or skipped.'),
    preferred_vehicles: money('`preferred_vehicles` of the orders, and territories of vehicles.'),
    nights: money('`per_night` of the vehicles.'),
    changes: money(
      '`stability`: visits of `plan` that another vehicle makes, and those made at other times.',
    ),
  }),
};
const costSchema = Type.Object(terms, {
  title: 'Cost',
  description: 'The cost, by term. Terms of 0 are left out.',
});
const planCostSchema = Type.Object(
  {
    ...terms,
    other_vehicles: Type.Optional(money('`other_vehicle_cost` of periodic orders.')),
    unserved: Type.Optional(money('`unserved_cost` of the orders.')),
  },
  { title: 'PlanCost', description: 'The cost, by term. Terms of 0 are left out.' },
);

const lineSchema = Type.Object(
  {
    type: Type.Literal('LineString', { description: 'The GeoJSON type.' }),
    coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      description: 'The positions: longitude, then latitude.',
      examples: [
        [
          [13.4, 52.5],
          [13.41, 52.52],
        ],
      ],
    }),
  },
  { title: 'LineString', description: 'A GeoJSON LineString.' },
);

const spanSchema = Type.Enum(['week', 'two_weeks', 'period'], {
  description: 'The span of a limit on several shifts. Absent for a limit on one shift.',
});
const limitSchema = Type.Enum(Object.keys({ ...DRIVING_LIMITS, ...VISIT_LIMITS }), {
  title: 'LimitField',
  description: 'The field of `driving_rules`, or of the `visits` of the order, that is not kept.',
});
const amount = Type.Number({
  description: 'The excess over what is allowed, in seconds, meters, days or units of load.',
});

const violationSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({
      amount,
      stop: count('The index in `stops`.'),
      dimension: text('Of a load.'),
      span: spanSchema,
      limit: limitSchema,
      relation: count('The index in `relations` of the request.'),
      orders: texts(
        'The orders whose visits violate the rule. A violation of two routes is listed once, on the later route.',
      ),
    }),
  },
  { title: 'Violation', description: 'A violation: a rule that a route breaks.' },
);

const routeStatisticsSchema = Type.Object(
  {
    ...summaryFields,
    orders: count('The number of visits served.'),
    max_load: load('The highest load on board, by dimension.'),
    cost: costSchema,
  },
  { title: 'RouteStatistics', description: 'The totals of the route.' },
);

const routeSchema = Type.Object(
  {
    vehicle_id: text('Copies of a vehicle are `v1#1`, `v1#2` …'),
    shift_id: text('The shift of the vehicle.'),
    date: Type.String({
      description: 'The local date on which the shift starts.',
      examples: ['2026-03-02'],
    }),
    metadata: Type.Optional(metadataOf('the vehicle')),
    polyline: Type.Optional(
      Type.Union([Type.String(), lineSchema], {
        title: 'RouteLine',
        description:
          'The line of the route, in the format of `options.geometry`; straight if costs are estimates.',
        examples: ['_p~iF~ps|U_ulLnnqC'],
      }),
    ),
    start_time: time(
      'The start of loading or the departure from the start; with an open start, the first arrival.',
    ),
    end_time: time(
      'The arrival at the end, after waiting and unloading; with an open end, the last departure.',
    ),
    stops: Type.Array(stopSchema, { description: 'The stops, in order.' }),
    skipped_soft_breaks: texts('Soft breaks of the shift that are due and skipped.'),
    statistics: routeStatisticsSchema,
    violations: Type.Array(violationSchema, {
      description: 'The rules that the route breaks; empty unless the mode is `check` or `insert`.',
    }),
  },
  { title: 'Route', description: 'The route of a vehicle in one shift.' },
);

const reasonSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({
      vehicle_id: text('The vehicle. If absent, the reason applies to every shift.'),
      shift_id: text('The shift of the vehicle.'),
      date: Type.String({
        description: 'The local date on which the shift starts.',
        examples: ['2026-03-02'],
      }),
      amount,
      dimension: text('Of a load.'),
      span: spanSchema,
      limit: limitSchema,
      attribute: text('The attribute that is missing, or that is forbidden.'),
      relation: count('The index in `relations` of the request.'),
      orders: texts('The orders that would break the rule together, or that the relation binds.'),
      visits: Type.Array(Type.Integer(), {
        description: 'The numbers of two visits of the order that do not suit each other.',
      }),
      route_position: Type.Enum(['first', 'last'], {
        description: 'The position that the order must have on its route.',
      }),
      order_id: text('Another order, whose stop would break the rule.'),
      stop_id: text('The stop of the order, if it has several.'),
      time: time('The time at which the rule would be violated.'),
      allowed_time: time('The nearest allowed time.'),
      cost: money('The cost that serving the order would add.'),
      unserved_cost: money('The cost of leaving the order unserved.'),
      alone: Type.Literal(true, {
        description:
          'If true, the shift would serve the order but for this rule. If absent, all such reasons that name the shift prevent it together.',
      }),
    }),
    comment: text('The same in a sentence.'),
  },
  { title: 'Reason', description: 'A reason why the order is unserved, verified by trying.' },
);

const unservedSchema = Type.Object(
  {
    order_id: text('The unserved order.'),
    ...optional({
      metadata: metadataOf('the order'),
      visits: Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'The unserved visits of a periodic order.',
        examples: [[2, 3]],
      }),
      suggestion: here(
        reasonSchema,
        'A change with which this plan would serve the order, verified by trying.',
      ),
    }),
    cost: money('The cost of all its unserved visits.'),
    reasons: Type.Array(reasonSchema, { description: 'The reasons why it is unserved.' }),
  },
  { title: 'UnservedOrder', description: 'An unserved order, with reasons.' },
);

const namedMax = (description: string) => texts(`${description} The first 20.`);

const causeSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({
      dimension: text('Of a load.'),
      attribute: text('The attribute that is missing, or that is forbidden.'),
    }),
    orders: count('The orders that are unserved for this reason.', 1),
    visits: count('The number of their visits.', 1),
    order_ids: namedMax('Which orders.'),
  },
  { title: 'UnservedCause', description: 'The number of orders that are unserved for one reason.' },
);

const boundSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({ dimension: text('Of a load.') }),
    visits: count('The number of visits that only these vehicles may serve.', 1),
    served_max: count('The most of them that any plan can serve.'),
    served: count('The number of them that this plan serves.'),
    vehicle_ids: namedMax('Which vehicles.'),
    order_ids: namedMax('Which orders.'),
    comment: text('The same in a sentence.'),
  },
  { title: 'Bound', description: 'A proof that every plan leaves some orders unserved.' },
);

const searchSchema = Type.Object(
  {
    iterations: count('The number of iterations of the search.'),
    duration: Type.Number({ description: 'The duration of the search.', ...unit('seconds') }),
    improvements: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      description: 'The time and cost of each improvement.',
      examples: [[[0.1, 214.5]]],
    }),
  },
  { title: 'SearchStatistics', description: 'Statistics of the search.' },
);

const planStatisticsSchema = Type.Object(
  {
    ...summaryFields,
    vehicles: count('The number of vehicles used.'),
    shifts: count('The number of routes.'),
    orders_served: count('The number of visits served.'),
    cost: planCostSchema,
    search: searchSchema,
  },
  { title: 'PlanStatistics', description: 'The totals of the plan.' },
);

export const routingResponseSchema = Type.Object(
  {
    status: Type.Enum(['Ok', 'Partial', 'Invalid'], {
      description:
        '`Ok`: all mandatory orders are served. `Partial`: some are not. `Invalid`: routes of the given plan break rules.',
    }),
    routes: Type.Array(routeSchema, { description: 'The routes, one for each used shift.' }),
    unserved: Type.Array(unservedSchema, { description: 'The unserved orders.' }),
    ...optional({
      unserved_summary: Type.Array(causeSchema, {
        description: 'The number of unserved orders by reason, most frequent first.',
      }),
      bounds: Type.Array(boundSchema, {
        description: 'Proofs that every plan leaves some orders unserved.',
      }),
    }),
    unused_vehicles: texts('Vehicles without a route, in the order of the request.'),
    statistics: planStatisticsSchema,
    travel_model: Type.Enum(['road', 'estimate', 'mixed', 'matrix'], {
      description: 'The source of travel costs; `matrix`: the matrix of the request.',
    }),
    attribution: Type.Optional(
      Type.String({
        description: 'The attribution of the road data; display it with the results.',
      }),
    ),
    speeds_version: Type.Optional(speedsVersionSchema),
    warnings: Type.Array(warningSchema, { description: 'Warnings about the request.' }),
  },
  {
    title: 'RoutingResponse',
    description: 'A plan: routes with their stops and times, and unserved orders.',
  },
);
