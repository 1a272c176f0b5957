/** `/engine/account/v1/`: the credits, limits, usage, keys and webhook secret of an account. */
import Type from 'typebox';
import type { Accounts, UsageGroup } from '../accounts/index.js';
import { ApiError, type ApiProblem } from '../errors.js';
import { DAY_MS } from '../time/index.js';
import { pointerTo, unit } from '../validation/index.js';
import { instantSchema, parseInstant } from './instant.js';
import { keyListRoute } from './key-list-route.js';
import { jsonAnswer, type Route } from './route.js';
import { webhookSecretRoutes } from './webhook-secret-routes.js';

/** The period of `usage` if `from` is absent. */
const USAGE_DAYS = 30;

const USAGE_GROUPS = ['day', 'endpoint', 'key'] as const satisfies UsageGroup[];
const usageGroupSchema = Type.Enum([...USAGE_GROUPS], {
  description: 'How requests are grouped.',
});

const accountSchema = Type.Object(
  {
    account_id: Type.String({
      description: 'The id of the account. Quote it when you contact the operator.',
    }),
    name: Type.String({ description: 'The name that the operator gave it.' }),
    credits: Type.Integer({ description: 'The credits left.', ...unit('credits') }),
    limits: Type.Object(
      {
        requests_per_minute: Type.Integer({ description: 'The most requests per minute.' }),
        credits_per_day: Type.Union([Type.Integer(), Type.Null()], {
          description: 'The most credits that can be spent in a day (UTC); `null`: no daily limit.',
          ...unit('credits'),
        }),
      },
      {
        title: 'AccountLimits',
        description: 'The endpoints and limits that apply to the account.',
      },
    ),
  },
  { title: 'Account', description: 'The credits and limits of an account.' },
);

const usageSchema = Type.Object(
  {
    group_by: usageGroupSchema,
    usage: Type.Array(
      Type.Object(
        {
          group: Type.String({ description: 'The day, the endpoint or the key id.' }),
          requests: Type.Integer({ description: 'The number of requests.' }),
          credits: Type.Integer({ description: 'The credits that they cost.', ...unit('credits') }),
        },
        {
          title: 'UsageEntry',
          description: 'The usage in one day, of one endpoint or by one key.',
        },
      ),
      { description: 'One entry for each group with at least one request.' },
    ),
  },
  { title: 'UsageReport', description: 'The usage of an account.' },
);

export type AccountRouteOptions = {
  accounts: Accounts;
  requestsPerMinuteDefault: number;
  /** Epoch milliseconds. */
  clock: () => number;
};

export function accountRoutes(options: AccountRouteOptions): Route[] {
  const { accounts } = options;
  return [
    accountRoute(options),
    usageRoute(options),
    keyListRoute(accounts),
    ...webhookSecretRoutes(accounts),
  ];
}

function accountRoute({ accounts, requestsPerMinuteDefault }: AccountRouteOptions): Route {
  return {
    method: 'get',
    paths: ['/engine/account/v1'],
    access: 'key',
    operation: {
      operationId: 'getAccount',
      tag: 'Account',
      summary: 'Get the credits and limits of the account',
      description: 'Free of charge.',
      answers: {
        200: {
          description: 'The account that the key belongs to.',
          contentType: 'application/json',
          schema: accountSchema,
        },
      },
      errors: [],
    },
    handle: async ({ caller }) => {
      const account = await accounts.account(caller.accountId);
      return jsonAnswer(200, {
        account_id: account.id,
        name: account.name,
        credits: account.credits,
        limits: {
          requests_per_minute: account.requestsPerMinute ?? requestsPerMinuteDefault,
          credits_per_day: account.dailyCreditsMax,
        },
      });
    },
  };
}

function usageRoute({ accounts, clock }: AccountRouteOptions): Route {
  return {
    method: 'get',
    paths: ['/engine/account/v1/usage'],
    access: 'key',
    operation: {
      operationId: 'getUsage',
      tag: 'Account',
      summary: 'Get the usage of the account over time',
      description: `Free of charge. Without \`from\`, the last ${USAGE_DAYS} days.`,
      parameters: [
        {
          name: 'from',
          description: 'The start of the period, inclusive: ISO 8601 with offset, or a date (UTC).',
          schema: instantSchema('2026-01-01'),
        },
        {
          name: 'to',
          description: 'The end of the period, exclusive. Default: now.',
          schema: instantSchema('2026-02-01'),
        },
        {
          name: 'group_by',
          description: 'How requests are grouped. Default: by day (UTC).',
          schema: usageGroupSchema,
        },
      ],
      answers: {
        200: {
          description:
            'The usage: one entry for each day, endpoint or key with at least one request.',
          contentType: 'application/json',
          schema: usageSchema,
        },
      },
      errors: [],
    },
    handle: async ({ caller, query, signal }) => {
      const problems: ApiProblem[] = [];
      const toMs = readInstant(query, 'to', problems) ?? clock();
      const fromMs = readInstant(query, 'from', problems) ?? toMs - USAGE_DAYS * DAY_MS;
      const groupBy = readGroup(query['group_by'], problems);
      if (problems.length === 0 && fromMs > toMs) {
        problems.push({
          pointer: '/query/from',
          code: 'out_of_range',
          comment: '`from` is later than `to`.',
        });
      }
      if (problems.length > 0) throw new ApiError('invalid_request', '', { problems });
      const period = { fromMs, toMs, groupBy };
      const usage = await accounts.usage(caller.accountId, period, { signal });
      return jsonAnswer(200, { group_by: groupBy, usage });
    },
  };
}

function readInstant(
  query: Readonly<Record<string, string>>,
  name: string,
  problems: ApiProblem[],
): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const ms = parseInstant(text);
  if (ms !== undefined) return ms;
  problems.push({
    pointer: pointerTo('/query', name),
    code: 'invalid_format',
    comment: 'Expected a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z.',
  });
  return undefined;
}

function readGroup(value: string | undefined, problems: ApiProblem[]): UsageGroup {
  if (value === undefined) return 'day';
  const known = USAGE_GROUPS.find((group) => group === value);
  if (known !== undefined) return known;
  problems.push({
    pointer: '/query/group_by',
    code: 'not_allowed',
    comment: `Expected one of ${USAGE_GROUPS.join(', ')}.`,
  });
  return 'day';
}
