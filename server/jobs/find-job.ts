/** Finds the job that a request names. */
import Type from 'typebox';
import type { KeyedRequest } from '../api/index.js';
import { ApiError } from '../errors.js';
import type { JobKind } from '../storage/index.js';
import type { Jobs } from './jobs.js';
import type { JobView } from './job-views.js';

export const JOBID = {
  name: 'jobid',
  description: 'The job id from the descriptor.',
  required: true,
  schema: Type.String({ minLength: 1, maxLength: 100 }),
};
/** Returns the job with the id in the query. Rejects if the caller has no such job. */
export async function findJob(
  jobs: Jobs,
  { query, caller }: Pick<KeyedRequest, 'query' | 'caller'>,
  kind?: JobKind,
): Promise<JobView> {
  const id = query['jobid'];
  if (id === undefined || id === '') {
    throw new ApiError('invalid_request', '', {
      problems: [
        {
          pointer: '/query/jobid',
          code: 'missing_field',
          comment: 'The query parameter jobid is required.',
        },
      ],
    });
  }
  const view = JOB_ID.test(id) ? await jobs.find(id, caller.accountId) : undefined;
  if (view === undefined || (kind !== undefined && view.kind !== kind)) throw unknownJob();
  return view;
}

/** Other strings are not looked up, since the store may be unable to represent them. */
const JOB_ID = /^[0-9a-f-]{36}$/;

export const unknownJob = (): ApiError =>
  new ApiError('unknown_job', 'The account has no job with this id at this path.');
