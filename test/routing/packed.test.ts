/** The names and columns that wait for an answer: packing must not lose anything. */
import { expect, test } from '@jest/globals';
import type { Names } from '../../server/routing/names.js';
import { packedColumns, unpackedColumns } from '../../server/routing/respond/columns.js';
import { packedNames, unpackedNames } from '../../server/routing/respond/packed-names.js';
import { problem } from './answer-fixture.js';

const names: Names = {
  places: [
    { locationId: 'depot', latitude: 52.5, longitude: 13.4, timeZone: 'Europe/Berlin' },
    { latitude: 38.7, longitude: -9.1, timeZone: 'Europe/Lisbon' },
    { locationId: 'shop', latitude: 52.25, longitude: 13.5, timeZone: 'Europe/Berlin' },
  ],
  vehicles: ['van'],
  shifts: [],
  travel: [{ profile: 'car', speedFactor: 1 }],
  orders: [
    { orderId: 'plain', unservedCost: 0, mandatory: true, periodic: false },
    {
      ...{ orderId: 'o2', unservedCost: 7, mandatory: false, periodic: true },
      metadata: { route: null },
    },
  ],
  stops: [
    { kind: 'dropoff' },
    { stopId: 'p', kind: 'pickup' },
    { kind: 'service', closed: [[null, 3]] },
  ],
  attributes: ['lift'],
  relations: [2],
  dimensions: [{ name: 'kg', scale: 1 }],
};

test('names survive packing as JSON', () => {
  const stored: unknown = JSON.parse(JSON.stringify(packedNames(names)));
  expect(unpackedNames(stored as ReturnType<typeof packedNames>)).toStrictEqual(names);
});

test('columns survive packing as JSON, also those of orders with attributes, rules or a position', () => {
  const given = problem();
  const [order] = given.orders;
  if (order === undefined) throw new Error('no order');
  const orders = [
    order,
    { ...order, required_attributes: [0], any_of_attributes: [[0]] },
    { ...order, route_position: 'last' as const },
  ];
  const stored: unknown = JSON.parse(JSON.stringify(packedColumns({ ...given, orders })));
  const columns = unpackedColumns(stored as ReturnType<typeof packedColumns>);
  expect(columns.orders).toStrictEqual([
    { required_attributes: [], any_of_attributes: [], rules: null },
    { required_attributes: [0], any_of_attributes: [[0]], rules: null },
    { required_attributes: [], any_of_attributes: [], rules: null, route_position: 'last' },
  ]);
  expect(columns.visits).toStrictEqual(
    given.visits.map(({ order: ofVisit, number, stops }) => ({ order: ofVisit, number, stops })),
  );
  expect(columns.stops).toStrictEqual(
    given.stops.map(({ visit, options }) => ({ visit, options })),
  );
  expect(columns.options).toStrictEqual(given.options.map(({ place }) => ({ place })));
  expect(columns.places).toStrictEqual(given.places.map(({ clock }) => ({ clock })));
});
