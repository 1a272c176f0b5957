/** The steps by which every endpoint turns a request into a job: check the webhook, accept the job, answer 202. */
import { jsonAnswer, type Answer, type BodyRequest } from '../api/index.js';
import { ApiError } from '../errors.js';
import type { JobRequest } from './accept.js';
import type { Jobs } from './jobs.js';
import { acceptedHeaders, pollPath } from './routes.js';

export type AcceptingParts = {
  jobs: Pick<Jobs, 'accept'>;
  /** Returns why this webhook URL is not allowed, or undefined if it is allowed. */
  webhookFault: (url: string) => string | undefined;
};

export type Acceptance = {
  /** The JSON pointer to the webhook URL in the body of the request. */
  webhookPointer: string;
  /** Returns the descriptor with the field names of the endpoint. */
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
