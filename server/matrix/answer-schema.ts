/** The matrix response, as it is published. Apart from the request, since threads validate requests and know nothing of paths. */
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
    traffic_window_index: Type.Integer({ minimum: 0, description: 'Its position, from 0.' }),
    traffic_window_start_times: timesOfDay('When its intervals begin, local time.'),
    traffic_window_end_times: timesOfDay('When they end, these seconds included.'),
  },
  {
    title: 'TrafficWindow',
    description:
      'Times of the day at which travel takes equally long. It may have several intervals.',
  },
);

const locatedSchema = Type.Object(
  {
    location_id: Type.String({ description: 'As in the request.' }),
    time_zone: Type.String({ description: 'IANA name.' }),
    snap_distance: Type.Union([Type.Number(), Type.Null()], {
      description: 'To the road used; null where costs are estimates.',
      ...unit('meters'),
    }),
    snapped_position: Type.Optional(
      here(snappedPositionSchema, 'On the road used; absent where costs are estimates.'),
    ),
  },
  { title: 'LocatedPlace', description: 'Where a location was found.' },
);

const unreachableSchema = Type.Object(
  {
    source: Type.String({ description: 'Its `location_id`.' }),
    destination: Type.String({ description: 'Its `location_id`.' }),
  },
  { title: 'UnreachablePair', description: 'A pair that no road joins.' },
);

export const matrixResponseSchema = Type.Object(
  {
    status: Type.Literal('Ok', { description: 'A matrix is there or it is refused.' }),
    locations: Type.Array(locatedSchema, { description: 'As in the request, one for each.' }),
    traffic_windows: Type.Array(trafficWindowSchema, {
      description: 'What the seconds of `travel_costs` belong to, in this order.',
    }),
    travel_model: Type.Enum(['road', 'estimate', 'mixed'], {
      description: 'Where costs come from: roads of the map, estimates, or both.',
    }),
    travel_costs: Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }))),
      {
        description:
          'Source → destination → [meters, seconds in window 0, seconds in window 1, …]. A pair that was not asked for is left out.',
        examples: [{ depot: { airport: [15_240, 1080] } }],
      },
    ),
    attribution: Type.Optional(
      Type.String({ description: 'Whom the road data is owed to; show it with the results.' }),
    ),
    speeds_version: Type.Optional(speedsVersionSchema),
    unreachable: Type.Array(unreachableSchema, { description: 'Pairs that no road joins.' }),
    warnings: Type.Array(warningSchema, { description: 'Remarks on the request.' }),
  },
  { title: 'MatrixResponse', description: 'Distances and travel times.' },
);
