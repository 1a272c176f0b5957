/**
 * The OpenAPI 3.1 document, generated from the routes: the same schemas validate and describe a request.
 *
 * A route has one operation, at the first of its paths. `x-aliases` lists older names of the path, so that generated
 * code contains each operation once.
 */
import Type from 'typebox';
import { ERRORS, PROBLEMS, type ErrorCode } from '../errors.js';
import { ERROR_SCHEMA } from './error-schema.js';
import { placeExample, type Bounds } from './placed-example.js';
import { createPublisher, type FieldExamples, type Publisher } from './published.js';
import { HEADERS, type HeaderName } from './response-headers.js';
import {
  jsonAnswer,
  type DescribedAnswer,
  type DescribedPath,
  type Operation,
  type QueryParameter,
  type Route,
} from './route.js';
import { WARNINGS } from './warnings.js';

/** Error codes that any request may get, by the access of its route. */
const OPEN_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'method_not_allowed',
  'internal_error',
];
const KEY_ERRORS: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'https_required',
  'account_disabled',
  'rate_limited',
  'shutting_down',
  'timeout',
];
const THREADS_ERRORS: readonly ErrorCode[] = ['too_many_at_once', 'overloaded'];
const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'request_too_large',
  'request_too_complex',
  'too_many_at_once',
  'unsupported_media_type',
  'overloaded',
];

/** The headers of every answer, and of answers to requests with a key. */
const OPEN_HEADERS = ['x-request-id', 'x-credits-charged'] as const;
const KEY_HEADERS = ['x-credits-remaining', 'ratelimit', 'ratelimit-policy'] as const;
/** The additional headers of errors, by status. */
const ERROR_HEADERS: Readonly<Record<number, HeaderName>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
};

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Routing: 'Plan routes: which vehicle serves which order, when, and in which sequence.',
  Matrix: 'Distances and travel times between places.',
  Jobs: 'All jobs of the account, which run in the background.',
  Maps: 'The road maps that costs are computed on, as tiles to draw.',
  Speeds: "How fast roads are now. For operators' keys.",
  Account: 'Credits, limits, usage, and the secret that signs webhooks.',
  Service: 'The health and capabilities of the service. Requires no API key.',
};

export type ApiInfo = {
  version: string;
  examples: FieldExamples;
  /** The loaded maps, one of which contains the examples of requests. */
  maps: readonly Bounds[];
  /** Returns whether the operation at a path is deprecated. */
  isDeprecated: (path: string) => boolean;
};

export function openApiDocument(
  routes: readonly Route[],
  info: ApiInfo,
  others: readonly DescribedPath[] = [],
): Record<string, unknown> {
  const publisher = createPublisher(info.examples);
  publisher.publish(ERROR_SCHEMA);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const [path, ...aliases] = route.paths;
    paths[path] ??= {};
    paths[path][route.method] = {
      ...described(route.operation, route.access, publisher, info.maps),
      parameters: parametersOf(route, publisher),
      ...(info.isDeprecated(path) ? { deprecated: true } : {}),
      ...(aliases.length === 0 ? {} : { 'x-aliases': aliases }),
    };
  }
  for (const { path, method, operation, pathParameters } of others) {
    paths[path] ??= {};
    paths[path][method] = {
      ...described(operation, 'open', publisher, info.maps),
      parameters: [
        ...pathParameters.map((each) => ({
          ...parameter(each, publisher, 'path'),
          required: true,
        })),
        ...(operation.parameters ?? []).map((each) => parameter(each, publisher, 'query')),
      ],
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Route Engine',
      version: info.version,
      summary: 'Travel-cost matrices with traffic windows, and route optimization, in local time.',
      description:
        'Send the key of your account in `x-api-key`. Every answer has `x-request-id`, `x-credits-charged` and, where the key is known, ' +
        '`x-credits-remaining`. Every refusal has the body `ApiError`. `x-aliases` of an operation are other paths of the same: use the ' +
        'path that has the operation. `x-unit` of a field is what its number counts.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(publisher.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, { schema, ...header }]) => [
          name,
          { ...header, schema: publisher.publish(schema) },
        ]),
      ),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'An API key of your account, which the operator gives you.',
        },
      },
    },
    // The meanings of all codes, for programs that display them.
    'x-codes': { errors: titlesOf(ERRORS), problems: PROBLEMS, warnings: WARNINGS },
  };
}

const titlesOf = (errors: typeof ERRORS): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([code, { title }]) => [code, title]));

/** Returns the route of the document, which also describes this route. */
export function openApiRoute(
  routes: readonly Route[],
  info: ApiInfo,
  others: readonly DescribedPath[] = [],
): Route {
  const route: Route = {
    method: 'get',
    paths: ['/engine/openapi.json'],
    access: 'open',
    operation: {
      operationId: 'getOpenApi',
      tag: 'Service',
      summary: 'Get the OpenAPI document',
      description: 'OpenAPI 3.1. Requires no API key.',
      answers: {
        200: {
          description: 'The OpenAPI document.',
          contentType: 'application/json',
          headers: ['etag'],
          schema: Type.Object(
            { openapi: Type.String({ description: 'The version of OpenAPI.' }) },
            { title: 'OpenApi', description: 'An OpenAPI 3.1 document.' },
          ),
        },
      },
      errors: [],
    },
    handle: () => (answer ??= write()),
  };
  // Written for the first request: it takes a tenth of a second, and most processes are never asked for it.
  const write = () => ({
    ...jsonAnswer(200, openApiDocument([...routes, route], info, others)),
    isFixed: true,
  });
  let answer: ReturnType<typeof write> | undefined;
  return route;
}

function described(
  operation: Operation,
  access: Route['access'],
  publisher: Publisher,
  maps: readonly Bounds[],
): Record<string, unknown> {
  const { operationId, tag, summary, description, requestBody, callbacks } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: access === 'open' ? [] : [{ apiKey: [] }],
    ...(requestBody === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: publisher.publish(requestBody.schema),
                example: placeExample(requestBody.example, maps),
              },
            },
          },
        }),
    responses: {
      ...answersOf(operation, access, publisher),
      ...errorsOf(operation, access, publisher),
    },
    ...(callbacks === undefined ? {} : { callbacks: callbacksOf(callbacks, publisher) }),
  };
}

function parametersOf({ access, operation }: Route, publisher: Publisher): unknown[] {
  const path = (operation.pathParameters ?? []).map((each) => ({
    ...parameter(each, publisher, 'path'),
    required: true,
  }));
  const asked = (operation.parameters ?? [])
    .filter(({ isInWords }) => isInWords !== true)
    .map((each) => parameter(each, publisher, 'query'));
  const query = [...path, ...asked];
  // Free requests may be repeated without an idempotency key.
  if (access !== 'key_and_body' || operation.isFree === true) return query;
  const key: QueryParameter = {
    name: 'idempotency-key',
    description: 'Requests with the same key and body are charged once in 24 hours.',
    schema: Type.String({ pattern: '^[!-~]{1,255}$' }),
  };
  return [...query, parameter(key, publisher, 'header')];
}

function parameter(
  { name, description, required, schema }: QueryParameter,
  { publish }: Publisher,
  place: 'query' | 'header' | 'path',
) {
  return {
    ...{ name, in: place, description, schema: publish(schema, name) },
    ...(required === undefined ? {} : { required }),
  };
}

function answersOf(
  operation: Operation,
  access: Route['access'],
  publisher: Publisher,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: headersOf(access, answer.headers ?? []),
        content: { [answer.contentType]: { schema: publisher.publish(answer.schema) } },
        ...linksOf(answer),
      },
    ]),
  );
}

const linksOf = ({ links }: DescribedAnswer) => (links === undefined ? {} : { links });

function headersOf(access: Route['access'], more: readonly HeaderName[]): Record<string, unknown> {
  const names = [...OPEN_HEADERS, ...(access === 'open' ? [] : KEY_HEADERS), ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function callbacksOf(
  callbacks: NonNullable<Operation['callbacks']>,
  publisher: Publisher,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(callbacks).map(([name, { url, summary, description, schema }]) => {
      const content = { 'application/json': { schema: publisher.publish(schema) } };
      const requestBody = { required: true, content };
      const responses = {
        '2XX': { description: 'The message was received; it is not sent again.' },
        '4XX': { description: 'The message is sent again later, except after 410.' },
        '5XX': { description: 'The message is sent again later.' },
      };
      // The message has a signature, not an API key.
      const post = { summary, description, security: [], requestBody, responses };
      return [name, { [url]: { post } }];
    }),
  );
}

/** Returns one response per status, which lists every code with that status. */
function errorsOf(
  operation: Operation,
  access: Route['access'],
  publisher: Publisher,
): Record<string, unknown> {
  const codes = [
    ...OPEN_ERRORS,
    ...(access === 'open' ? [] : KEY_ERRORS),
    ...(access === 'key_and_threads' ? THREADS_ERRORS : []),
    ...(access === 'key_and_body' ? BODY_ERRORS : []),
    ...operation.errors,
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join(' '),
        headers: headersOf(access, ['link', ...[ERROR_HEADERS[status] ?? []].flat()]),
        content: { 'application/json': { schema: publisher.publish(ERROR_SCHEMA) } },
      },
    ]),
  );
}
