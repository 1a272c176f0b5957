/**
 * The queue as jobs see it: ids go in with the unit that accepts a job, and come out once, to one worker of all processes.
 *
 *     enqueue ──commit──► waiting ──a worker is free──► running ──run ends or throws──► gone
 *
 * A job is delivered at most once for each time that it is enqueued; one that waits already keeps its place and gets no second one. The worker that takes
 * one may be killed, also between taking and running it, and the queue does not bring it back: the record of the job says who works on it and since when, and what has been left alone for too long
 * is enqueued again by the process that notices.
 */
import type { Compilable } from 'kysely';

export type WorkOptions = {
  readonly concurrency: number;
  /** Reports its own failures: to the queue, a rejection is an end like any other. */
  readonly run: (jobId: string) => Promise<void>;
};

export type Work = {
  /** Takes no further job and resolves when those that run have ended. */
  stop(): Promise<void>;
};

/** The smaller comes first, equal ones as they are put. `again`: it has had its turn, and goes before all others. */
export type Turn = number | 'again';

export type JobQueue = {
  /** Statements that put a job into the queue; they run in the unit that accepts it, so that both happen or neither. */
  enqueue(jobId: string, turn?: Turn): Promise<readonly { readonly query: Compilable }[]>;
  /** Call it after that unit's commit: the job is taken at once if a worker of this process is free. */
  push(jobId: string, turn?: Turn): void;
  /** Calls `run` for jobs by their turns, at most `concurrency` at once, until stopped. */
  work(options: WorkOptions): Promise<Work>;
  /** How many jobs wait. */
  waiting(): Promise<number>;
  /** Stops all work as `stop` does, then sets everything free. */
  close(): Promise<void>;
};
