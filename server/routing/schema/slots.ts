/** The slots request: a routing request with a plan, an order, and the time windows that may be offered for it. */
import Type, { type Static } from 'typebox';
import { here } from '../../validation/index.js';
import { id, strictObject, timeWindowSchema } from './basics.js';
import { ID_LENGTH_MAX } from './limits.js';
import { routingRequestSchema } from './request.js';

/** The number of windows of a request; a recurring window counts once for each day on which it opens. */
export const SLOT_COUNT_MAX = 500;
const WINDOWS_MAX = 100;

export const slotsSchema = strictObject(
  'SlotsQuestion',
  {
    order_id: id('The order to find time slots for: one of `orders` that is not in `plan`.'),
    stop_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_LENGTH_MAX,
        description: 'The stop that the windows apply to. Required if the order has several stops.',
      }),
    ),
    windows: Type.Array(here(timeWindowSchema, 'A window in which service would start.'), {
      minItems: 1,
      maxItems: WINDOWS_MAX,
      description: `The windows to consider. A recurring window counts once for each day of the planning period on which it opens; at most ${SLOT_COUNT_MAX} in total.`,
    }),
  },
  'The order and windows to find time slots for.',
);
export type SlotsEntry = Static<typeof slotsSchema>;

export const slotsRequestSchema = Type.Object(
  { ...routingRequestSchema.properties, slots: slotsSchema },
  {
    additionalProperties: false,
    title: 'SlotsRequest',
    description: 'A routing request with the current plan, and the order to find time slots for.',
  },
);
