/**
 * The queue as jobs see it: the id of a job is enqueued in the unit that accepts the job, and delivered once, to one
 * worker among those of all processes.
 *
 *     enqueue ──commit──► waiting ──a worker is free──► running ──run ends or throws──► gone
 *
 * A job is delivered at most once for each time that it is enqueued; enqueuing a job that is waiting already has no
 * effect. A worker may be killed at any time, also between taking a job and running it, and the queue does not deliver
 * the job again. Instead, the record of the job says which attempt is running and when its last heartbeat was, and a
 * process that finds a job without heartbeats for too long enqueues it again.
 */
import type { Compilable } from 'kysely';

export type WorkOptions = {
  readonly concurrency: number;
  /** Must report its own failures: the queue treats a rejection as the end of the job, like any other. */
  readonly run: (jobId: string) => Promise<void>;
};

export type Work = {
  /** Takes no further jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>;
};

/** Smaller turns come first, equal ones in the order of enqueuing. `again`: the job has had its turn and goes first. */
export type Turn = number | 'again';

export type JobQueue = {
  /** Returns statements that enqueue a job. They run in the unit that accepts the job, so both happen or neither. */
  enqueue(jobId: string, turn?: Turn): Promise<readonly { readonly query: Compilable }[]>;
  /** To be called after that unit has committed: a free worker of this process then takes the job at once. */
  push(jobId: string, turn?: Turn): void;
  /** Calls `run` for jobs in the order of their turns, at most `concurrency` at once, until stopped. */
  work(options: WorkOptions): Promise<Work>;
  /** Returns the number of waiting jobs. */
  waiting(): Promise<number>;
  /** Stops all work as `stop` does, then frees all resources. */
  close(): Promise<void>;
};
