/** The published request schema: a valid example, the fields of the contract, and strict objects. */
import { expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE, routingRequestSchema } from '../../server/routing/index.js';
import { compiled } from '../support/routing-requests.js';

test('the published example is a valid request', () => {
  const { problem } = compiled(ROUTING_EXAMPLE);
  expect([problem.visits.length, problem.shifts.length]).toEqual([3, 1]);
});

test('the schema is plain JSON, and every object except metadata refuses unknown fields', () => {
  const open: string[] = [];
  const walk = (schema: any, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const isObject = schema.type === 'object' && schema.patternProperties === undefined;
    if (isObject && schema.additionalProperties !== false) open.push(path);
    for (const [name, part] of Object.entries(schema)) {
      if (name !== 'examples') walk(part, `${path}/${name}`);
    }
  };
  walk(JSON.parse(JSON.stringify(routingRequestSchema)), '');
  expect(open).toEqual([
    '/properties/vehicles/items/properties/metadata',
    '/properties/orders/items/properties/metadata',
  ]);
});

test('every part of the contract is published', () => {
  expect(Object.keys(routingRequestSchema.properties)).toEqual([
    'planning_period',
    'locations',
    'vehicles',
    'orders',
    'relations',
    'travel',
    'plan',
    'objective',
    'options',
  ]);
});
