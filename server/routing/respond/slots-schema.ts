/** The answer to a question for slots as it is published. */
import Type from 'typebox';
import { unit } from '../../validation/index.js';
import { routingResponseSchema, time } from './schema.js';

const slotSchema = Type.Object(
  {
    start_time: Type.Optional(
      time('The window that may be offered opens; absent: it is open before.'),
    ),
    end_time: Type.Optional(time('It closes; absent: it is open after.')),
    vehicle_id: Type.String({
      description: 'Who would serve the order. Copies are `v1#1`, `v1#2` …',
    }),
    shift_id: Type.String({ description: 'The shift of the vehicle.' }),
    date: Type.String({
      description: 'Local date on which the shift starts.',
      examples: ['2026-03-02'],
    }),
    arrival_time: time('Arrival at the first stop of the order.'),
    service_start_time: time('When service starts there: after arrival, waiting and setup.'),
    cost: Type.Number({ description: 'What it adds to the cost of the plan.', ...unit('money') }),
    distance: Type.Number({ description: 'What it adds to the distance.', ...unit('meters') }),
    duration: Type.Integer({
      description: 'What it adds to the duration of the route, in seconds.',
      ...unit('seconds'),
    }),
  },
  { title: 'Slot', description: 'A window that can be kept, and what that adds to the plan.' },
);

const closedSlotSchema = Type.Object(
  {
    start_time: Type.Optional(time('The window opens; absent: it is open before.')),
    end_time: Type.Optional(time('It closes; absent: it is open after.')),
  },
  { title: 'UnavailableSlot', description: 'A window in which nobody can serve the order.' },
);

export const slotsResponseSchema = Type.Object(
  {
    order_id: Type.String({ description: 'The order that slots were sought for.' }),
    slots: Type.Array(slotSchema, { description: 'What can be offered, the cheapest first.' }),
    unavailable: Type.Array(closedSlotSchema, { description: 'What cannot, in order of time.' }),
    not_kept: Type.Array(Type.String(), {
      description:
        'Orders of `plan` that it cannot serve by its rules: slots were found as if they were not in it.',
    }),
    travel_model: routingResponseSchema.properties.travel_model,
    attribution: routingResponseSchema.properties.attribution,
    speeds_version: routingResponseSchema.properties.speeds_version,
    warnings: routingResponseSchema.properties.warnings,
  },
  { title: 'SlotsResponse', description: 'Which windows to offer for an order.' },
);
