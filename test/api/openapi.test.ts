/** The document describes what is served: every route, every code, and the very schema that validates. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Compile } from 'typebox/compile';
import { ERRORS } from '../../server/errors.js';
import { endOfJob, getFrom, pollJob } from '../support/jobs.js';
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
    '/engine/account/v1/webhook-secret',
    '/engine/health/live',
    '/engine/health/ready',
    '/engine/jobs/v1',
    '/engine/jobs/v1/events',
    '/engine/maps/v1/tiles/{z}/{x}/{y}.mvt',
    '/engine/matrix',
    '/engine/matrix/v1',
    '/engine/openapi.json',
    '/engine/routing',
    '/engine/routing/async',
    '/engine/routing/sync',
    '/engine/routing/v1',
    '/engine/routing/v1/async',
    '/engine/routing/v1/sync',
  ]);
});

test.each([
  ['/engine/routing/v1', ['delete', 'get']],
  ['/engine/matrix/v1', ['delete', 'get', 'post']],
  ['/engine/jobs/v1', ['get']],
  ['/engine/account/v1/webhook-secret', ['get', 'post']],
])('%s is there with %j', (path, methods) => {
  expect(Object.keys(document.paths[path]).toSorted()).toEqual(methods);
});

/** A path that does not exist cannot be described. Links to results are followed as they are given out, not put together. */
const UNDESCRIBED = new Set(['unknown_path', 'invalid_link', 'result_expired']);

test('every error code stands in some response', () => {
  const text = JSON.stringify(document.paths);
  for (const code of Object.keys(ERRORS)) {
    if (!UNDESCRIBED.has(code)) expect(text).toContain(`\`${code}\``);
  }
});

test.each([
  ['/engine/matrix/v1', 'MatrixResponse'],
  ['/engine/routing/v1/sync', 'RoutingResponse'],
])('the example of %s is answered, and the answer fits the response schema', async (path, name) => {
  const { example } = document.paths[path].post.requestBody.content['application/json'];
  const response = await service.postTo(path)(example).expect(200);
  // The first of the two: the other is the price of a dry run.
  const [schema] = document.components.schemas[name].anyOf;
  expect([...Compile(schema).Errors(response.body)]).toEqual([]);
});

test('a job fits what the document says of it, from its descriptor to its end', async () => {
  const fits = (name: string, body: unknown): void => {
    expect([...Compile(document.components.schemas[name]).Errors(body)]).toEqual([]);
  };
  const { post } = document.paths['/engine/routing/v1/async'];
  const { example } = post.requestBody.content['application/json'];
  const { body: job, headers } = await service
    .postTo('/engine/routing/v1/async')(example)
    .expect(202);
  fits('RoutingJobDescriptor', job);
  for (const name of Object.keys(post.responses[202].headers)) {
    expect(headers).toHaveProperty(name.toLowerCase());
  }
  fits('JobStatus', (await pollJob(service, job.JobId)).body);
  fits('JobStatus', await endOfJob(service, job.JobId));
  fits('JobPage', (await getFrom(service, '/engine/jobs/v1')).body);
  fits('WebhookSecret', (await getFrom(service, '/engine/account/v1/webhook-secret')).body);
});

test.each([
  ['/engine/routing/v1/async', '/options/webhook_url'],
  ['/engine/matrix/v1', '/webhook_url'],
])('%s says what is sent to %s', (path, field) => {
  const { jobEnded } = document.paths[path].post.callbacks;
  expect(Object.keys(jobEnded)).toEqual([`{$request.body#${field}}`]);
  const { name } =
    document.paths[path].post.requestBody.content['application/json'].schema.$ref.match(
      /schemas\/(?<name>\w+)/,
    ).groups;
  // The field is one that the request has.
  const schema = document.components.schemas[name];
  const [top, inner] = field.slice(1).split('/');
  const properties =
    inner === undefined ? schema.properties : schema.properties[top ?? ''].properties;
  expect(properties).toHaveProperty(inner ?? top ?? '');
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

/** The pattern that is published for a parameter of the usage report. */
function patternOf(name: string): RegExp {
  const { parameters } = document.paths['/engine/account/v1/usage'].get;
  const { pattern } = parameters.find((each: { name: string }) => each.name === name).schema;
  expect(typeof pattern).toBe('string');
  return new RegExp(pattern);
}

test.each([
  ['2026-01-31', true],
  ['2026-01-31T08:00Z', true],
  ['2026-01-31T08:00:59.123+05:45', true],
  ['2026-01-31T23:59:59-23:59', true],
  ['2024-02-29', true], // divisible by 4
  ['2000-02-29', true], // divisible by 400
  ['1900-02-29', false], // divisible by 100
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-01-31T24:00Z', false],
  ['2026-01-31T08:60Z', false],
  ['2026-01-31T08:00', false], // no offset: which place's time?
  ['2026-01-31T08:00:00.1234Z', false],
  ['2026-1-1', false],
  ['20260131', false],
  ['yesterday', false],
  ['', false],
])('the instant %j fits what the document says: %s, and the service agrees', async (text, fits) => {
  for (const name of ['from', 'to']) {
    expect([name, patternOf(name).test(text)]).toEqual([name, fits]);
    const response = await request(service.app)
      .get('/engine/account/v1/usage')
      .query({ from: '0000-01-01', to: '9999-12-31', [name]: text })
      .set('x-api-key', service.apiKey);
    expect([name, response.status]).toEqual([name, fits ? 200 : 400]);
  }
});

test('the pattern of instants knows the calendar: every day of 400 years and none beside them', () => {
  const pattern = patternOf('from');
  const two = (number: number): string => String(number).padStart(2, '0');
  const wrong: string[] = [];
  for (let year = 1900; year < 2300; year += 1) {
    for (let month = 0; month <= 13; month += 1) {
      // Day 0 of the following month is the last of this one; months 0 and 13 do not exist.
      const dayCount =
        month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
      for (let day = 0; day <= 32; day += 1) {
        const text = `${year}-${two(month)}-${two(day)}`;
        if (pattern.test(text) !== (day >= 1 && day <= dayCount)) wrong.push(text);
      }
    }
  }
  expect(wrong).toEqual([]);
});
