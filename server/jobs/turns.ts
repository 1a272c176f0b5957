/**
 * The order in which jobs are taken. In order of arrival, an account with many jobs would block all others.
 *
 * Start-time fair queueing (Goyal, Vin, Cheng 1996). Virtual time counts work: a job of 10 s advances its account by
 * 10 s, or by 5 s if the account has weight 2. The turn of a job is the position of its account in virtual time, but
 * at least the position of the service:
 *
 *     A has 4 jobs of 10 s      turns  0  10  20  30                 taken: A0 A10 B10 A20 B20 A30
 *     B sends 2 while A10 runs              10  20                   equal turns: first come, first served
 *
 * The position of the service is the latest turn among the running jobs, but at most the turn of the next waiting job,
 * and equal to it if nothing runs. So the job of an account that has no other is next when a running job ends. All of
 * this is computed from the records of live jobs, so all processes see the same, and past usage does not count against
 * an account.
 *
 * A process remembers the turns of jobs that it is accepting, so that it gives no turn twice. Two processes may give
 * the same turn; an account gains at most one job's turn by that.
 */
import { ApiError } from '../errors.js';
import type { AccountId } from '../storage/index.js';
import type { JobStore } from './job-store.js';

/** Ticks of virtual time per second of work at weight 1. Turns are whole numbers of ticks. */
const TICKS_PER_SECOND = 10;
const RETRY_SECONDS = 10;
const READS_MAX = 5;

/** The position of a job in virtual time, in ticks. */
export type JobTurn = { turn: number; turnEnd: number };

export type Turns = {
  /** Calls `accept` with the turn of a new job of the account, and with the account's jobs that are waiting already. */
  give: <Result>(
    accountId: AccountId,
    workSeconds: number,
    accept: (turn: JobTurn, before: Waiting) => Promise<Result>,
  ) => Promise<Result>;
};

/** The waiting jobs of one account, and the work that they require. */
export type Waiting = { jobs: number; workSeconds: number };

/** The jobs of an account that are being accepted and may not be in the records yet. */
type Pending = {
  asking: number;
  accepting: number;
  acceptingSeconds: number;
  /** How many calls of `accept` have ended so far. */
  done: number;
  turnEnd: number;
};

export function createTurns(jobStore: Pick<JobStore, 'standing'>): Turns {
  const pendingOf = new Map<AccountId, Pending>();
  return {
    async give(accountId, workSeconds, accept) {
      const pending = pendingOf.get(accountId) ?? {
        ...{ asking: 0, accepting: 0, acceptingSeconds: 0, done: 0, turnEnd: 0 },
      };
      pendingOf.set(accountId, pending);
      pending.asking += 1;
      try {
        const { now, ownEnd, weight, waiting, waitingTicks, uncounted } = await standingOf(
          jobStore,
          accountId,
          pending,
        );
        const turn = Math.max(now, ownEnd, pending.turnEnd);
        const ticks = Math.max(1, Math.ceil((workSeconds * TICKS_PER_SECOND) / weight));
        pending.turnEnd = turn + ticks;
        const waitingSeconds = (waitingTicks * weight) / TICKS_PER_SECOND;
        const before = {
          jobs: waiting + pending.accepting + uncounted,
          workSeconds: waitingSeconds + pending.acceptingSeconds,
        };
        pending.accepting += 1;
        pending.acceptingSeconds += workSeconds;
        try {
          return await accept({ turn, turnEnd: turn + ticks }, before);
        } finally {
          pending.accepting -= 1;
          pending.acceptingSeconds -= workSeconds;
          pending.done += 1;
        }
      } finally {
        pending.asking -= 1;
        if (pending.asking === 0) pendingOf.delete(accountId);
      }
    },
  };
}

/**
 * Returns what the records say, and how many jobs were accepted while they were read, which the records may or may not
 * include. If there are such jobs, the records are read again, up to `READS_MAX` times in all.
 */
async function standingOf(
  jobStore: Pick<JobStore, 'standing'>,
  accountId: AccountId,
  pending: Readonly<Pending>,
) {
  for (let read = 1; ; read += 1) {
    const doneBefore = pending.done;
    const standing = await jobStore.standing(accountId);
    const uncounted = pending.done - doneBefore;
    if (uncounted === 0 || read === READS_MAX) return { ...standing, uncounted };
  }
}

/** The bounds on the waiting jobs of one account. */
export type WaitingBounds = { jobsMax: number; workSecondsMax: number };

/** Returns the refusal of one more job, or undefined if it may wait. A single job may wait however long it is. */
export function tooManyJobs(
  before: Waiting,
  workSeconds: number,
  { jobsMax, workSecondsMax }: WaitingBounds,
): ApiError | undefined {
  const refusal = (comment: string): ApiError =>
    new ApiError('too_many_jobs', comment, { retryAfterSeconds: RETRY_SECONDS });
  if (before.jobs >= jobsMax) {
    return refusal(
      `The account has ${jobsMax} waiting jobs, the maximum; send more when some of them have started.`,
    );
  }
  if (before.jobs > 0 && before.workSeconds + workSeconds > workSecondsMax) {
    return refusal(
      `The account's jobs that wait ask for ${Math.ceil(before.workSeconds)} s of work, and with this one for more than the ${workSecondsMax} s that may wait; send more when some have been worked on.`,
    );
  }
  return undefined;
}
