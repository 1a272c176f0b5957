/**
 * Computes a large matrix block by block in engine threads and yields it as chunks of one gzip file as they are ready.
 * The JSON has the form of the immediate answer to a smaller request, byte for byte.
 *
 *             ┌► block ─┐  at most `parallel` running or waiting
 *   head ─────┼► block ─┼─► in order: chunk, chunk, … ─► unreachable pairs ─► end
 *             └► block ─┘
 *
 * Memory does not grow with the matrix. It holds the blocks that are computed at once, about 10 MB each when deflated,
 * and up to `UNREACHABLE_BYTES_HELD_MAX` of unreachable pairs, which are computed with the rows but come after all of
 * them in the file. Pairs beyond that limit are dropped and computed again when they are due.
 */
import type { EnginePool } from '../engine/index.js';
import { refusalError } from '../errors.js';
import { createGzipMember, deflateText, type DeflatedText } from './gzip.js';
import {
  JOB_ENDED,
  type MatrixJobHead,
  type MatrixJobInput,
  type MatrixJobTask,
  type RowRange,
  type SpeedsChanged,
} from './job-task.js';
import { InterruptedWork } from '../jobs/index.js';
import { COMMA, MIDDLE, TAIL } from './respond.js';

/** The approximate size of a block's JSON, which is at most twice as large. Measured: `docs/benchmarks.md`. */
const BLOCK_BYTES = 16 << 20;
const UNREACHABLE_BYTES_HELD_MAX = 16 << 20;

/** An operator has changed the speeds while the matrix was computed. This is not a failure: the job starts over. */
export class SpeedsChangedError extends InterruptedWork {
  override readonly name = 'SpeedsChangedError';

  constructor() {
    super('the speeds were changed while the matrix was computed');
  }
}

export type MatrixJobOptions = {
  /** Like `run` of a pool. Anything that it throws ends the job. */
  run: EnginePool<MatrixJobTask>['run'];
  /** `input` of the accepted `LargeMatrix`. */
  input: Uint8Array;
  /** Identifies the job in the threads. */
  jobId: string;
  signal: AbortSignal;
  /** Called with the share of rows that are done, up to 1. */
  onProgress: (share: number) => void;
  /** How many blocks are computed at once. */
  parallel: number;
  /** Tests use smaller blocks and hold less. */
  blockBytes?: number;
  unreachableBytesHeldMax?: number;
};

/**
 * Yields the chunks of the gzipped answer. Ending the iteration early stops the work.
 *
 * Throws `ApiError` if `strict` is no longer met, `SpeedsChangedError`, and any error of `run`.
 */
export async function* matrixJobChunks(options: MatrixJobOptions): AsyncGenerator<Uint8Array> {
  const { run, jobId, onProgress, parallel } = options;
  const { blockBytes = BLOCK_BYTES } = options;
  const job: MatrixJobInput = {
    jobId,
    body: shared(options.input),
    state: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
  const stop = new AbortController();
  const runOptions = { signal: AbortSignal.any([options.signal, stop.signal]) };
  const held = createHeldTexts(options.unreachableBytesHeldMax ?? UNREACHABLE_BYTES_HELD_MAX);
  const member = createGzipMember();
  try {
    const head = await run('matrix_job_head', { job, blockBytes }, runOptions);
    if (head.kind === 'refused') throw refusalError(head);
    const { version } = head;
    const askFor = (rows: RowRange) => ({ job, version, ...rows });
    yield member.begin();
    yield member.add(head.head);

    const blocks = blocksOf(head);
    const computed = inOrder(blocks, parallel, (rows) =>
      run('matrix_job_block', askFor(rows), runOptions),
    );
    let rowsDone = 0;
    for (const { firstRow, rowCount } of blocks) {
      const block = await nextOf(computed);
      if (firstRow > 0) yield member.add(deflateText(COMMA));
      yield member.add(block.travelCosts);
      if (block.unreachable !== undefined) held.add({ firstRow, rowCount }, block.unreachable);
      rowsDone += rowCount;
      onProgress(rowsDone / head.rowCount);
    }

    yield member.add(deflateText(MIDDLE));
    const again = inOrder(held.dropped(), parallel, (rows) =>
      run('matrix_job_unreachable', askFor(rows), runOptions),
    );
    let isFirst = true;
    for (const text of held.texts()) {
      if (!isFirst) yield member.add(deflateText(COMMA));
      isFirst = false;
      yield member.add(text ?? (await nextOf(again)).unreachable);
    }
    yield member.add(deflateText(TAIL));
    yield member.end();
  } finally {
    Atomics.store(job.state, 0, JOB_ENDED);
    stop.abort();
  }
}

function shared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function blocksOf({ rowCount, rowsPerBlock }: MatrixJobHead): RowRange[] {
  return Array.from({ length: Math.ceil(rowCount / rowsPerBlock) }, (_, blockIdx) => {
    const firstRow = blockIdx * rowsPerBlock;
    return { firstRow, rowCount: Math.min(rowsPerBlock, rowCount - firstRow) };
  });
}

/** Yields the result of each item in order. At most `parallel` items are started but not yet consumed. */
async function* inOrder<Item, Result>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const waiting = items.values();
  const begun: Promise<Result>[] = [];
  const begin = (): void => {
    const next = waiting.next();
    if (next.done === true) return;
    const result = work(next.value);
    // A failure is handled when the result is awaited below; until then it must not count as an unhandled rejection.
    result.catch(() => undefined);
    begun.push(result);
  };
  for (let count = 0; count < parallel; count += 1) begin();
  for (let first = begun.shift(); first !== undefined; first = begun.shift()) {
    const result = await first;
    // Starts the next item before yielding, so that the threads have work while the consumer writes.
    begin();
    yield result;
  }
}

async function nextOf<Result extends { kind: string }>(
  results: AsyncGenerator<Result, void>,
): Promise<Exclude<Result, SpeedsChanged>> {
  const next = await results.next();
  if (next.done === true) throw new Error('there are fewer blocks than were asked for');
  if (!isOfOneVersion(next.value)) throw new SpeedsChangedError();
  return next.value;
}

function isOfOneVersion<Result extends { kind: string }>(
  result: Result,
): result is Exclude<Result, SpeedsChanged> {
  return result.kind !== 'changed';
}

/** Keeps texts in order, up to a total size; of the others, it keeps only their rows. */
function createHeldTexts(bytesMax: number) {
  const entries: { rows: RowRange; text: DeflatedText | undefined }[] = [];
  let bytesHeld = 0;
  return {
    add: (rows: RowRange, text: DeflatedText): void => {
      const isHeld = bytesHeld + text.bytes.length <= bytesMax;
      if (isHeld) bytesHeld += text.bytes.length;
      entries.push({ rows, text: isHeld ? text : undefined });
    },
    /** Returns all texts; undefined for each that is not held. */
    texts: () => entries.map((entry) => entry.text),
    /** Returns the rows of the texts that are not held. */
    dropped: () => entries.flatMap(({ rows, text }) => (text === undefined ? [rows] : [])),
  };
}
