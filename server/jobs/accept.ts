/**
 * Taking a job on: its input is stored, then charge, job and place in the queue are one commit.
 *
 * An input without a job is swept up later; a job never lacks its input, and is never there without having been paid.
 */
import { uuidV7, type Accounts } from '../accounts/index.js';
import { chargeRefusal, type Answer, type BodyRequest } from '../api/index.js';
import { BlobError } from '../blobs/index.js';
import { ApiError } from '../errors.js';
import type { JobQueue } from '../queue/index.js';
import { StoreError, type JobKind, type StoreErrorCode } from '../storage/index.js';
import type { HurriedBlobs } from './hurried.js';
import type { JobStore } from './job-store.js';
import { tooManyJobs, type JobTurn, type Turns, type WaitingBounds } from './turns.js';
import type { JobViews } from './view.js';

export type AcceptParts = {
  accounts: Accounts;
  blobs: HurriedBlobs;
  queue: JobQueue;
  jobStore: JobStore;
  views: JobViews;
  turns: Turns;
  /** Of one account. */
  waitingBounds: WaitingBounds;
  clock: () => number;
};

export type JobRequest = {
  kind: JobKind;
  /** The endpoint's name in the ledger and in usage reports. */
  endpoint: string;
  /** The request's body, gzip. */
  input: Uint8Array;
  credits: number;
  counts: Readonly<Record<string, number>>;
  webhookUrl?: string;
  /** About how long a thread works on it; some seconds if it is not said. */
  workSeconds?: number;
  idempotency?: { key: string; bodyHash: string };
};

export type Accepted = {
  jobId: string;
  credits: NonNullable<Answer['credits']>;
  headers: Readonly<Record<string, string>>;
};

type Sender = Pick<BodyRequest, 'caller' | 'requestId' | 'signal'>;

export async function acceptJob(
  parts: AcceptParts,
  sender: Sender,
  job: JobRequest,
): Promise<Accepted> {
  const { jobStore, turns, waitingBounds } = parts;
  const { accountId } = sender.caller;
  const workSeconds = job.workSeconds ?? WORK_SECONDS;
  return await turns.give(accountId, workSeconds, async (turn, before) => {
    const key = job.idempotency?.key;
    // A repetition gets the job that there is, or is told that its key stands for another one.
    const isRepeated = key !== undefined && (await jobStore.hasUsedKey(accountId, key));
    const refusal = tooManyJobs(before, workSeconds, waitingBounds);
    if (refusal !== undefined && !isRepeated) throw refusal;
    const accepted = await acceptAt(parts, sender, job, turn);
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
  { accounts, blobs, queue, jobStore, views, clock }: AcceptParts,
  { caller, requestId, signal }: Sender,
  { kind, endpoint, input: bytes, credits, counts, webhookUrl, idempotency }: JobRequest,
  turn: JobTurn,
): Promise<Accepted> {
  const nowMs = clock();
  const jobId = uuidV7(nowMs);
  const input = `inputs/${jobId}.json.gz`;
  await blobs.write(input, [bytes], signal).catch(refuseForNow);
  // Also where the store cannot tell what became of the charge: then the sweep looks.
  let isTaken = false;
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
      isTaken = error instanceof StoreError && MAY_BE_STORED.has(error.code);
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
    isTaken = true;
    if (signal.aborted && idempotency === undefined) {
      // No caller learns of this job or can ask for it again: it is as if it had never been.
      await jobStore.cancel(jobId, accountId);
      isTaken = false;
      signal.throwIfAborted();
    }
    queue.push(jobId, turn.turn);
    return {
      jobId,
      credits: { charged: credits, remaining: outcome.creditsRemaining },
      headers: {},
    };
  } finally {
    // What cannot be deleted now is swept up later.
    if (!isTaken) await blobs.delete([input]).catch(() => undefined);
  }
}

const WORK_SECONDS = 10;
const RETRY_SECONDS = 5;
const MAY_BE_STORED: ReadonlySet<StoreErrorCode> = new Set(['outcome_unknown', 'crashed']);

/** Nothing has been charged yet. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof BlobError)) throw error;
  throw new ApiError('overloaded', 'The request cannot be kept for a job now; try again.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
