/**
 * `POST /engine/matrix/v1/`: hands the body to an engine thread, charges what the answer costs, and answers; what is too
 * large for that becomes a job.
 *
 * It is computed before anything is asked about the account: at the size that is answered at once, computing costs less
 * than a look at the store.
 */
import type { Accounts } from '../accounts/index.js';
import { jsonAnswer, paidAnswer, readFlag, type Route } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import { acceptedHeaders, pollPath, type Jobs } from '../jobs/index.js';
import { MATRIX_OPERATION } from './operation.js';
import type { MatrixTask, MatrixTaskInput } from './task.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'matrix';
const JOB_ENDPOINT = 'matrix_async';

export type MatrixOptions = {
  pool: EnginePool<MatrixTask>;
  accounts: Accounts;
  jobs: Jobs;
  /** Why nobody can be told at this address, or undefined. */
  webhookFault: (url: string) => string | undefined;
};

export function matrixRoute({ pool, accounts, jobs, webhookFault }: MatrixOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/matrix/v1', '/engine/matrix'],
    access: 'key_and_body',
    operation: MATRIX_OPERATION,
    handle: async (request) => {
      const { body, holdBody, signal, idempotencyKey } = request;
      const mode: MatrixTaskInput['mode'] = readFlag(request.query, 'dry_run')
        ? 'price'
        : 'compute';
      const transfer = body.map((block) => block.buffer);
      const input = { body, mode, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
      const output = await pool.run('matrix', input, { signal, transfer, holdInput: holdBody });
      switch (output.kind) {
        case 'refused':
          throw new ApiError(output.code, output.comment, {
            problems: output.problems,
            problemCount: output.problemCount,
          });
        case 'priced':
          return jsonAnswer(200, { credits: output.credits });
        case 'large': {
          const { webhookUrl } = output;
          const fault = webhookUrl === undefined ? undefined : webhookFault(webhookUrl);
          if (fault !== undefined) {
            throw new ApiError('invalid_request', '', {
              problems: [{ pointer: '/webhook_url', code: 'not_allowed', comment: fault }],
            });
          }
          const job = { ...output, kind: 'matrix', endpoint: JOB_ENDPOINT } as const;
          const { jobId, credits, headers } = await jobs.accept(request, job);
          const descriptor = {
            jobid: jobId,
            message: `The job is accepted. Ask for its status with GET ${pollPath('matrix', jobId)}`,
            status: 'Accepted',
          };
          return {
            ...jsonAnswer(202, descriptor),
            credits,
            headers: { ...headers, ...acceptedHeaders('matrix', jobId) },
          };
        }
        case 'answer':
          return paidAnswer(accounts, request, { ...output, endpoint: ENDPOINT });
      }
    },
  };
}
