/**
 * `POST /engine/matrix/v1/`: hands the body to an engine thread, charges what the answer costs, and answers; what is too
 * large for that becomes a job.
 *
 * It is computed before anything is asked about the account: at the size that is answered at once, computing costs less
 * than a look at the store.
 */
import {
  bodyTask,
  paidAnswer,
  priceAnswer,
  readFlag,
  type Payment,
  type Route,
} from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { refusalError } from '../errors.js';
import { acceptAndAnswer, type AcceptingParts } from '../jobs/index.js';
import { MATRIX_OPERATION, MATRIX_PRICE_OPERATION } from './operation.js';
import type { MatrixTask } from './task.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'matrix';
const JOB_ENDPOINT = 'matrix_async';

export type MatrixOptions = AcceptingParts & {
  pool: EnginePool<MatrixTask>;
  payment: Payment;
};

export function matrixRoute({ pool, payment, ...accepting }: MatrixOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/matrix/v1', '/engine/matrix'],
    access: 'key_and_body',
    operation: MATRIX_OPERATION,
    handle: async (request) => {
      const { input, options } = bodyTask(request);
      const mode = readFlag(request.query, 'dry_run') ? 'price' : 'compute';
      const output = await pool.run('matrix', { ...input, mode }, options);
      switch (output.kind) {
        case 'refused':
          throw refusalError(output);
        case 'priced':
          return priceAnswer(output.credits);
        case 'large':
          return acceptAndAnswer(
            accepting,
            request,
            { ...output, kind: 'matrix', endpoint: JOB_ENDPOINT },
            {
              webhookPointer: '/webhook_url',
              descriptorOf: (jobid, message) => ({ jobid, message, status: 'Accepted' }),
            },
          );
        case 'answer':
          return paidAnswer(payment, request, { ...output, endpoint: ENDPOINT });
      }
    },
  };
}

/** `POST /engine/matrix/v1/price`: a request of any size is checked, and what it costs is said. */
export function matrixPriceRoute({ pool }: Pick<MatrixOptions, 'pool'>): Route {
  return {
    method: 'post',
    paths: ['/engine/matrix/v1/price', '/engine/matrix/price'],
    access: 'key_and_body',
    operation: MATRIX_PRICE_OPERATION,
    handle: async (request) => {
      const { input, options } = bodyTask(request);
      const output = await pool.run('matrix', { ...input, mode: 'price' }, options);
      switch (output.kind) {
        case 'refused':
          throw refusalError(output);
        case 'priced':
          return priceAnswer(output.credits);
        case 'large':
        case 'answer':
          throw new TypeError('What was only to be priced was computed.');
      }
    },
  };
}
