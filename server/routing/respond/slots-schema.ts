/** The published schema of the answer to a slots request. */
import Type from 'typebox';
import { unit } from '../../validation/index.js';
import { routingResponseSchema, time } from './schema.js';

const slotSchema = Type.Object(
  {
    start_time: Type.Optional(time('The start of the window; absent if it has no start.')),
    end_time: Type.Optional(time('The end of the window; absent if it has no end.')),
    vehicle_id: Type.String({
      description:
        'The vehicle that would serve the order. Copies are named `v1#1`, `v1#2` and so on.',
    }),
    shift_id: Type.String({ description: 'The shift of the vehicle.' }),
    date: Type.String({
      description: 'The local date on which the shift starts.',
      examples: ['2026-03-02'],
    }),
    arrival_time: time('The arrival at the first stop of the order.'),
    service_start_time: time('The start of service there: after arrival, waiting and setup.'),
    cost: Type.Number({ description: 'The increase in the cost of the plan.', ...unit('money') }),
    distance: Type.Number({ description: 'The increase in distance.', ...unit('meters') }),
    duration: Type.Integer({
      description: 'The increase in the duration of the routes, in seconds.',
      ...unit('seconds'),
    }),
  },
  { title: 'Slot', description: 'A feasible window, and its effect on the plan.' },
);

const closedSlotSchema = Type.Object(
  {
    start_time: Type.Optional(time('The start of the window; absent if it has no start.')),
    end_time: Type.Optional(time('The end of the window; absent if it has no end.')),
  },
  { title: 'UnavailableSlot', description: 'A window in which no vehicle can serve the order.' },
);

export const slotsResponseSchema = Type.Object(
  {
    order_id: Type.String({ description: 'The order that the slots are for.' }),
    slots: Type.Array(slotSchema, { description: 'The feasible windows, cheapest first.' }),
    unavailable: Type.Array(closedSlotSchema, {
      description: 'The infeasible windows, in chronological order.',
    }),
    not_kept: Type.Array(Type.String(), {
      description:
        'Orders of `plan` that cannot be served without breaking a rule. Slots were computed without them.',
    }),
    travel_model: routingResponseSchema.properties.travel_model,
    attribution: routingResponseSchema.properties.attribution,
    speeds_version: routingResponseSchema.properties.speeds_version,
    warnings: routingResponseSchema.properties.warnings,
  },
  { title: 'SlotsResponse', description: 'The time slots of an order.' },
);
