/** The question for slots: a routing request with a plan, an order, and the time windows that may be offered for it. */
import Type, { type Static } from 'typebox';
import { here } from '../../validation/index.js';
import { id, strictObject, timeWindowSchema } from './basics.js';
import { ID_LENGTH_MAX } from './limits.js';
import { routingRequestSchema } from './request.js';

/** Windows of a request, recurring ones spelled out. */
export const SLOT_COUNT_MAX = 500;
const WINDOWS_MAX = 100;

export const slotsSchema = strictObject(
  'SlotsQuestion',
  {
    order_id: id('The order that slots are sought for: one of `orders` that `plan` does not have.'),
    stop_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_LENGTH_MAX,
        description: 'Which of its stops the windows are for. Needed where it has several.',
      }),
    ),
    windows: Type.Array(here(timeWindowSchema, 'Within it service would start.'), {
      minItems: 1,
      maxItems: WINDOWS_MAX,
      description: `What may be offered. One that recurs is offered on each day of the planning period on which it opens; ${SLOT_COUNT_MAX} in all at most.`,
    }),
  },
  'What to find slots for.',
);
export type SlotsEntry = Static<typeof slotsSchema>;

export const slotsRequestSchema = Type.Object(
  { ...routingRequestSchema.properties, slots: slotsSchema },
  {
    additionalProperties: false,
    title: 'SlotsRequest',
    description: 'A routing request with the plan as it stands, and what to find slots for.',
  },
);
