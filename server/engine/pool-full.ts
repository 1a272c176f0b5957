/** What a caller is told who comes when as many wait as may. */
export class PoolFullError extends Error {
  readonly retryAfterSeconds: number;

  constructor(queueLengthMax: number, retryAfterSeconds: number) {
    super(`all threads are busy and ${queueLengthMax} tasks wait already`);
    this.name = 'PoolFullError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
