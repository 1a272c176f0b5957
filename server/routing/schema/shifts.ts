/** The shifts of vehicles, with their breaks and reloads. */
import Type, { type Static } from 'typebox';
import {
  count,
  flag,
  id,
  ids,
  money,
  place,
  placeOrNull,
  seconds,
  strictObject,
  time,
  windows,
} from './basics.js';
import { BREAKS_OF_SHIFT_MAX, ORDER_COUNT_MAX } from './limits.js';

const breakFields = {
  break_id: Type.Optional(id('The id of the break. Default: its position, such as `breaks/0`.')),
  duration: seconds('The length of the break.'),
  time_windows: Type.Optional(windows('When it may start. Default: any time.')),
  location: Type.Optional(place('Where the break is taken. Default: wherever the vehicle is.')),
};
const breakSchema = strictObject('Break', breakFields, 'A mandatory break.');
export type BreakEntry = Static<typeof breakSchema>;

const softBreakSchema = strictObject(
  'SoftBreak',
  {
    ...breakFields,
    cost_per_hour_late: Type.Optional(
      money('The cost per hour by which the break starts after its window. Default: 0.'),
    ),
    skip_cost: Type.Optional(money('The cost of skipping the break when it is due. Default: 0.')),
  },
  'A break that may be late or skipped, at a cost.',
);

const reloadSchema = strictObject(
  'Reload',
  {
    reload_id: Type.Optional(
      id('The id of the reload. Default: its position, such as `reloads/0`.'),
    ),
    location: place('Where the vehicle unloads collected goods and loads the next deliveries.'),
    duration: Type.Optional(seconds('The time that the reload takes. Default: 0.')),
    time_windows: Type.Optional(windows('When it may start. Default: any time.')),
    max_count: Type.Optional(
      count('How often a route may use it. Default: unlimited.', ORDER_COUNT_MAX, 1),
    ),
  },
  'An optional stop at which a vehicle unloads and reloads during its route.',
);

export const shiftSchema = strictObject(
  'Shift',
  {
    shift_id: Type.Optional(
      id(
        'The id of the shift, unique within the vehicle. Default: its position, such as `shifts/0`.',
      ),
    ),
    start_location: Type.Optional(
      placeOrNull('Where the route starts. If absent or null, it starts at the first stop.'),
    ),
    end_location: Type.Optional(
      placeOrNull(
        'Where the route ends. If absent or null, it ends at the last stop. With `stay` (unless a location has that id) it also ends at the last stop, and the next route of the vehicle starts there instead of at its own `start_location`.',
      ),
    ),
    start_time: time('The earliest start of the route.'),
    end_time: time('The end of the shift. Work after it is overtime.'),
    latest_start_time: Type.Optional(
      time('The latest start of the route. Default: any time within the shift.'),
    ),
    earliest_end_time: Type.Optional(
      time(
        'The earliest end of the route: a vehicle that returns before then waits at the end. Default: any time.',
      ),
    ),
    end_empty: Type.Optional(
      flag(
        'If true, the vehicle must end its route empty: it unloads what it collected at a reload. Default: false.',
      ),
    ),
    max_overtime: Type.Optional(
      seconds('How long after `end_time` the route may end. Default: 0.'),
    ),
    attributes: Type.Optional(
      ids('Attributes that the vehicle has in this shift, in addition to its own.'),
    ),
    repeat: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'The days on which the shift repeats, as an RFC 5545 rule with FREQ, INTERVAL, BYDAY, COUNT and UNTIL.',
        examples: ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
      }),
    ),
    breaks: Type.Optional(
      Type.Array(breakSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Mandatory breaks.',
      }),
    ),
    soft_breaks: Type.Optional(
      Type.Array(softBreakSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Breaks that may be late or skipped, at a cost.',
      }),
    ),
    reloads: Type.Optional(
      Type.Array(reloadSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Places where the vehicle may unload and reload during its route.',
      }),
    ),
  },
  'A period in which the vehicle may make one route.',
);
export type ShiftEntry = Static<typeof shiftSchema>;
