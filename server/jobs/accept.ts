/**
 * Accepting a job: its input is stored first, then the charge, the job and its queue entry are committed together.
 *
 * Thus every job has an input and has been paid for. An input without a job is deleted by a sweep.
 */
import { uuidV7, type Accounts } from '../accounts/index.js';
import { chargeRefusal, type Answer, type BodyRequest } from '../api/index.js';
import { BlobError } from '../blobs/index.js';
import { ApiError } from '../errors.js';
import type { JobQueue } from '../queue/index.js';
import { StoreError, type JobKind, type StoreErrorCode } from '../storage/index.js';
import { inputName } from './blob-names.js';
import type { FailFastBlobs } from './fail-fast-blobs.js';
import type { JobStore } from './job-store.js';
import { tooManyJobs, type JobTurn, type Turns, type WaitingBounds } from './turns.js';
import type { JobViews } from './job-views.js';

export type AcceptOptions = {
  accounts: Accounts;
  blobs: FailFastBlobs;
  queue: JobQueue;
  jobStore: JobStore;
  views: JobViews;
  turns: Turns;
  /** Per account. */
  waitingBounds: WaitingBounds;
  clock: () => number;
};

export type JobRequest = {
  kind: JobKind;
  /** The endpoint's name in the ledger and in usage reports. */
  endpoint: string;
  /** The body of the request, as gzip. */
  input: Uint8Array;
  credits: number;
  counts: Readonly<Record<string, number>>;
  webhookUrl?: string;
  /** The estimated time that a thread works on the job. Default: `WORK_SECONDS`. */
  workSeconds?: number;
  idempotency?: { key: string; bodyHash: string };
};

export type AcceptedJob = {
  jobId: string;
  credits: NonNullable<Answer['credits']>;
  headers: Readonly<Record<string, string>>;
};

/** The request that submits the job. */
export type Submission = Pick<BodyRequest, 'caller' | 'requestId' | 'signal'>;

export async function acceptJob(
  options: AcceptOptions,
  submission: Submission,
  job: JobRequest,
): Promise<AcceptedJob> {
  const { jobStore, turns, waitingBounds } = options;
  const { accountId } = submission.caller;
  const workSeconds = job.workSeconds ?? WORK_SECONDS;
  return await turns.give(accountId, workSeconds, async (turn, before) => {
    const key = job.idempotency?.key;
    // A repeated request gets the existing job, or the error that its key belongs to another request.
    const isRepeated = key !== undefined && (await jobStore.hasUsedKey(accountId, key));
    const refusal = tooManyJobs(before, workSeconds, waitingBounds);
    if (refusal !== undefined && !isRepeated) throw refusal;
    const accepted = await acceptAt(options, submission, job, turn);
    const headers = {
      'x-jobs-waiting': String(before.jobs + (isRepeated ? 0 : 1)),
      'x-jobs-waiting-max': String(waitingBounds.jobsMax),
      'x-job-seconds-waiting': String(
        Math.ceil(before.workSeconds + (isRepeated ? 0 : workSeconds)),
      ),
      'x-job-seconds-waiting-max': String(waitingBounds.workSecondsMax),
    };
    return { ...accepted, headers: { ...accepted.headers, ...headers } };
  });
}

async function acceptAt(
  { accounts, blobs, queue, jobStore, views, clock }: AcceptOptions,
  { caller, requestId, signal }: Submission,
  { kind, endpoint, input: bytes, credits, counts, webhookUrl, idempotency }: JobRequest,
  turn: JobTurn,
): Promise<AcceptedJob> {
  const nowMs = clock();
  const jobId = uuidV7(nowMs);
  const input = inputName(jobId);
  await blobs.write(input, [bytes], signal).catch(throwOverloaded);
  // Also true if the outcome of the charge is unknown: then a sweep decides about the input.
  let mayExist = false;
  try {
    signal.throwIfAborted();
    const { accountId } = caller;
    const job = { id: jobId, accountId, requestId, kind, input, nowMs };
    const charging = accounts.charge({
      ...{ caller, requestId, endpoint, credits, counts },
      ...(idempotency === undefined ? {} : { idempotency }),
      alongside: [
        jobStore.acceptance({
          ...job,
          ...turn,
          webhookUrl: webhookUrl === undefined ? null : new URL(webhookUrl).href,
        }),
        ...(await queue.enqueue(jobId, turn.turn)),
      ],
    });
    const outcome = await charging.catch((error: unknown) => {
      mayExist = error instanceof StoreError && MAY_BE_STORED.has(error.code);
      throw error;
    });
    if (outcome.kind === 'replayed') {
      const earlier = await views.ofRequest(outcome.requestId);
      if (earlier === undefined) throw new Error(`Request ${outcome.requestId} has no job.`);
      return {
        jobId: earlier,
        credits: { charged: 0, remaining: outcome.creditsRemaining },
        headers: { 'idempotency-replayed': 'true' },
      };
    }
    if (outcome.kind !== 'charged') throw chargeRefusal(outcome, credits);
    mayExist = true;
    if (signal.aborted && idempotency === undefined) {
      // The caller is gone and has no key to get this job with by repeating the request, so the job is undone.
      await jobStore.cancel(jobId, accountId);
      mayExist = false;
      signal.throwIfAborted();
    }
    queue.push(jobId, turn.turn);
    return {
      jobId,
      credits: { charged: credits, remaining: outcome.creditsRemaining },
      headers: {},
    };
  } finally {
    // A sweep deletes the input if this fails.
    if (!mayExist) await blobs.delete([input]).catch(() => undefined);
  }
}

const WORK_SECONDS = 10;
const RETRY_SECONDS = 5;
const MAY_BE_STORED: ReadonlySet<StoreErrorCode> = new Set(['outcome_unknown', 'crashed']);

/** Reports a failure of the blob store to the caller. Nothing has been charged at this point. */
function throwOverloaded(error: unknown): never {
  if (!(error instanceof BlobError)) throw error;
  throw new ApiError(
    'overloaded',
    'The request cannot be stored as a job at the moment; try again.',
    {
      retryAfterSeconds: RETRY_SECONDS,
    },
  );
}
