/**
 * The schema of the routing request: the single source of its types, its validation and its OpenAPI document.
 *
 * `read/` checks the rules that a schema cannot express.
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
    start_time: Type.Optional(time('The start: no route starts before it.')),
    end_time: Type.Optional(time('The end: no route ends after it.')),
  },
  'The period that contains all routes. Default: from the first start to the last end of the shifts.',
);

export const routingRequestSchema = Type.Object(
  {
    planning_period: Type.Optional(periodSchema),
    locations: Type.Optional(
      Type.Array(locationSchema, {
        maxItems: LOCATION_COUNT_MAX,
        description: 'Named locations, which other fields refer to by id.',
      }),
    ),
    vehicles: Type.Array(vehicleSchema, {
      minItems: 1,
      maxItems: VEHICLE_COUNT_MAX,
      description: 'The vehicles.',
    }),
    orders: Type.Array(orderSchema, {
      maxItems: ORDER_COUNT_MAX,
      description: 'The orders to serve.',
    }),
    relations: Type.Optional(
      Type.Array(relationSchema, {
        maxItems: RELATION_COUNT_MAX,
        description: 'Rules that bind several orders.',
      }),
    ),
    travel: Type.Optional(travelSchema),
    plan: Type.Optional(
      strictObject(
        'Plan',
        planFields,
        'An existing plan: the start of the search, the plan to check, or stops to lock.',
      ),
    ),
    objective: Type.Optional(objectiveSchema),
    options: Type.Optional(optionsSchema),
  },
  {
    additionalProperties: false,
    title: 'RoutingRequest',
    description: 'A routing problem: vehicles, orders, and the rules of the plan.',
    examples: [ROUTING_EXAMPLE],
  },
);
export type RoutingRequest = Static<typeof routingRequestSchema>;
