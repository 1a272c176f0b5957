/** The routing response as it is published. */
import Type from 'typebox';
import type { TProperties } from 'typebox';

const seconds = (description: string) =>
  Type.Integer({ description: `${description}, in seconds.` });
const time = (description: string) =>
  Type.Union([Type.String(), Type.Integer()], {
    description: `${description}. ISO 8601 with the offset of the place, or Unix seconds with \`time_format: unix\`.`,
  });
const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, Type.Optional(it)]));

const load = (description: string) => Type.Record(Type.String(), Type.Number(), { description });

const stopSchema = Type.Object({
  sequence: Type.Integer({ minimum: 0, description: 'From 0 along the route.' }),
  type: Type.Enum(['start', 'order', 'break', 'soft_break', 'reload', 'end']),
  ...optional({
    location_id: Type.String({
      description: 'Absent at places given inline, and on the road.',
    }),
    order_id: Type.String(),
    stop_id: Type.String({
      description:
        'The id of a stop of `pickups` or `dropoffs`, break or reload; one without an id is named by its position, such as `pickups/0`. A break without it is a rest that `driving_rules` ask for.',
    }),
    visit: Type.Integer({ minimum: 1, description: 'Of a periodic order, from 1.' }),
    kind: Type.Enum(['pickup', 'dropoff', 'service']),
  }),
  latitude: Type.Number(),
  longitude: Type.Number(),
  arrival_time: time('Arrival'),
  waiting_duration: seconds('Waiting before setup'),
  setup_duration: seconds('Setup before service'),
  duration: seconds('Service'),
  departure_time: time('Departure'),
  travel_duration: seconds('From the stop before'),
  travel_distance: Type.Number({ description: 'From the stop before, in meters.' }),
  load_after: load('On board on leaving.'),
  lateness: seconds('After the soft window that counts'),
  slack: seconds('How much later the vehicle may arrive and still keep all hard times'),
});

const figures = {
  distance: Type.Number({ description: 'Meters.' }),
  duration: seconds('From start to end'),
  driving_duration: seconds('On the road'),
  service_duration: seconds('Setup, and service of orders and reloads'),
  waiting_duration: seconds('Waiting'),
  break_duration: seconds('Breaks'),
  overtime: seconds('After the end of the shift'),
  lateness: seconds('After soft windows'),
  stops: Type.Integer({ description: 'Stops of orders.' }),
};

const terms = optional({
  fixed: Type.Number(),
  time: Type.Number(),
  distance: Type.Number(),
  stops: Type.Number(),
  waiting: Type.Number(),
  overtime: Type.Number(),
  soft_windows: Type.Number(),
  soft_breaks: Type.Number(),
  preferred_vehicles: Type.Number(),
});
const cost = (more: TProperties) =>
  Type.Object(
    { total: Type.Number(), ...terms, ...more },
    { description: 'Money. Terms of 0 are left out.' },
  );

const lineString = Type.Object({
  type: Type.Literal('LineString'),
  coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
});

const span = Type.Enum(['week', 'period'], {
  description: 'Of limits over several shifts. Absent: of one shift.',
});

const violationSchema = Type.Object({
  code: Type.String(),
  ...optional({
    amount: Type.Number({ description: 'Seconds, meters or units beyond what is allowed.' }),
    stop: Type.Integer({ minimum: 0, description: 'Position in `stops`.' }),
    dimension: Type.String(),
    span,
    relation: Type.Integer({ minimum: 0, description: 'Position in `relations` of the request.' }),
    orders: Type.Array(Type.String(), {
      description: 'Whose visits break it. It is listed once, on the route of the later one.',
    }),
  }),
});

const routeSchema = Type.Object({
  vehicle_id: Type.String({ description: 'Copies of a vehicle are `v1#1`, `v1#2` …' }),
  shift_id: Type.String(),
  date: Type.String({ description: 'Local date on which the shift starts.' }),
  polyline: Type.Optional(
    Type.Union([Type.String(), lineString], {
      description: 'The way on the map, straight where costs are estimates; as `geometry` asks.',
    }),
  ),
  start_time: time('Departure from the start, or the first arrival'),
  end_time: time('Arrival at the end, or the last departure'),
  stops: Type.Array(stopSchema),
  statistics: Type.Object({
    ...figures,
    orders: Type.Integer({ description: 'Visits.' }),
    max_load: load('Most on board.'),
    cost: cost({}),
  }),
  violations: Type.Array(violationSchema, {
    description: 'Rules that the plan breaks; only mode `check` has any.',
  }),
});

const reasonFields = {
  code: Type.String(),
  ...optional({
    vehicle_id: Type.String({ description: 'Absent: it holds of every shift.' }),
    shift_id: Type.String(),
    date: Type.String(),
    amount: Type.Number({ description: 'Seconds, meters or units beyond what is allowed.' }),
    dimension: Type.String(),
    span,
    attribute: Type.String({ description: 'That is missing, or may not be there.' }),
    order_id: Type.String({ description: 'Another order, whose time window would be missed.' }),
    stop_id: Type.String(),
    time: time('When it would happen'),
    allowed_time: time('The nearest time at which it may'),
    cost: Type.Number({ description: 'What serving it would add to the cost.' }),
    unserved_cost: Type.Number(),
    alone: Type.Literal(true, {
      description:
        'Without this rule alone the shift would serve it. Absent: all without it that name the shift keep it out together.',
    }),
  }),
  comment: Type.String(),
};
const reasonSchema = Type.Object(reasonFields);

const causeSchema = Type.Object({
  code: Type.String(),
  ...optional({ dimension: Type.String(), attribute: Type.String() }),
  orders: Type.Integer({ minimum: 1 }),
  visits: Type.Integer({ minimum: 1 }),
  order_ids: Type.Array(Type.String(), { description: 'The first 20.' }),
});

const boundSchema = Type.Object({
  code: Type.String(),
  ...optional({ dimension: Type.String() }),
  visits: Type.Integer({ minimum: 1, description: 'That only these vehicles may serve.' }),
  served_max: Type.Integer({ minimum: 0, description: 'No plan serves more of them.' }),
  served: Type.Integer({ minimum: 0, description: 'This one serves so many.' }),
  vehicle_ids: Type.Array(Type.String(), { description: 'The first 20.' }),
  order_ids: Type.Array(Type.String(), { description: 'The first 20.' }),
  comment: Type.String(),
});

export const routingResponseSchema = Type.Object({
  status: Type.Enum(['Ok', 'Partial', 'Invalid'], {
    description:
      'Ok: every mandatory order is served. Partial: some is not. Invalid: the plan that was to be checked breaks rules.',
  }),
  routes: Type.Array(routeSchema),
  unserved: Type.Array(
    Type.Object({
      order_id: Type.String(),
      ...optional({
        visits: Type.Array(Type.Integer({ minimum: 1 }), {
          description: 'Of a periodic order: those that are unserved.',
        }),
        suggestion: Type.Object(reasonFields, {
          description: 'A change with which it would be served in this plan, as was tried.',
        }),
      }),
      cost: Type.Number({ description: 'Of all its visits that are unserved.' }),
      reasons: Type.Array(reasonSchema),
    }),
  ),
  ...optional({
    unserved_summary: Type.Array(causeSchema, {
      description: 'How many are unserved for what, the most frequent cause first.',
    }),
    bounds: Type.Array(boundSchema, { description: 'Proofs that some have to be left out.' }),
  }),
  statistics: Type.Object({
    ...figures,
    vehicles: Type.Integer({ description: 'In use.' }),
    shifts: Type.Integer({ description: 'Routes.' }),
    orders_served: Type.Integer({ description: 'Visits.' }),
    cost: cost({ unserved: Type.Optional(Type.Number()) }),
    search: Type.Object({
      iterations: Type.Integer(),
      duration: Type.Number({ description: 'Seconds.' }),
      improvements: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description: 'Seconds and cost of each new best.',
      }),
    }),
  }),
  travel_model: Type.Enum(['road', 'estimate', 'mixed', 'matrix'], {
    description: 'Where travel costs come from; `matrix`: that of the request.',
  }),
  attribution: Type.Optional(
    Type.String({ description: 'Whom the road data is owed to; show it with the results.' }),
  ),
  warnings: Type.Array(
    Type.Object({ code: Type.String(), pointer: Type.String(), comment: Type.String() }),
  ),
});

export const routingPriceSchema = Type.Object({ credits: Type.Integer({ minimum: 0 }) });
