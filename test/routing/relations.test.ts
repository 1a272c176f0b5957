/** Relations between visits: relations of periodic orders, expanded. */
import { expect, test } from '@jest/globals';
import { compiled, orderOf, requestOf, vehicleOf } from '../support/routing-requests.js';

const periodic = { visits: { count: 2, per: 'planning_period', min_days_between: 0 } };
/** Visits: `p` has 0 and 1, `q` has 2 and 3, `r` has 4. */
const ORDERS = [
  orderOf({ order_id: 'p', ...periodic }),
  orderOf({ order_id: 'q', ...periodic }),
  orderOf({ order_id: 'r' }),
];

const relationsOf = (relation: object) =>
  compiled(
    requestOf({ orders: ORDERS, vehicles: [vehicleOf({ count: 2 })], relations: [relation] }),
  ).problem.relations;

const NO_GAP = Number.MIN_SAFE_INTEGER;

test.each([
  [
    'before',
    ['p', 'q'],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    'sequence',
    ['r', 'p'],
    [
      [4, 0],
      [4, 1],
    ],
  ],
  [
    'same_route',
    ['p', 'r', 'q'],
    [
      [0, 4, 2],
      [1, 4, 3],
    ],
  ],
  ['same_vehicle', ['p', 'q'], [[0, 1, 2, 3]]],
  [
    'different_vehicles',
    ['p', 'q'],
    [
      [0, 2],
      [1, 3],
      [0, 3],
      [1, 2],
    ],
  ],
  [
    'different_vehicles',
    ['p', 'r'],
    [
      [0, 4],
      [1, 4],
    ],
  ],
])('%s of %j', (type, orders, visits) => {
  expect(relationsOf({ type, orders }).map((each) => each.visits)).toEqual(visits);
});

test('gaps of same_vehicle bind visits with equal numbers', () => {
  const relations = relationsOf({ type: 'same_vehicle', orders: ['p', 'q'], min_gap: 60 });
  expect(relations.map(({ visits, gap_seconds_min }) => [visits, gap_seconds_min])).toEqual([
    [[0, 1, 2, 3], NO_GAP],
    [[0, 2], 60],
    [[1, 3], 60],
  ]);
});

test('without gaps orders may overlap, but simultaneous ones start together', () => {
  const gapsOf = (type: string) =>
    relationsOf({ type, orders: ['p', 'r'] }).map((each) => [
      each.gap_seconds_min,
      each.gap_seconds_max,
    ])[0];
  expect(gapsOf('same_route')).toEqual([NO_GAP, null]);
  expect(gapsOf('simultaneous')).toEqual([0, 0]);
});

test('the vehicle of a relation is one of its copies', () => {
  expect(relationsOf({ type: 'before', orders: ['p', 'r'], vehicle_id: 'v' })[0]?.vehicles).toEqual(
    [0, 1],
  );
  expect(
    relationsOf({ type: 'before', orders: ['p', 'r'], vehicle_id: 'v#2' })[0]?.vehicles,
  ).toEqual([1]);
});
