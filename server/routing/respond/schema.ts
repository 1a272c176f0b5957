/** The routing response as it is published. */
import Type from 'typebox';
import type { TProperties } from 'typebox';
import { snappedPositionSchema, speedsVersionSchema, warningSchema } from '../../api/index.js';
import { here, unit } from '../../validation/index.js';
import { REASONS } from '../reasons.js';

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
    'ISO 8601 with the offset of the place, or Unix seconds with `time_format: unix`. It may be sent back as a `GivenTime`.',
  examples: ['2026-03-02T09:12:30+01:00'],
});
export const time = (description: string) => here(timeSchema, description);

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, Type.Optional(it)]));

const load = (description: string) =>
  Type.Record(Type.String(), Type.Number(), { description, examples: [{ weight: 160.5 }] });

const metadataOf = (whom: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description: `What the request has as \`metadata\` of ${whom}.`,
    examples: [{ invoice: '2026-0317' }],
  });

const codeSchema = Type.Enum(Object.keys(REASONS), {
  title: 'ReasonCode',
  description: 'Why an order is unserved, or which rule a plan breaks; see docs/reasons.md.',
});

const stopSchema = Type.Object(
  {
    sequence: count('From 0 along the route.'),
    type: Type.Enum(['start', 'order', 'break', 'soft_break', 'reload', 'end'], {
      description: 'What is done there.',
    }),
    ...optional({
      location_id: text('Absent at places given inline, and on the road.'),
      order_id: text('Whose stop it is.'),
      stop_id: text(
        'The id of a stop of `pickups` or `dropoffs`, break or reload; one without an id is named by its position, such as `pickups/0`. A break without it is a rest that `driving_rules` ask for.',
      ),
      visit: count('Of a periodic order, from 1.', 1),
      metadata: metadataOf('the order'),
      kind: Type.Enum(['pickup', 'dropoff', 'service'], {
        description: 'What becomes of the load.',
      }),
    }),
    latitude: degrees('Where it is, WGS84.'),
    longitude: degrees('Where it is, WGS84.'),
    ...optional({
      snap_distance: meters('To the road used. Absent on the way and where no road is used.'),
      snapped_position: here(snappedPositionSchema, 'On the road used; absent as `snap_distance`.'),
    }),
    arrival_time: time('Arrival.'),
    waiting_duration: seconds('Waiting before setup'),
    setup_duration: seconds('Setup before service'),
    service_start_time: time('When service starts: after arrival, waiting and setup.'),
    duration: seconds('Service'),
    departure_time: time('Departure.'),
    travel_duration: seconds('From the stop before'),
    travel_distance: meters('From the stop before. Limits and costs count it.'),
    drawn_distance: Type.Optional(
      meters(
        'Of the way drawn from the stop before: another one where traffic makes it faster. Absent where none is drawn along roads.',
      ),
    ),
    load_after: load('On board on leaving, by dimension.'),
    earliness: seconds('Before the soft window that counts'),
    lateness: seconds('After the soft window that counts'),
    slack: seconds('How much later the vehicle may arrive and still keep all hard times'),
  },
  { title: 'RouteStop', description: 'A place on a route at which something is done.' },
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
  stops: count('Stops of orders.'),
};

const terms = {
  total: money('Sum of the others.'),
  ...optional({
    fixed: money('`fixed` of the vehicles.'),
    time: money('`per_hour` of the vehicles.'),
    distance: money('`per_kilometer` of the vehicles.'),
    stops: money('`per_stop` of the vehicles.'),
    waiting: money('`per_waiting_hour` of the vehicles.'),
    overtime: money('`per_overtime_hour` of the vehicles.'),
    soft_limits: money('`soft_limits` of the vehicles.'),
    soft_windows: money('Soft windows that are missed.'),
    soft_breaks: money('Soft breaks that are late or left out.'),
    preferred_vehicles: money('`preferred_vehicles` of the orders, and territories of vehicles.'),
    nights: money('`per_night` of the vehicles.'),
    changes: money(
      '`stability`: visits of `plan` that another vehicle makes, and those made at other times.',
    ),
  }),
};
const costSchema = Type.Object(terms, {
  title: 'Cost',
  description: 'Money, by what it is for. Terms of 0 are left out.',
});
const planCostSchema = Type.Object(
  {
    ...terms,
    other_vehicles: Type.Optional(money('`other_vehicle_cost` of periodic orders.')),
    unserved: Type.Optional(money('`unserved_cost` of the orders.')),
  },
  { title: 'PlanCost', description: 'Money, by what it is for. Terms of 0 are left out.' },
);

const lineSchema = Type.Object(
  {
    type: Type.Literal('LineString', { description: 'As GeoJSON has it.' }),
    coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      description: 'Longitude and latitude of each point.',
      examples: [
        [
          [13.4, 52.5],
          [13.41, 52.52],
        ],
      ],
    }),
  },
  { title: 'LineString', description: 'A line of GeoJSON.' },
);

const spanSchema = Type.Enum(['week', 'two_weeks', 'period'], {
  description: 'Of limits over several shifts. Absent: of one shift.',
});
const amount = Type.Number({ description: 'Seconds, meters or units beyond what is allowed.' });

const violationSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({
      amount,
      stop: count('Position in `stops`.'),
      dimension: text('Of a load.'),
      span: spanSchema,
      relation: count('Position in `relations` of the request.'),
      orders: texts('Whose visits break it. It is listed once, on the route of the later one.'),
    }),
  },
  { title: 'Violation', description: 'A rule that a route breaks.' },
);

const routeStatisticsSchema = Type.Object(
  {
    ...summaryFields,
    orders: count('Visits.'),
    max_load: load('Most on board, by dimension.'),
    cost: costSchema,
  },
  { title: 'RouteStatistics', description: 'What the route comes to.' },
);

const routeSchema = Type.Object(
  {
    vehicle_id: text('Copies of a vehicle are `v1#1`, `v1#2` …'),
    shift_id: text('The shift of the vehicle.'),
    date: Type.String({
      description: 'Local date on which the shift starts.',
      examples: ['2026-03-02'],
    }),
    metadata: Type.Optional(metadataOf('the vehicle')),
    polyline: Type.Optional(
      Type.Union([Type.String(), lineSchema], {
        title: 'RouteLine',
        description: 'The way on the map, straight where costs are estimates; as `geometry` asks.',
        examples: ['_p~iF~ps|U_ulLnnqC'],
      }),
    ),
    start_time: time('When loading begins or the start is left, or the first arrival.'),
    end_time: time('Arrival at the end with waiting and unloading, or the last departure.'),
    stops: Type.Array(stopSchema, { description: 'In the order in which they are made.' }),
    skipped_soft_breaks: texts('Soft breaks of the shift that are owed and left out.'),
    statistics: routeStatisticsSchema,
    violations: Type.Array(violationSchema, {
      description: 'Rules that the plan breaks; only mode `check` has any.',
    }),
  },
  { title: 'Route', description: 'What one shift of a vehicle does.' },
);

const reasonSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({
      vehicle_id: text('Absent: it holds of every shift.'),
      shift_id: text('The shift of the vehicle.'),
      date: Type.String({
        description: 'Local date on which the shift starts.',
        examples: ['2026-03-02'],
      }),
      amount,
      dimension: text('Of a load.'),
      span: spanSchema,
      attribute: text('That is missing, or may not be there.'),
      order_id: text('Another order, whose time window would be missed.'),
      stop_id: text('Which stop of the order, where it has several.'),
      time: time('When it would happen.'),
      allowed_time: time('The nearest time at which it may.'),
      cost: money('What serving it would add to the cost.'),
      unserved_cost: money('What leaving it out costs.'),
      alone: Type.Literal(true, {
        description:
          'Without this rule alone the shift would serve it. Absent: all without it that name the shift keep it out together.',
      }),
    }),
    comment: text('The same in a sentence.'),
  },
  { title: 'Reason', description: 'What keeps an order out of the plan, as was tried.' },
);

const unservedSchema = Type.Object(
  {
    order_id: text('The order that is left out.'),
    ...optional({
      metadata: metadataOf('the order'),
      visits: Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'Of a periodic order: those that are unserved.',
        examples: [[2, 3]],
      }),
      suggestion: here(
        reasonSchema,
        'A change with which it would be served in this plan, as was tried.',
      ),
    }),
    cost: money('Of all its visits that are unserved.'),
    reasons: Type.Array(reasonSchema, { description: 'What keeps it out.' }),
  },
  { title: 'UnservedOrder', description: 'An order that nobody serves, with why.' },
);

const namedMax = (description: string) => texts(`${description} The first 20.`);

const causeSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({
      dimension: text('Of a load.'),
      attribute: text('That is missing, or may not be there.'),
    }),
    orders: count('Orders that are left out for it.', 1),
    visits: count('Their visits.', 1),
    order_ids: namedMax('Which orders.'),
  },
  { title: 'UnservedCause', description: 'How many orders are left out for one cause.' },
);

const boundSchema = Type.Object(
  {
    code: codeSchema,
    ...optional({ dimension: text('Of a load.') }),
    visits: count('That only these vehicles may serve.', 1),
    served_max: count('No plan serves more of them.'),
    served: count('This one serves so many.'),
    vehicle_ids: namedMax('Which vehicles.'),
    order_ids: namedMax('Which orders.'),
    comment: text('The same in a sentence.'),
  },
  { title: 'Bound', description: 'A proof that some orders have to be left out.' },
);

const searchSchema = Type.Object(
  {
    iterations: count('Iterations of the search.'),
    duration: Type.Number({ description: 'How long it searched.', ...unit('seconds') }),
    improvements: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      description: 'Seconds and cost of each new best.',
      examples: [[[0.1, 214.5]]],
    }),
  },
  { title: 'SearchStatistics', description: 'How the search went.' },
);

const planStatisticsSchema = Type.Object(
  {
    ...summaryFields,
    vehicles: count('In use.'),
    shifts: count('Routes.'),
    orders_served: count('Visits.'),
    cost: planCostSchema,
    search: searchSchema,
  },
  { title: 'PlanStatistics', description: 'What all routes come to.' },
);

export const routingResponseSchema = Type.Object(
  {
    status: Type.Enum(['Ok', 'Partial', 'Invalid'], {
      description:
        'Ok: every mandatory order is served. Partial: some is not. Invalid: the plan that was to be checked breaks rules.',
    }),
    routes: Type.Array(routeSchema, { description: 'One for each shift that is used.' }),
    unserved: Type.Array(unservedSchema, { description: 'Orders that nobody serves.' }),
    ...optional({
      unserved_summary: Type.Array(causeSchema, {
        description: 'How many are unserved for what, the most frequent cause first.',
      }),
      bounds: Type.Array(boundSchema, { description: 'Proofs that some have to be left out.' }),
    }),
    unused_vehicles: texts('Vehicles without a route, in the order of the request.'),
    statistics: planStatisticsSchema,
    travel_model: Type.Enum(['road', 'estimate', 'mixed', 'matrix'], {
      description: 'Where travel costs come from; `matrix`: that of the request.',
    }),
    attribution: Type.Optional(
      Type.String({ description: 'Whom the road data is owed to; show it with the results.' }),
    ),
    speeds_version: Type.Optional(speedsVersionSchema),
    warnings: Type.Array(warningSchema, { description: 'Remarks on the request.' }),
  },
  { title: 'RoutingResponse', description: 'Who serves which order, when, on which way.' },
);
