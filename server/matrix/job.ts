/**
 * A large matrix, computed block by block in engine threads and given out as it comes: chunks of one gzip file of JSON,
 * byte for byte what a smaller request is answered with at once.
 *
 *             ┌► block ─┐  at most `parallel` at work or waiting
 *   head ─────┼► block ─┼─► in their order: chunk, chunk, … ─► unreachable pairs ─► end
 *             └► block ─┘
 *
 * Memory does not grow with the matrix: as many blocks as are at work at once, some 10 MB each when they are deflated, and up to
 * `UNREACHABLE_BYTES_HELD_MAX` of unreachable pairs, which come with the rows and belong behind all of them. What is
 * beyond that is dropped, and computed a second time when its turn comes.
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

/** About how much JSON a block has; it has twice as much at most. Measured: `docs/benchmarks.md`. */
const BLOCK_BYTES = 16 << 20;
const UNREACHABLE_BYTES_HELD_MAX = 16 << 20;

/** An operator has changed the speeds while the matrix was computed. Nothing is wrong: start it over. */
export class SpeedsChangedError extends InterruptedWork {
  override readonly name = 'SpeedsChangedError';

  constructor() {
    super('the speeds were changed while the matrix was computed');
  }
}

export type MatrixJobOptions = {
  /** As that of a pool; what it throws ends the job. */
  run: EnginePool<MatrixJobTask>['run'];
  /** `input` of the `LargeMatrix` that was accepted. */
  input: Uint8Array;
  /** Threads tell jobs by it. */
  jobId: string;
  signal: AbortSignal;
  /** Told the share of the rows that are done, up to 1. */
  onProgress: (share: number) => void;
  /** So many blocks are computed at once. */
  parallel: number;
  /** Tests have smaller blocks, and hold less. */
  blockBytes?: number;
  unreachableBytesHeldMax?: number;
};

/**
 * The chunks of the answer, gzip. Ending the iteration early stops the work.
 *
 * Throws `ApiError` where `strict` is not met any more, `SpeedsChangedError`, and whatever `run` throws.
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

/** What the work on each item comes to, in their order, with at most `parallel` begun and not yet taken. */
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
    // Looked at when its turn comes; until then a failure must not pass for one that is not handled.
    result.catch(() => undefined);
    begun.push(result);
  };
  for (let count = 0; count < parallel; count += 1) begin();
  for (let first = begun.shift(); first !== undefined; first = begun.shift()) {
    const result = await first;
    // Before it is taken, so that threads have work while the taker writes.
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

/** Texts in the order in which they came, as far as they are held. */
function createHeldTexts(bytesMax: number) {
  const entries: { rows: RowRange; text: DeflatedText | undefined }[] = [];
  let bytesHeld = 0;
  return {
    add: (rows: RowRange, text: DeflatedText): void => {
      const isHeld = bytesHeld + text.bytes.length <= bytesMax;
      if (isHeld) bytesHeld += text.bytes.length;
      entries.push({ rows, text: isHeld ? text : undefined });
    },
    /** Undefined for each that is not held. */
    texts: () => entries.map((entry) => entry.text),
    /** The rows of those that are not held. */
    dropped: () => entries.flatMap(({ rows, text }) => (text === undefined ? [rows] : [])),
  };
}
