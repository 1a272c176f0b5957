/**
 * Whose turn it is: jobs are not taken in the order in which they came, or one account with many would stop all others.
 *
 * Start-time fair queueing (Goyal, Vin, Cheng 1996). Time is counted in work done: a job of 10 s of an account of weight 2
 * takes its account 5 s further. A job's turn is where its account has come to, but not before where the service is:
 *
 *     A has 4 jobs of 10 s      turns  0  10  20  30                 taken: A0 A10 B10 A20 B20 A30
 *     B sends 2 while A10 runs              10  20                   equal turns: the one that came first
 *
 * Where the service is, is the turn of what was taken last, or that comes next if nothing runs: so a single job of an account that has none comes
 * next, as soon as one that runs has ended. All of that is in the records of the jobs that live, so that all processes see the same; what an
 * account was given in the past is not held against it.
 *
 * Of jobs that come at the same moment a process remembers what it has given, so that no turn is given twice; two processes
 * may do so, and what is gained by that is one job's turn.
 */
import { ApiError } from '../errors.js';
import type { AccountId } from '../storage/index.js';
import type { JobStore } from './job-store.js';

/** Of virtual time, in one second of work of weight 1: turns are whole numbers. */
const TICKS_PER_SECOND = 10;
const RETRY_SECONDS = 10;
const READS_MAX = 5;

/** A job's place in virtual time. */
export type JobTurn = { turn: number; turnEnd: number };

export type Turns = {
  /** Calls `accept` with the turn of a new job of the account, and with what of its waits before it. */
  give: <Result>(
    accountId: AccountId,
    workSeconds: number,
    accept: (turn: JobTurn, before: Waiting) => Promise<Result>,
  ) => Promise<Result>;
};

/** Jobs of one account that no worker has begun, and the work that they ask for. */
export type Waiting = { jobs: number; workSeconds: number };

/** What is being accepted for an account, and is not in the records yet. */
type Coming = {
  asking: number;
  accepting: number;
  acceptingSeconds: number;
  /** Of those, how many have come to their end so far. */
  done: number;
  turnEnd: number;
};

export function createTurns(jobStore: Pick<JobStore, 'standing'>): Turns {
  const comingOf = new Map<AccountId, Coming>();
  return {
    async give(accountId, workSeconds, accept) {
      const coming = comingOf.get(accountId) ?? {
        ...{ asking: 0, accepting: 0, acceptingSeconds: 0, done: 0, turnEnd: 0 },
      };
      comingOf.set(accountId, coming);
      coming.asking += 1;
      try {
        const { now, ownEnd, weight, waiting, waitingTicks, uncounted } = await standingOf(
          jobStore,
          accountId,
          coming,
        );
        const turn = Math.max(now, ownEnd, coming.turnEnd);
        const ticks = Math.max(1, Math.ceil((workSeconds * TICKS_PER_SECOND) / weight));
        coming.turnEnd = turn + ticks;
        const waitingSeconds = (waitingTicks * weight) / TICKS_PER_SECOND;
        const before = {
          jobs: waiting + coming.accepting + uncounted,
          workSeconds: waitingSeconds + coming.acceptingSeconds,
        };
        coming.accepting += 1;
        coming.acceptingSeconds += workSeconds;
        try {
          return await accept({ turn, turnEnd: turn + ticks }, before);
        } finally {
          coming.accepting -= 1;
          coming.acceptingSeconds -= workSeconds;
          coming.done += 1;
        }
      } finally {
        coming.asking -= 1;
        if (coming.asking === 0) comingOf.delete(accountId);
      }
    },
  };
}

/**
 * What the records say, and how many jobs have been accepted while they were read, which may be in them or not. Read again
 * where there are such, as often as that may help.
 */
async function standingOf(
  jobStore: Pick<JobStore, 'standing'>,
  accountId: AccountId,
  coming: Readonly<Coming>,
) {
  for (let read = 1; ; read += 1) {
    const doneBefore = coming.done;
    const standing = await jobStore.standing(accountId);
    const uncounted = coming.done - doneBefore;
    if (uncounted === 0 || read === READS_MAX) return { ...standing, uncounted };
  }
}

/** What of one account may wait at once. */
export type WaitingBounds = { jobsMax: number; workSecondsMax: number };

/** Undefined: one more may wait. However long it is, one may. */
export function tooManyJobs(
  before: Waiting,
  workSeconds: number,
  { jobsMax, workSecondsMax }: WaitingBounds,
): ApiError | undefined {
  const refusal = (comment: string): ApiError =>
    new ApiError('too_many_jobs', comment, { retryAfterSeconds: RETRY_SECONDS });
  if (before.jobs >= jobsMax) {
    return refusal(
      `The account has ${jobsMax} jobs that wait, as many as may; send more when some have been worked on.`,
    );
  }
  if (before.jobs > 0 && before.workSeconds + workSeconds > workSecondsMax) {
    return refusal(
      `The account's jobs that wait ask for ${Math.ceil(before.workSeconds)} s of work, and with this one for more than the ${workSecondsMax} s that may wait; send more when some have been worked on.`,
    );
  }
  return undefined;
}
