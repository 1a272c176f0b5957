/** An id that is used twice, and a reference to an id that the request does not have, is reported at its place. */
import { test } from '@jest/globals';
import { orderOf, requestOf, shiftOf, vehicleOf } from '../../support/routing-requests.js';
import { type ProblemCase, expectProblem, order, pair, shift, vehicle } from './fixture.js';

test.each<ProblemCase>([
  // Ids.
  [
    'a location twice',
    requestOf({
      locations: [...requestOf().locations, { location_id: 'd', latitude: 1, longitude: 1 }],
    }),
    '/locations/3/location_id',
    'duplicate_id',
  ],
  [
    'a vehicle twice',
    requestOf({ vehicles: [vehicleOf(), vehicleOf()] }),
    '/vehicles/1/vehicle_id',
    'duplicate_id',
  ],
  [
    'a vehicle with the name of a copy',
    requestOf({ vehicles: [vehicleOf({ count: 2 }), vehicleOf({ vehicle_id: 'v#2' })] }),
    '/vehicles/1/vehicle_id',
    'duplicate_id',
  ],
  [
    'a shift twice',
    vehicle({ shifts: [shiftOf({ shift_id: 's' }), shiftOf({ shift_id: 's' })] }),
    '/vehicles/0/shifts/1',
    'duplicate_id',
  ],
  [
    'a shift with the name of a position',
    vehicle({ shifts: [shiftOf(), shiftOf({ shift_id: 'shifts/0' })] }),
    '/vehicles/0/shifts/1',
    'duplicate_id',
  ],
  [
    'an order twice',
    requestOf({ orders: [orderOf(), orderOf()] }),
    '/orders/1/order_id',
    'duplicate_id',
  ],
  [
    'a stop twice',
    order({ ...pair, pickups: [{ stop_id: 'y', location: 'a' }] }),
    '/orders/0/dropoffs/0',
    'duplicate_id',
  ],
  [
    'a break twice',
    shift({
      breaks: [
        { break_id: 'x', duration: 1 },
        { break_id: 'x', duration: 1 },
      ],
    }),
    '/vehicles/0/shifts/0/breaks/1',
    'duplicate_id',
  ],
  [
    'a preferred vehicle twice',
    order({
      preferred_vehicles: [
        { vehicle_id: 'v', cost: 1 },
        { vehicle_id: 'v', cost: 2 },
      ],
    }),
    '/orders/0/preferred_vehicles/1/vehicle_id',
    'duplicate_id',
  ],
  // References.
  ['an unknown location', order({ location: 'x' }), '/orders/0/location', 'unknown_location'],
  [
    'an unknown start',
    shift({ start_location: 'x' }),
    '/vehicles/0/shifts/0/start_location',
    'unknown_location',
  ],
  [
    'an unknown place of a reload',
    shift({ reloads: [{ location: 'x' }] }),
    '/vehicles/0/shifts/0/reloads/0/location',
    'unknown_location',
  ],
  [
    'an unknown allowed vehicle',
    order({ allowed_vehicles: ['v', 'x'] }),
    '/orders/0/allowed_vehicles/1',
    'unknown_vehicle',
  ],
  [
    'a copy of a single vehicle',
    order({ forbidden_vehicles: ['v#1'] }),
    '/orders/0/forbidden_vehicles/0',
    'unknown_vehicle',
  ],
  [
    'an unknown preferred vehicle',
    order({ preferred_vehicles: [{ vehicle_id: 'x', cost: 1 }] }),
    '/orders/0/preferred_vehicles/0/vehicle_id',
    'unknown_vehicle',
  ],
  [
    'an unknown stop in after',
    order({ ...pair, dropoffs: [{ location: 'b', after: ['z'] }] }),
    '/orders/0/dropoffs/0/after/0',
    'unknown_stop',
  ],
])('%s', (_name, request, pointer, code) => {
  expectProblem(request, pointer, code);
});
