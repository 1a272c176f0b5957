import type { Compilable } from 'kysely';
export type JobQueue = {
  enqueue(jobId: string): Promise<readonly { query: Compilable }[]>;
  push(jobId: string): void;
  work(options: {
    concurrency: number;
    run: (jobId: string) => Promise<void>;
  }): Promise<{ stop: () => Promise<void> }>;
  waiting(): Promise<number>;
  close(): Promise<void>;
};
