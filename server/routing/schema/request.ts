/**
 * The routing request, written once: types, validation and the OpenAPI document come from here.
 *
 * What a schema cannot say of it is found in `read/`.
 */
import Type, { type Static } from 'typebox';
import { strictObject, time } from './basics.js';
import { ROUTING_EXAMPLE } from './example.js';
import { locationSchema, vehicleSchema } from './fleet.js';
import {
  LOCATION_COUNT_MAX,
  ORDER_COUNT_MAX,
  RELATION_COUNT_MAX,
  VEHICLE_COUNT_MAX,
} from './limits.js';
import { orderSchema, relationSchema } from './orders.js';
import { objectiveSchema, optionsSchema, planFields, travelSchema } from './settings.js';

export const periodSchema = strictObject(
  'PlanningPeriod',
  {
    start_time: Type.Optional(time('Nothing starts before it.')),
    end_time: Type.Optional(time('Nothing ends after it.')),
  },
  'Where routes lie, whole. Default: it spans the shifts.',
);

export const routingRequestSchema = Type.Object(
  {
    planning_period: Type.Optional(periodSchema),
    locations: Type.Optional(
      Type.Array(locationSchema, {
        maxItems: LOCATION_COUNT_MAX,
        description: 'Places that are named by an id.',
      }),
    ),
    vehicles: Type.Array(vehicleSchema, {
      minItems: 1,
      maxItems: VEHICLE_COUNT_MAX,
      description: 'Who may travel.',
    }),
    orders: Type.Array(orderSchema, {
      maxItems: ORDER_COUNT_MAX,
      description: 'What is to be served.',
    }),
    relations: Type.Optional(
      Type.Array(relationSchema, {
        maxItems: RELATION_COUNT_MAX,
        description: 'Rules between orders.',
      }),
    ),
    travel: Type.Optional(travelSchema),
    plan: Type.Optional(
      strictObject('Plan', planFields, 'Where to start from, what to check, what not to move.'),
    ),
    objective: Type.Optional(objectiveSchema),
    options: Type.Optional(optionsSchema),
  },
  {
    additionalProperties: false,
    title: 'RoutingRequest',
    description: 'Vehicles, orders, and what binds them.',
    examples: [ROUTING_EXAMPLE],
  },
);
export type RoutingRequest = Static<typeof routingRequestSchema>;
