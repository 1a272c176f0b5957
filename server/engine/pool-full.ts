/** Thrown to a caller whose task comes when the queue is full. */
export class PoolFullError extends Error {
  readonly retryAfterSeconds: number;

  constructor(queueLengthMax: number, retryAfterSeconds: number) {
    super(`all threads are busy and ${queueLengthMax} tasks wait already`);
    this.name = 'PoolFullError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
