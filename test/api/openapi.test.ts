/** The OpenAPI document describes what is served: every route, every code, and the schema that validates requests. */
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Compile } from 'typebox/compile';
import { WARNINGS } from '../../server/api/index.js';
import { ERRORS, PROBLEMS } from '../../server/errors.js';
import { REASONS } from '../../server/routing/reasons.js';
import { component, whole } from '../support/document.js';
import { endOfJob, getFrom, pollJob } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
let document: any;
beforeAll(async () => {
  service = await startTestService();
  document = (await request(service.app).get('/engine/openapi.json').expect(200)).body;
});
afterAll(() => service.stop());

test('it is the document from which the clients in sdk/ are generated (npm run build:sdk)', () => {
  expect(document).toEqual(JSON.parse(readFileSync('sdk/openapi.json', 'utf8')));
});

test('it is OpenAPI 3.1 and names every path', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).sort()).toEqual([
    '/engine/account/v1',
    '/engine/account/v1/keys',
    '/engine/account/v1/usage',
    '/engine/account/v1/webhook-secret',
    '/engine/health/live',
    '/engine/health/ready',
    '/engine/jobs/v1',
    '/engine/jobs/v1/events',
    '/engine/jobs/v1/outline',
    '/engine/jobs/v1/result',
    '/engine/maps/v1/tiles/{z}/{x}/{y}.mvt',
    '/engine/matrix/v1',
    '/engine/matrix/v1/price',
    '/engine/openapi.json',
    '/engine/results/v1/{file}',
    '/engine/routing/v1',
    '/engine/routing/v1/async',
    '/engine/routing/v1/price',
    '/engine/routing/v1/slots',
    '/engine/routing/v1/sync',
    '/engine/speeds/v1',
  ]);
});

test('an alias of a path is mentioned in its operation, which is listed once', () => {
  expect(document.paths['/engine/routing/v1/sync'].post['x-aliases']).toEqual([
    '/engine/routing/sync',
  ]);
  expect(document.paths['/engine/matrix/v1'].delete['x-aliases']).toEqual(['/engine/matrix']);
});

type Fields = [where: string, field: any][];

/** Every field of every component. */
const allFields = (): Fields =>
  Object.entries<any>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, schema]): Fields[number] => [
      `${name}.${field}`,
      schema,
    ]),
  );

test('every field has a description, and every plain field an example that fits it', () => {
  const fields = allFields();
  expect(fields.length).toBeGreaterThan(250);
  const withoutWords = fields.filter(([, { $ref, description }]) => !$ref && !description);
  expect(withoutWords.map(([where]) => where)).toEqual([]);
  const isPlain = ({ $ref, oneOf, anyOf, type, items, ...rest }: any): boolean =>
    !$ref &&
    !oneOf &&
    !anyOf &&
    type !== undefined &&
    type !== 'boolean' &&
    !rest.enum &&
    !items?.$ref;
  const plain = fields.filter(([, schema]) => isPlain(schema));
  const wrong = plain.filter(
    ([, { examples, ...schema }]) => !examples?.every((each: any) => Compile(schema).Check(each)),
  );
  expect(wrong.filter(([, { items }]) => !items?.items?.$ref).map(([where]) => where)).toEqual([]);
});

test('every default is a value that the field accepts', () => {
  const withDefault = allFields().filter(([, schema]) => schema.default !== undefined);
  expect(withDefault.length).toBeGreaterThan(30);
  const wrong = withDefault.filter(
    ([, schema]) => !Compile(whole(document, schema)).Check(schema.default),
  );
  expect(wrong.map(([where]) => where)).toEqual([]);
});

test('numbers with a unit state it in a keyword', () => {
  const { properties } = document.components.schemas.Order;
  expect(properties.duration['x-unit']).toBe('seconds');
  expect(document.components.schemas.VehicleLimits.properties.distance['x-unit']).toBe('meters');
  expect(document.components.schemas.Price.properties.credits['x-unit']).toBe('credits');
});

test('the published codes are those of the code', () => {
  const { schemas } = document.components;
  expect(schemas.ErrorCode.enum).toEqual(Object.keys(ERRORS));
  expect(schemas.Problem.properties.code.enum).toEqual(Object.keys(PROBLEMS));
  expect(schemas.WarningCode.enum).toEqual(Object.keys(WARNINGS));
  expect(schemas.ReasonCode.enum).toEqual(Object.keys(REASONS));
  for (const schema of [schemas.Violation, schemas.Reason, schemas.UnservedCause, schemas.Bound]) {
    expect(schema.properties.code.$ref).toBe('#/components/schemas/ReasonCode');
  }
});

test('each code of a problem or a warning is used where requests are read', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'errors.ts' && path !== 'api/warnings.ts')
    .map((path) => readFileSync(`server/${path}`, 'utf8'))
    .join('');
  const codes = [...Object.keys(PROBLEMS), ...Object.keys(WARNINGS)];
  expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

test('it contains nothing that client generators fail on', () => {
  const text = JSON.stringify(document);
  for (const keyword of ['patternProperties', 'uniqueItems', '"const"']) {
    expect([keyword, text.includes(keyword)]).toEqual([keyword, false]);
  }
  const untyped: unknown[] = [];
  JSON.parse(text, (_name, value: any) => {
    if (Array.isArray(value?.enum) && value.type === undefined) untyped.push(value);
    return value;
  });
  expect(untyped).toEqual([]);
  // An object inside another one is a component, or has no fields of its own.
  expect(
    allFields().filter(([, { properties, items }]) => properties ?? items?.properties),
  ).toEqual([]);
});

test.each([
  ['/engine/matrix/v1', '/engine/matrix/v1/price'],
  ['/engine/routing/v1/sync', '/engine/routing/v1/price'],
  ['/engine/routing/v1/async', '/engine/routing/v1/price'],
])('%s as a dry run costs what %s returns, and nothing is charged', async (path, price) => {
  const { example } = document.paths[path].post.requestBody.content['application/json'];
  const asked = await service.postTo(price)(example).expect(200);
  expect(asked.body).toEqual({ credits: expect.any(Number) });
  expect(asked.headers['x-credits-charged']).toBe('0');
  const dry = await service.postTo(`${path}?dry_run=true`)(example).expect(200);
  expect(dry.body).toEqual(asked.body);
});

test('requests too large for a synchronous answer are priced too', async () => {
  const locations = Array.from({ length: 250 }, (_, idx) => ({
    ...{ location_id: `l${idx}`, latitude: 48 + idx / 1000, longitude: 11 },
  }));
  const matrix = { locations, vehicle: {}, weekend: true };
  // 250 × 250 pairs and one window, at one credit for each 1,000 or part of it.
  const { body } = await service.postTo('/engine/matrix/v1/price')(matrix).expect(200);
  expect(body).toEqual({ credits: 63 });
  const orders = locations.map(({ location_id: location }, idx) => ({
    order_id: `o${idx}`,
    location,
  }));
  const shift = { start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T17:00:00' };
  const vehicles = [{ vehicle_id: 'v', shifts: [shift] }];
  const priced = await service.postTo('/engine/routing/v1/price')({ locations, vehicles, orders });
  // 250 visits and one shift.
  expect(priced.body).toEqual({ credits: 26 });
});

test.each([
  ['/engine/routing/v1', ['delete', 'get']],
  ['/engine/matrix/v1', ['delete', 'get', 'post']],
  ['/engine/jobs/v1', ['get']],
  ['/engine/account/v1/webhook-secret', ['get', 'post']],
])('%s is described with %j', (path, methods) => {
  expect(Object.keys(document.paths[path]).toSorted()).toEqual(methods);
});

/** A path that does not exist cannot be described, and neither can input that is not a request. */
const UNDESCRIBED = new Set([
  ...['unknown_path', 'invalid_link', 'result_expired'],
  ...['version_retired', 'slow_request', 'headers_too_large', 'address_too_long'],
]);

test('every error code is part of some response', () => {
  const text = JSON.stringify(document.paths);
  for (const code of Object.keys(ERRORS)) {
    if (!UNDESCRIBED.has(code)) expect(text).toContain(`\`${code}\``);
  }
});

test.each([
  ['/engine/matrix/v1', 'MatrixResponse'],
  ['/engine/routing/v1/sync', 'RoutingResponse'],
])('the example of %s is accepted, and the answer fits the response schema', async (path, name) => {
  const { example } = document.paths[path].post.requestBody.content['application/json'];
  const response = await service.postTo(path)(example).expect(200);
  const schema = component(document, name);
  expect([...Compile(schema).Errors(response.body)]).toEqual([]);
});

test('a job conforms to the document, from its descriptor to its end', async () => {
  const fits = (name: string, body: unknown): void => {
    expect([...Compile(component(document, name)).Errors(body)]).toEqual([]);
  };
  const { post } = document.paths['/engine/routing/v1/async'];
  const { example } = post.requestBody.content['application/json'];
  const { body: job, headers } = await service
    .postTo('/engine/routing/v1/async')(example)
    .expect(202);
  fits('RoutingJobDescriptor', job);
  for (const name of Object.keys(post.responses[202].headers)) {
    if (name !== 'idempotency-replayed') expect(headers).toHaveProperty(name.toLowerCase());
  }
  fits('JobStatus', (await pollJob(service, job.JobId)).body);
  fits('JobStatus', await endOfJob(service, job.JobId));
  fits('JobPage', (await getFrom(service, '/engine/jobs/v1')).body);
  fits('WebhookSecret', (await getFrom(service, '/engine/account/v1/webhook-secret')).body);
});

test.each([
  ['/engine/routing/v1/async', '/options/webhook_url'],
  ['/engine/matrix/v1', '/webhook_url'],
])('%s describes what is sent to %s', (path, field) => {
  const { jobEnded } = document.paths[path].post.callbacks;
  expect(Object.keys(jobEnded)).toEqual([`{$request.body#${field}}`]);
  const { name } =
    document.paths[path].post.requestBody.content['application/json'].schema.$ref.match(
      /schemas\/(?<name>\w+)/,
    ).groups;
  // The field is a field of the request.
  const schema = component(document, name);
  const [top, inner] = field.slice(1).split('/');
  const properties =
    inner === undefined ? schema.properties : schema.properties[top ?? ''].properties;
  expect(properties).toHaveProperty(inner ?? top ?? '');
});

test('an error answer conforms to the error schema', async () => {
  const response = await service.postMatrix({ locations: 5 });
  expect(Compile(component(document, 'ApiError')).Check(response.body)).toBe(true);
});

test('operation ids are unique, and all references resolve', () => {
  const text = JSON.stringify(document);
  const operations = Object.values(document.paths).flatMap((path: any) => Object.values<any>(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toContain('solveRouting');
  for (const [, linked] of text.matchAll(/"operationId":"(\w+)"/g)) expect(ids).toContain(linked);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name);
  }
});

/** The published pattern of a parameter of the usage report. */
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
  ['2026-01-31T08:00', false], // no offset: the time zone is unknown
  ['2026-01-31T08:00:00.1234Z', false],
  ['2026-1-1', false],
  ['20260131', false],
  ['yesterday', false],
  ['', false],
])('the instant %j fits the pattern: %s, and the service agrees', async (text, fits) => {
  for (const name of ['from', 'to']) {
    expect([name, patternOf(name).test(text)]).toEqual([name, fits]);
    const response = await request(service.app)
      .get('/engine/account/v1/usage')
      .query({ from: '0000-01-01', to: '9999-12-31', [name]: text })
      .set('x-api-key', service.apiKey);
    expect([name, response.status]).toEqual([name, fits ? 200 : 400]);
  }
});

test('the pattern of instants matches every day of 400 years and no other date', () => {
  const pattern = patternOf('from');
  const two = (number: number): string => String(number).padStart(2, '0');
  const wrong: string[] = [];
  for (let year = 1900; year < 2300; year += 1) {
    for (let month = 0; month <= 13; month += 1) {
      // Day 0 of the next month is the last day of this one; months 0 and 13 do not exist.
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
