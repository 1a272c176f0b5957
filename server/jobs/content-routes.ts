/** The contents of a job over HTTP: the best plan so far while it runs, and its result through the service. */
import Type from 'typebox';
import type { Route } from '../api/index.js';
import { ApiError } from '../errors.js';
import { JOBID, findJob } from './find-job.js';
import type { Jobs } from './jobs.js';
import { NO_OUTLINE } from './outlines.js';
import { outlineSchema } from './schema.js';

export function contentRoutes(jobs: Jobs): Route[] {
  return [outlineRoute(jobs), resultRoute(jobs)];
}

function outlineRoute(jobs: Jobs): Route {
  return {
    method: 'get',
    paths: ['/engine/jobs/v1/outline'],
    access: 'key',
    operation: {
      operationId: 'outlineJob',
      tag: 'Jobs',
      summary: 'Get the routes of the best plan so far',
      description:
        'Free of charge. During the search, the response has the routes of the best plan so far, without times, for drawing them. It is updated at most ' +
        'every two seconds. It has no routes before the first plan, after the end, and for a matrix.',
      parameters: [JOBID],
      answers: {
        200: {
          description: 'The outline of the best plan so far.',
          contentType: 'application/json',
          schema: outlineSchema,
        },
      },
      errors: ['unknown_job'],
    },
    handle: async (request) => {
      const view = await findJob(jobs, request);
      const outline = view.state === 'running' ? await jobs.outline(view) : undefined;
      return { status: 200, contentType: 'application/json', body: outline ?? NO_OUTLINE };
    },
  };
}

const resultSchema = Type.Object(
  {},
  {
    title: 'ResultOfJob',
    description: 'A plan or a matrix, the same as at the `url` of the job.',
    additionalProperties: true,
  },
);

function resultRoute(jobs: Jobs): Route {
  return {
    method: 'get',
    paths: ['/engine/jobs/v1/result'],
    access: 'key',
    operation: {
      operationId: 'getResultOfJob',
      tag: 'Jobs',
      summary: 'Get the result of a job through the service',
      description:
        'Free of charge. Returns what the `url` of the job points to, for clients that can reach the service but not the store of its results, ' +
        'such as a page that may not send requests to other hosts. Prefer `url`: it needs no key, and it puts no load on the service.',
      parameters: [JOBID],
      answers: {
        200: { description: 'The result.', contentType: 'application/json', schema: resultSchema },
      },
      errors: ['unknown_job', 'result_expired'],
    },
    handle: async (request) => {
      const view = await findJob(jobs, request);
      if (view.state === 'expired') throw new ApiError('result_expired', 'Send the request again.');
      const body = await jobs.result(view);
      if (body === undefined) throw new ApiError('unknown_job', 'The job has no result.');
      return { status: 200, contentType: 'application/json', body };
    },
  };
}
