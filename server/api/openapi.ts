/**
 * The OpenAPI 3.1 document, made from the routes themselves: what validates a request is what describes it.
 */
import Type, { type TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors.js';
import { ERROR_SCHEMA } from './error-schema.js';
import { jsonAnswer, type Operation, type Route } from './route.js';

/** Codes that any request may meet, by what a route takes. */
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
const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'request_too_large',
  'request_too_complex',
  'too_many_at_once',
  'unsupported_media_type',
  'overloaded',
];

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Routing: 'Who serves which order, when, and on which way.',
  Matrix: 'Distances and travel times between places.',
  Jobs: 'All jobs of the account: what takes longer than an answer may.',
  Maps: 'The road maps that costs are computed on, to be drawn.',
  Account: 'Credits, limits, usage, and what webhooks are signed with.',
  Service: 'Whether the service is well, and what it can do. No key needed.',
};

export type ApiInfo = { version: string };

export function openApiDocument(routes: readonly Route[], info: ApiInfo): Record<string, unknown> {
  const schemas: Record<string, unknown> = { Error: ERROR_SCHEMA };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    for (const [pathIdx, path] of route.paths.entries()) {
      paths[path] ??= {};
      const operationId = `${route.operation.operationId}${pathIdx === 0 ? '' : 'Latest'}`;
      paths[path][route.method] = { ...describe(route, schemas), operationId };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Route Engine',
      version: info.version,
      summary: 'Travel-cost matrices with traffic windows, and plans of routes, in local time.',
      description:
        'Send the key of your account in `x-api-key`. Every answer has `x-request-id`, `x-credits-charged` and, where the key is known, ' +
        '`x-credits-remaining`. Every refusal has the body `Error`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  };
}

/** The document at its own path; it describes that path as well. */
export function openApiRoute(routes: readonly Route[], info: ApiInfo): Route {
  const route: Route = {
    method: 'get',
    paths: ['/engine/openapi.json'],
    access: 'open',
    operation: {
      operationId: 'getOpenApi',
      tag: 'Service',
      summary: 'This document',
      description: 'OpenAPI 3.1. Needs no key.',
      answers: {
        200: {
          description: 'The document.',
          contentType: 'application/json',
          schema: Type.Object({ openapi: Type.String() }),
        },
      },
      errors: [],
    },
    handle: () => answer,
  };
  const document = jsonAnswer(200, openApiDocument([...routes, route], info));
  const answer = { ...document, isFixed: true };
  return route;
}

function describe(route: Route, schemas: Record<string, unknown>): Record<string, unknown> {
  const { operation } = route;
  return {
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: route.access === 'open' ? [] : [{ apiKey: [] }],
    parameters: parametersOf(route),
    ...(operation.requestBody === undefined
      ? {}
      : { requestBody: requestBodyOf(operation.requestBody, schemas) }),
    responses: { ...answersOf(operation, schemas), ...errorsOf(route) },
    ...(operation.callbacks === undefined
      ? {}
      : { callbacks: callbacksOf(operation.callbacks, schemas) }),
  };
}

function parametersOf({ access, operation }: Route): unknown[] {
  const path = (operation.pathParameters ?? []).map((parameter) => ({
    ...{ ...parameter, in: 'path', required: true },
  }));
  const asked = (operation.parameters ?? []).map((parameter) => ({ ...parameter, in: 'query' }));
  const query = [...path, ...asked];
  if (access !== 'key_and_body') return query;
  return [
    ...query,
    {
      name: 'idempotency-key',
      in: 'header',
      description: 'The same key with the same body is charged once in 24 hours.',
      schema: Type.String({ pattern: '^[!-~]{1,255}$' }),
    },
  ];
}

function requestBodyOf(
  body: NonNullable<Operation['requestBody']>,
  schemas: Record<string, unknown>,
): unknown {
  return {
    required: true,
    content: {
      'application/json': {
        schema: named(body.schemaName, body.schema, schemas),
        example: body.example,
      },
    },
  };
}

function answersOf(
  operation: Operation,
  schemas: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        ...(answer.headers === undefined ? {} : { headers: headersOf(answer.headers) }),
        content: {
          [answer.contentType]: { schema: named(answer.schemaName, answer.schema, schemas) },
        },
      },
    ]),
  );
}

function headersOf(headers: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: Type.String() },
    ]),
  );
}

function callbacksOf(
  callbacks: NonNullable<Operation['callbacks']>,
  schemas: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(callbacks).map(([name, { url, summary, description, schemaName, schema }]) => {
      const content = { 'application/json': { schema: named(schemaName, schema, schemas) } };
      const requestBody = { required: true, content };
      const responses = { '2XX': { description: 'It has been kept; it is not sent again.' } };
      return [name, { [url]: { post: { summary, description, requestBody, responses } } }];
    }),
  );
}

/** One response for each status, naming every code that can stand in it. */
function errorsOf({ access, operation }: Route): Record<string, unknown> {
  const codes = [
    ...OPEN_ERRORS,
    ...(access === 'open' ? [] : KEY_ERRORS),
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
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function named(
  name: string | undefined,
  schema: TSchema,
  schemas: Record<string, unknown>,
): unknown {
  if (name === undefined) return schema;
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}
