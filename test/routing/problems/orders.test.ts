/** Each fault of an order is reported once, at its place. */
import { test } from '@jest/globals';
import { LISBON, MONDAY, requestOf } from '../../support/routing-requests.js';
import { type ProblemCase, expectProblem, order, orders, pair, window } from './fixture.js';

test.each<ProblemCase>([
  // Orders.
  ['no place', order({ location: undefined }), '/orders/0', 'no_place'],
  ['a place and stops', order({ ...pair, location: 'a' }), '/orders/0/location', 'place_and_stops'],
  [
    'alternatives and stops',
    order({ ...pair, alternative_locations: [{ location: 'd' }] }),
    '/orders/0/alternative_locations',
    'place_and_stops',
  ],
  [
    'stops after one another',
    order({ ...pair, pickups: [{ stop_id: 'x', location: 'a', after: ['y'] }] }),
    '/orders/0/pickups/0/after',
    'circular_after',
  ],
  [
    'a window that ends early',
    order({ time_windows: [window('12:00', '08:00')] }),
    '/orders/0/time_windows/0',
    'ends_before_start',
  ],
  [
    'a soft window that ends early',
    order({ soft_time_windows: [window('12:00', '08:00')] }),
    '/orders/0/soft_time_windows/0',
    'ends_before_start',
  ],
  [
    'a window of times and dates',
    order({ time_windows: [{ start_time: '08:00', end_time: `${MONDAY}T12:00` }] }),
    '/orders/0/time_windows/0',
    'mixed_window',
  ],
  [
    'weekdays with dates',
    order({ time_windows: [{ ...window('08:00', '12:00'), weekdays: ['MO'] }] }),
    '/orders/0/time_windows/0',
    'mixed_window',
  ],
  [
    'no time',
    order({ time_windows: [{ start_time: 'noon' }] }),
    '/orders/0/time_windows/0/start_time',
    'invalid_time',
  ],
  [
    'a date that does not exist',
    order({ release_time: '2026-02-30T08:00' }),
    '/orders/0/release_time',
    'invalid_time',
  ],
  [
    'a release after all windows',
    order({ time_windows: [window('08:00', '12:00')], release_time: `${MONDAY}T12:01` }),
    '/orders/0/release_time',
    'release_after_windows',
  ],
  [
    'an unknown time zone',
    order({ location: { ...LISBON, time_zone: 'Mars/Olympus' } }),
    '/orders/0/location/time_zone',
    'unknown_time_zone',
  ],
  [
    'one place in two zones',
    requestOf({
      orders: orders({ location: LISBON }, { location: { ...LISBON, time_zone: 'Europe/Berlin' } }),
    }),
    '/orders/1/location/time_zone',
    'conflicting_time_zone',
  ],
  [
    'seven decimals',
    order({ load: { weight: 0.1234567 } }),
    '/orders/0/load/weight',
    'too_many_decimals',
  ],
  ['a negative load', order({ load: { weight: -1 } }), '/orders/0/load/weight', 'out_of_range'],
  ['a priority of 101', order({ priority: 101 }), '/orders/0/priority', 'out_of_range'],
  // Periodic orders.
  [
    'more visits than weekdays',
    order({ visits: { count: 3, per: 'week', weekdays: ['MO', 'TH'] } }),
    '/orders/0/visits/weekdays',
    'visits_do_not_fit',
  ],
  [
    'more visits than days of a pattern',
    order({
      visits: { count: 2, per: 'week', min_days_between: 2, day_patterns: [['MO', 'TU'], ['TH']] },
    }),
    '/orders/0/visits/day_patterns',
    'visits_do_not_fit',
  ],
  [
    'more visits than days',
    order({ visits: { count: 4, per: 'week', min_days_between: 3 } }),
    '/orders/0/visits/count',
    'visits_do_not_fit',
  ],
  [
    'no such day in the period',
    order({ visits: { count: 1, per: 'planning_period', weekdays: ['SU'] } }),
    '/orders/0/visits/weekdays',
    'visits_do_not_fit',
  ],
  [
    'days between',
    order({ visits: { count: 1, per: 'week', min_days_between: 3, max_days_between: 2 } }),
    '/orders/0/visits/max_days_between',
    'max_below_min',
  ],
])('%s', (_name, request, pointer, code) => {
  expectProblem(request, pointer, code);
});
