/** `POST /engine/routing/async`: a request is checked and priced while the caller waits, and planned as a job. */
import type { Route } from '../api/index.js';
import { jsonAnswer, readFlag } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import { acceptedHeaders, pollPath, type Jobs } from '../jobs/index.js';
import { ROUTING_ASYNC_OPERATION } from './operation.js';
import type { PrepareInput, PrepareTask } from './prepare-task.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'routing_async';

export type RoutingAsyncOptions = {
  pool: EnginePool<PrepareTask>;
  jobs: Jobs;
  /** Why nobody can be told at this address, or undefined. */
  webhookFault: (url: string) => string | undefined;
};

export function routingAsyncRoute({ pool, jobs, webhookFault }: RoutingAsyncOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/async', '/engine/routing/async'],
    access: 'key_and_body',
    operation: ROUTING_ASYNC_OPERATION,
    handle: async (request) => {
      const { body, holdBody, signal, idempotencyKey } = request;
      const input: PrepareInput = {
        body,
        way: 'async',
        mode: readFlag(request.query, 'dry_run') ? 'price' : 'accept',
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      };
      const transfer = body.map((block) => block.buffer);
      const options = { signal, transfer, holdInput: holdBody };
      const outcome = await pool.run('routing_prepare', input, options);
      switch (outcome.kind) {
        case 'refused':
          throw new ApiError(outcome.code, outcome.comment, {
            problems: outcome.problems,
            problemCount: outcome.problemCount,
          });
        case 'priced':
          return jsonAnswer(200, { credits: outcome.credits });
        case 'prepared':
          throw new TypeError('A job was answered at once.');
        case 'acceptable': {
          const { webhookUrl } = outcome;
          const fault = webhookUrl === undefined ? undefined : webhookFault(webhookUrl);
          if (fault !== undefined) {
            throw new ApiError('invalid_request', '', {
              problems: [{ pointer: '/options/webhook_url', code: 'not_allowed', comment: fault }],
            });
          }
          const job = { ...outcome, kind: 'routing', endpoint: ENDPOINT } as const;
          const { jobId, credits, headers } = await jobs.accept(request, job);
          const descriptor = {
            JobId: jobId,
            JobMessage: `The job is accepted. Ask for its status with GET ${pollPath('routing', jobId)}`,
            JobStatus: 'Accepted',
          };
          return {
            ...jsonAnswer(202, descriptor),
            credits,
            headers: { ...headers, ...acceptedHeaders('routing', jobId) },
          };
        }
      }
    },
  };
}
