/** The download of results, as described in the OpenAPI document. `blobs/results-handler.ts` serves it. */
import Type from 'typebox';
import type { DescribedPath } from './api/index.js';
import { matrixResponseSchema } from './matrix/index.js';
import { routingResponseSchema } from './routing/index.js';

export const resultDownload: DescribedPath = {
  method: 'get',
  path: '/engine/results/v1/{file}',
  pathParameters: [
    {
      name: 'file',
      description: 'As in the link.',
      schema: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}\\.json$' }),
    },
  ],
  operation: {
    operationId: 'downloadResult',
    tag: 'Jobs',
    summary: 'Download the result of a job by its link',
    description:
      'Follow `url` of a job as it is; do not put it together. Needs no key, is free of charge and kept for 24 hours after the end of the ' +
      'job. Where the operator keeps results in a bucket, links lead there instead.',
    parameters: [
      {
        name: 'expires',
        description: 'As in the link.',
        required: true,
        schema: Type.Integer({ minimum: 1 }),
      },
      { name: 'signature', description: 'As in the link.', required: true, schema: Type.String() },
    ],
    answers: {
      200: {
        description: 'The same body as that of a synchronous response.',
        contentType: 'application/json',
        headers: ['etag'],
        schema: Type.Union([routingResponseSchema, matrixResponseSchema], {
          title: 'JobResult',
          description: 'A plan or a matrix.',
        }),
      },
    },
    errors: ['invalid_link', 'result_expired', 'unknown_path', 'overloaded'],
  },
};
