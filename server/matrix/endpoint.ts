/**
 * `POST /engine/matrix/v1/`: hands the body to an engine thread, charges what the answer costs, and answers.
 *
 * It is computed before anything is asked about the account: at the size that is answered at once, computing costs less
 * than a look at the store.
 */
import type { Accounts } from '../accounts/index.js';
import { jsonAnswer, paidAnswer, readFlag, type Route } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import { MATRIX_OPERATION } from './operation.js';
import { LOCATION_COUNT_MAX } from './schema.js';
import type { MatrixTask, MatrixTaskInput } from './task.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'matrix';

export type MatrixOptions = { pool: EnginePool<MatrixTask>; accounts: Accounts };

export function matrixRoute({ pool, accounts }: MatrixOptions): Route {
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
        case 'large':
          throw new ApiError(
            'too_many_locations',
            `The request has ${output.figures.locations} locations; at most ${LOCATION_COUNT_MAX} are answered at once.`,
          );
        case 'answer':
          return paidAnswer(accounts, request, { ...output, endpoint: ENDPOINT });
      }
    },
  };
}
