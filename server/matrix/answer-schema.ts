/**
 * The schema of the matrix response, for the OpenAPI document. It is separate from that of the request, because threads
 * validate requests and know nothing of HTTP paths.
 */
import Type from 'typebox';
import { snappedPositionSchema, speedsVersionSchema, warningSchema } from '../api/index.js';
import { TIME_OF_DAY_PATTERN } from '../time/index.js';
import { here, unit } from '../validation/index.js';

const timesOfDay = (description: string) =>
  Type.Array(Type.String({ pattern: TIME_OF_DAY_PATTERN }), {
    description,
    examples: [['07:00:00']],
  });

const trafficWindowSchema = Type.Object(
  {
    traffic_window_index: Type.Integer({
      minimum: 0,
      description: 'The index of the window, from 0.',
    }),
    traffic_window_start_times: timesOfDay('When its intervals begin, local time.'),
    traffic_window_end_times: timesOfDay('When they end, these seconds included.'),
  },
  {
    title: 'TrafficWindow',
    description:
      'A traffic window: one or more intervals of the day in which travel times are the same.',
  },
);

const locatedSchema = Type.Object(
  {
    location_id: Type.String({ description: 'The id, as in the request.' }),
    time_zone: Type.String({ description: 'The IANA name of the time zone.' }),
    snap_distance: Type.Union([Type.Number(), Type.Null()], {
      description: 'The distance to the road used; null if costs are estimates.',
      ...unit('meters'),
    }),
    snapped_position: Type.Optional(
      here(snappedPositionSchema, 'The position on the road used; absent if costs are estimates.'),
    ),
  },
  { title: 'LocatedPlace', description: 'A location and its position on the road network.' },
);

const unreachableSchema = Type.Object(
  {
    source: Type.String({ description: 'The `location_id`.' }),
    destination: Type.String({ description: 'The `location_id`.' }),
  },
  { title: 'UnreachablePair', description: 'A pair without a road connection.' },
);

export const matrixResponseSchema = Type.Object(
  {
    status: Type.Literal('Ok', { description: 'The status, always `Ok`.' }),
    locations: Type.Array(locatedSchema, {
      description: 'One entry for each location of the request, in its order.',
    }),
    traffic_windows: Type.Array(trafficWindowSchema, {
      description: 'The traffic windows of the travel times in `travel_costs`, in the same order.',
    }),
    travel_model: Type.Enum(['road', 'estimate', 'mixed'], {
      description: 'The source of the costs: road maps, estimates, or both.',
    }),
    travel_costs: Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }))),
      {
        description:
          'Costs as `travel_costs[source][destination] = [meters, seconds in window 0, seconds in window 1, …]`. Pairs that were not requested are left out.',
        examples: [{ depot: { airport: [15_240, 1080] } }],
      },
    ),
    attribution: Type.Optional(
      Type.String({
        description: 'The attribution of the road data; display it with the results.',
      }),
    ),
    speeds_version: Type.Optional(speedsVersionSchema),
    unreachable: Type.Array(unreachableSchema, { description: 'Pairs without a road connection.' }),
    warnings: Type.Array(warningSchema, { description: 'Warnings about the request.' }),
  },
  { title: 'MatrixResponse', description: 'A matrix of distances and travel times.' },
);
