/** The document describes what is served: every route, every code, and the very schema that validates. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Compile } from 'typebox/compile';
import { ERRORS } from '../../server/errors.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
let document: any;
beforeAll(async () => {
  service = await startTestService();
  document = (await request(service.app).get('/engine/openapi.json').expect(200)).body;
});
afterAll(() => service.stop());

test('it is OpenAPI 3.1 and names every path', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).sort()).toEqual([
    '/engine/account/v1',
    '/engine/account/v1/usage',
    '/engine/health/live',
    '/engine/health/ready',
    '/engine/matrix',
    '/engine/matrix/v1',
    '/engine/openapi.json',
  ]);
});

test('every error code stands in some response', () => {
  const text = JSON.stringify(document.paths);
  for (const code of Object.keys(ERRORS)) {
    // A path that does not exist cannot be described.
    if (code !== 'unknown_path') expect(text).toContain(`\`${code}\``);
  }
});

test('the example in the document is answered, and the answer fits the response schema', async () => {
  const { post } = document.paths['/engine/matrix/v1'];
  const { example } = post.requestBody.content['application/json'];
  const response = await service.postMatrix(example).expect(200);
  const schema = document.components.schemas.MatrixResponse;
  expect(Compile(schema).Check(response.body)).toBe(true);
});

test('an error answer fits the error schema', async () => {
  const response = await service.postMatrix({ locations: 5 });
  expect(Compile(document.components.schemas.Error).Check(response.body)).toBe(true);
});

test('operation ids are unique and references lead somewhere', () => {
  const text = JSON.stringify(document);
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name);
  }
});
