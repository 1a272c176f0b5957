/** The way of a request that becomes a job, the same for each endpoint: may somebody be told, accept it, answer 202. */
import { jsonAnswer, type Answer, type BodyRequest } from '../api/index.js';
import { ApiError } from '../errors.js';
import type { JobRequest } from './accept.js';
import type { Jobs } from './jobs.js';
import { acceptedHeaders, pollPath } from './routes.js';

export type AcceptingParts = {
  jobs: Pick<Jobs, 'accept'>;
  /** Why this address cannot be called, or undefined. */
  webhookFault: (url: string) => string | undefined;
};

export type Acceptance = {
  /** JSON pointer of the address into the request's body. */
  webhookPointer: string;
  /** In the words of the endpoint. */
  descriptorOf: (jobId: string, message: string) => object;
};

export async function acceptAndAnswer(
  { jobs, webhookFault }: AcceptingParts,
  request: BodyRequest,
  job: JobRequest,
  { webhookPointer, descriptorOf }: Acceptance,
): Promise<Answer> {
  const { kind, webhookUrl } = job;
  const fault = webhookUrl === undefined ? undefined : webhookFault(webhookUrl);
  if (fault !== undefined) {
    throw new ApiError('invalid_request', '', {
      problems: [{ pointer: webhookPointer, code: 'not_allowed', comment: fault }],
    });
  }
  const { jobId, credits, headers } = await jobs.accept(request, job);
  const message = `The job is accepted. Ask for its status with GET ${pollPath(kind, jobId)}`;
  return {
    ...jsonAnswer(202, descriptorOf(jobId, message)),
    credits,
    headers: { ...headers, ...acceptedHeaders(kind, jobId) },
  };
}
