/**
 * Whose turn it is: jobs are not taken in the order in which they came, or one account with many would stop all others.
 *
 * Start-time fair queueing (Goyal, Vin, Cheng 1996). Time is counted in work done: a job of 10 s of an account of weight 2
 * takes its account 5 s further. A job's turn is where its account has come to, but not before where the service is:
 *
 *     A has 4 jobs of 10 s      turns  0  10  20  30                 taken: A0 A10 A20 B20 A30 B30
 *     B sends 2 when A20 is next                 20  30              equal turns: whoever came first
 *
 * Where the service is, is the turn that comes next, or of what runs last if nothing waits. All of that is in the records of
 * the jobs that live, so that all processes see the same; what an account was given in the past is not held against it.
 *
 * Turns of an account are given one after the other in a process. Two processes may give the same one twice; what is gained
 * by that is one job's turn.
 */
import { ApiError } from '../errors.js';
import type { AccountId } from '../storage/index.js';
import type { JobLife } from './life.js';

/** Of virtual time, in one second of work of weight 1: turns are whole numbers. */
const TICKS_PER_SECOND = 10;
const RETRY_SECONDS = 10;

/** A job's place in virtual time. */
export type JobTurn = { turn: number; turnEnd: number };

export type Turns = {
  /** Calls `accept` with the turn of a new job of the account; no other turn of it is given until that has ended. */
  give: <Result>(
    accountId: AccountId,
    workSeconds: number,
    accept: (turn: JobTurn, waiting: number) => Promise<Result>,
  ) => Promise<Result>;
};

export function createTurns(life: Pick<JobLife, 'standing'>): Turns {
  const last = new Map<AccountId, Promise<unknown>>();
  return {
    async give(accountId, workSeconds, accept) {
      const before = last.get(accountId);
      const own = (async () => {
        await before?.catch(() => undefined);
        const { now, ownEnd, weight, waiting } = await life.standing(accountId);
        const turn = Math.max(now, ownEnd);
        const ticks = Math.max(1, Math.ceil((workSeconds * TICKS_PER_SECOND) / weight));
        return await accept({ turn, turnEnd: turn + ticks }, waiting);
      })();
      last.set(accountId, own);
      try {
        return await own;
      } finally {
        if (last.get(accountId) === own) last.delete(accountId);
      }
    },
  };
}

export function tooManyJobs(waitingMax: number): ApiError {
  return new ApiError(
    'too_many_jobs',
    `The account has ${waitingMax} jobs that wait, as many as may; send more when some have been worked on.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
