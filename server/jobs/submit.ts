/** What every endpoint does to submit a job: checks the webhook, accepts the job, answers 202 with its descriptor. */
import { jsonAnswer, type Answer, type BodyRequest } from '../api/index.js';
import { ApiError } from '../errors.js';
import type { JobRequest } from './accept.js';
import type { Jobs } from './jobs.js';
import { acceptedHeaders, pollPath } from './routes.js';

export type SubmitOptions = {
  jobs: Pick<Jobs, 'accept'>;
  /** Returns why this webhook URL is not allowed, or undefined if it is allowed. */
  webhookFault: (url: string) => string | undefined;
};

/** How the endpoint names the fields of its requests and answers. */
export type EndpointFields = {
  /** The JSON pointer to the webhook URL in the body of the request. */
  webhookPointer: string;
  /** Returns the descriptor of a job. */
  descriptorOf: (jobId: string, message: string) => object;
};

export async function submitJob(
  { jobs, webhookFault }: SubmitOptions,
  request: BodyRequest,
  job: JobRequest,
  { webhookPointer, descriptorOf }: EndpointFields,
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
