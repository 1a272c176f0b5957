/** Each fault of a given plan is reported once, at its place. */
import { test } from '@jest/globals';
import { orderOf, requestOf, vehicleOf } from '../../support/routing-requests.js';
import { type ProblemCase, expectProblem, pair, plan } from './fixture.js';

test.each<ProblemCase>([
  [
    'a stop twice',
    plan({ stops: [{ order_id: 'o' }, { order_id: 'o' }] }),
    '/plan/routes/0/stops/1',
    'duplicate_id',
  ],
  [
    'a planned order that is not there',
    plan({ stops: [{ order_id: 'x' }] }),
    '/plan/routes/0/stops/0/order_id',
    'unknown_order',
  ],
  [
    'a planned vehicle that is not there',
    plan({ vehicle_id: 'x' }),
    '/plan/routes/0/vehicle_id',
    'unknown_vehicle',
  ],
  [
    'a planned shift that is not there',
    plan({ shift_id: 'x' }),
    '/plan/routes/0/shift_id',
    'unknown_shift',
  ],
  [
    'a planned date that is not there',
    plan({ date: '2026-03-03' }),
    '/plan/routes/0/date',
    'unknown_date',
  ],
  [
    'which copy',
    plan({}, { vehicles: [vehicleOf({ count: 2 })] }),
    '/plan/routes/0/vehicle_id',
    'which_copy',
  ],
  [
    'which date',
    plan({}, { vehicles: [vehicleOf({}, { repeat: 'FREQ=DAILY;COUNT=2' })] }),
    '/plan/routes/0/date',
    'which_date',
  ],
  [
    'which visit',
    plan({}, { orders: [orderOf({ visits: { count: 2, per: 'week', min_days_between: 0 } })] }),
    '/plan/routes/0/stops/0/visit',
    'which_visit',
  ],
  [
    'a visit that is not there',
    plan({ stops: [{ order_id: 'o', visit: 2 }] }),
    '/plan/routes/0/stops/0/visit',
    'unknown_visit',
  ],
  [
    'a planned stop that is not there',
    plan({ stops: [{ order_id: 'o', stop_id: 'x' }] }),
    '/plan/routes/0/stops/0/stop_id',
    'unknown_stop',
  ],
  [
    'half of a visit',
    plan({ stops: [{ order_id: 'o', stop_id: 'x' }] }, { orders: [orderOf(pair)] }),
    '/plan/routes/0/stops/0',
    'incomplete_visit',
  ],
  ['no plan to check', requestOf({ options: { mode: 'check' } }), '/plan', 'missing_field'],
])('%s', (_name, request, pointer, code) => {
  expectProblem(request, pointer, code);
});
