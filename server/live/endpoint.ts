/**
 * `/engine/speeds/v1/`: live speeds, for operators' keys.
 *
 *     PUT ──► engine thread reads and checks ──► the store ──► this process applies ──► answer
 *                                                    └──► the others poll twice a second, and apply
 */
import {
  bodyTask,
  jsonAnswer,
  timeOrNull,
  type Answer,
  type BodyRequest,
  type KeyedRequest,
  type Operation,
  type Route,
} from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { ApiError, refusalError } from '../errors.js';
import type { Store } from '../storage/index.js';
import { orAborted } from '../waiting/index.js';
import type { LiveSpeedsFollower } from './follow.js';
import { writeRecord } from './records.js';
import type { ExpiringRule, ReadLiveSpeedsTask } from './read.js';
import { liveSpeedsAnswerSchema, liveSpeedsSchema, stateSchema } from './schema.js';

const PATHS = ['/engine/speeds/v1', '/engine/speeds'] as const;

/** Applying speeds to a country takes long, and the caller should learn earlier that the speeds are stored. */
const APPLY_MS_MAX = 10_000;

export const LIVE_SPEEDS_EXAMPLE = {
  expires_at: '2026-01-31T09:00:00Z',
  rules: [
    { way: 4_230_118, kilometers_per_hour: 12 },
    {
      bounding_box: { south: 41.138, west: -8.619, north: 41.151, east: -8.604 },
      road_class: 'residential',
      speed_factor: 0.6,
      expires_at: '2026-01-31T08:15:00Z',
    },
  ],
};

export type LiveSpeedsOptions = {
  store: Store;
  pool: EnginePool<ReadLiveSpeedsTask>;
  follower: LiveSpeedsFollower;
  /** Epoch milliseconds. */
  clock: () => number;
};

const COMMON = { tag: 'Speeds', errors: ['operator_key_required'] } as const;
const STATE_ANSWER = {
  description: 'The rules are stored; `in_force` says whether this process applies them already.',
  contentType: 'application/json',
  schema: stateSchema,
} satisfies Operation['answers'][number];

export function liveSpeedsRoutes(options: LiveSpeedsOptions): Route[] {
  const { pool, follower, clock } = options;
  return [
    {
      method: 'get',
      paths: PATHS,
      access: 'key',
      operation: {
        ...{ ...COMMON, operationId: 'getLiveSpeeds', summary: 'Get the live speeds' },
        description: "Free of charge, for operators' keys.",
        answers: {
          200: {
            description: 'The rules that have not expired.',
            contentType: 'application/json',
            schema: liveSpeedsAnswerSchema,
          },
        },
      },
      handle: async ({ caller }) => {
        requireOperator(caller);
        await follower.look();
        const { rules } = follower.state();
        return jsonAnswer(200, { ...stateView(follower), rules });
      },
    },
    {
      method: 'put',
      paths: PATHS,
      access: 'key_and_body',
      operation: {
        ...{ ...COMMON, operationId: 'putLiveSpeeds', summary: 'Set the live speeds' },
        description:
          "Free of charge, for operators' keys. The rules replace all that were given before, hold until they expire, and are applied " +
          'after those of the speeds file, in all processes within 2 s.',
        isFree: true,
        requestBody: { schema: liveSpeedsSchema, example: LIVE_SPEEDS_EXAMPLE },
        answers: { 200: STATE_ANSWER },
      },
      handle: async (request: BodyRequest) => {
        requireOperator(request.caller);
        const { input, options: run } = bodyTask(request);
        const task = { body: input.body, nowMs: clock() };
        const output = await pool.run('read_live_speeds', task, run);
        if (output.kind === 'refused') throw refusalError(output);
        return change(options, output.rules, request.signal);
      },
    },
    {
      method: 'delete',
      paths: PATHS,
      access: 'key',
      operation: {
        ...{ ...COMMON, operationId: 'deleteLiveSpeeds', summary: 'Remove the live speeds' },
        description: "Free of charge, for operators' keys. Removes all rules.",
        answers: { 200: STATE_ANSWER },
      },
      handle: async ({ caller, signal }) => {
        requireOperator(caller);
        return change(options, [], signal);
      },
    },
  ];
}

function requireOperator({ isOperator }: KeyedRequest['caller']): void {
  if (isOperator) return;
  throw new ApiError(
    'operator_key_required',
    'Live speeds change the costs of all accounts. The operator of the service makes such a key: npm run account -- add-key ACCOUNT_ID --operator',
  );
}

async function change(
  { store, follower, clock }: LiveSpeedsOptions,
  rules: readonly ExpiringRule[],
  signal: AbortSignal,
): Promise<Answer> {
  const nowMs = clock();
  const number = await writeRecord(store, nowMs, rules);
  const applied = follower.look();
  // The rejection is handled below; after the timeout it is ignored, as for any other poll.
  applied.catch(() => undefined);
  const patience = AbortSignal.timeout(APPLY_MS_MAX);
  await orAborted(applied, AbortSignal.any([patience, signal])).catch((error: unknown) => {
    if (!patience.aborted) throw error;
  });
  const view = stateView(follower);
  if (follower.state().number >= number) return jsonAnswer(200, view);
  // An earlier poll is still running.
  const changedAt = new Date(nowMs).toISOString();
  return jsonAnswer(200, {
    ...{ speeds_version: `${number}.0`, in_force: false },
    ...{ changed_at: changedAt, rule_count: rules.length },
  });
}

function stateView(follower: LiveSpeedsFollower) {
  const { version, isInForce, changedAtMs, rules } = follower.state();
  return {
    speeds_version: version,
    in_force: isInForce,
    changed_at: timeOrNull(changedAtMs),
    rule_count: rules.length,
  };
}
