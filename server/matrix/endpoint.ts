/**
 * `POST /engine/matrix/v1/`: passes the body to an engine thread, charges the price of the answer, and answers. A
 * matrix that is too large for an immediate answer becomes a job.
 *
 * The matrix is computed before the account is checked, because at the size of immediate answers computing is cheaper
 * than a query of the store.
 */
import {
  bodyTask,
  bytesOf,
  isLarge,
  paidAnswer,
  priceAnswer,
  readFlag,
  type BodyBlocks,
  type BodyRequest,
  type Payment,
  type Route,
} from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { refusalError } from '../errors.js';
import { submitJob, type SubmitOptions } from '../jobs/index.js';
import { MATRIX_OPERATION, MATRIX_PRICE_OPERATION } from './operation.js';
import type { MatrixReadTask } from './read.js';
import type { MatrixTask } from './task.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'matrix';
const JOB_ENDPOINT = 'matrix_async';
/** A body of this size has at most 20 locations, which take a thread less than half a millisecond. */
const SMALL_BODY_BYTES_MAX = 1_024;

type ReadingPools = {
  pool: EnginePool<MatrixTask>;
  readers: EnginePool<MatrixReadTask>;
};

export type MatrixOptions = SubmitOptions & ReadingPools & { payment: Payment };

export function matrixRoute({ pool, readers, payment, ...accepting }: MatrixOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/matrix/v1', '/engine/matrix'],
    access: 'key_and_body',
    operation: MATRIX_OPERATION,
    handle: async (request) => {
      const mode = readFlag(request.query, 'dry_run') ? 'price' : 'compute';
      const output = await readAndRun({ pool, readers }, request, mode);
      switch (output.kind) {
        case 'refused':
          throw refusalError(output);
        case 'priced':
          return priceAnswer(output.credits);
        case 'large':
          return submitJob(
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

/** `POST /engine/matrix/v1/price`: validates a request of any size and returns its price. */
export function matrixPriceRoute(pools: ReadingPools): Route {
  return {
    method: 'post',
    paths: ['/engine/matrix/v1/price', '/engine/matrix/price'],
    access: 'key_and_body',
    operation: MATRIX_PRICE_OPERATION,
    handle: async (request) => {
      const output = await readAndRun(pools, request, 'price');
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

/** Runs the request in an engine thread. A large body is first read in threads that run no other tasks. */
async function readAndRun(
  { pool, readers }: ReadingPools,
  request: BodyRequest,
  mode: MatrixTask['matrix']['input']['mode'],
): Promise<MatrixTask['matrix']['output']> {
  const body = isLarge(request.body) ? await readApart(readers, request) : request.body;
  const { input, options } = bodyTask(request, body);
  const isSmall = bytesOf(body) <= SMALL_BODY_BYTES_MAX;
  return await pool.run('matrix', { ...input, mode }, { ...options, isSmall });
}

/** Validates the body in a reader thread and returns it. Throws if the request is refused. */
async function readApart(
  readers: EnginePool<MatrixReadTask>,
  request: BodyRequest,
): Promise<BodyBlocks> {
  const { input, options } = bodyTask(request);
  const outcome = await readers.run('matrix_read', input, options);
  if (outcome.kind === 'refused') throw refusalError(outcome);
  return outcome.body;
}
