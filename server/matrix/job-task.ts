/**
 * A large matrix in an engine thread, a block of rows at a time: input of the job in, deflated JSON out.
 *
 *   matrix_job_head ─► the response up to its first row, and how many rows a block may have
 *   matrix_job_block ─► rows of costs, and the pairs of these rows that no road joins
 *   matrix_job_unreachable ─► the latter alone, for a caller that could not keep them
 *
 * What blocks have in common (parsed request, places on roads, labels of destinations) takes longer to make than a block,
 * so each thread keeps that of the job it worked on last. It keeps neither map nor costs from being dropped: a thread that
 * finds them gone makes all again.
 *
 * All blocks of a matrix have the costs of one version of the speeds, which the head names. A thread that has no such
 * costs and can get none, since an operator has changed the speeds, says `changed`.
 */
import { gunzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import type { MatrixJson, MatrixRows } from '../roads/index.js';
import { parseBody } from '../validation/index.js';
import { createRequestCheck } from './check.js';
import { deflateText, type DeflatedText } from './gzip.js';
import type { PlacedLocations } from './locations.js';
import {
  destinationCountOf,
  freePlaces,
  placesOf,
  prepareRows,
  takeSnapshot,
  rowCountOf,
  selectPairs,
  type TrafficSnapshot,
  type MatrixTaskSettings,
} from './query.js';
import type { MatrixRefusal } from './read.js';
import { responseHead } from './respond.js';
import { MATRIX_JSON_BOUNDS, type MatrixRequest } from './schema.js';
import { offRoadRefusal } from './task.js';

/** Of a request that has been accepted as a job. */
export type MatrixJobInput = {
  jobId: string;
  /** The request's body, gzip, in memory that is shared: it crosses with every block. */
  body: Uint8Array<SharedArrayBuffer>;
  /** `JOB_ENDED` at 0 once no more will be asked for. */
  state: Int32Array<SharedArrayBuffer>;
};

export const JOB_ENDED = 1;

/** Rows by the positions of their sources. */
export type RowRange = { firstRow: number; rowCount: number };

export type MatrixJobHeadInput = {
  job: MatrixJobInput;
  /** About how much JSON a block should have; it may have twice as much. */
  blockBytes: number;
};

export type MatrixJobBlockInput = RowRange & { job: MatrixJobInput; version: string };

export type MatrixJobHead = {
  kind: 'head';
  /** The response up to its first row. */
  head: DeflatedText;
  /** Of the speeds. */
  version: string;
  rowCount: number;
  rowsPerBlock: number;
};

export type MatrixJobBlock = {
  kind: 'block';
  travelCosts: DeflatedText;
  /** Undefined where there are none. */
  unreachable: DeflatedText | undefined;
};

export type MatrixJobUnreachable = { kind: 'unreachable'; unreachable: DeflatedText };

/** The speeds are not those of the head any more. */
export type SpeedsChanged = { kind: 'changed' };

export type MatrixJobTask = {
  matrix_job_head: { input: MatrixJobHeadInput; output: MatrixJobHead | MatrixRefusal };
  matrix_job_block: { input: MatrixJobBlockInput; output: MatrixJobBlock | SpeedsChanged };
  matrix_job_unreachable: {
    input: MatrixJobBlockInput;
    output: MatrixJobUnreachable | SpeedsChanged;
  };
};

/**
 * Labels of a block's sources are 11 KB each in a city and more in a country, and they are all there at once. Large enough
 * that a block of few destinations is worth its way.
 */
const ROWS_PER_BLOCK_MAX = 1024;
/** As `json.rs` guesses it: colon, brackets and comma of a pair; a number with its comma. */
const PAIR_BYTES = 4;
const NUMBER_BYTES = 6;

export type MatrixJobHandlers = {
  [Kind in keyof MatrixJobTask]: (
    input: MatrixJobTask[Kind]['input'],
    context: TaskContext,
  ) => HandlerResult<MatrixJobTask[Kind]['output']>;
} & {
  /** Frees what is kept of a job that has ended. */
  letEndedGo: () => void;
};

type Prepared = {
  job: MatrixJobInput;
  request: MatrixRequest;
  snapshot: TrafficSnapshot<PlacedLocations>;
  rows: MatrixRows;
  version: string;
};

/** Make them once a thread. */
export function createMatrixJobHandlers(settings: MatrixTaskSettings): MatrixJobHandlers {
  const checkRequest = createRequestCheck(settings);
  let kept: { job: MatrixJobInput; version: string; rows: MatrixRows } | undefined;

  function release(): void {
    kept?.rows.free();
    kept = undefined;
  }

  function letEndedGo(): void {
    if (kept !== undefined && Atomics.load(kept.job.state, 0) === JOB_ENDED) release();
  }

  /** Keeps its rows, and nothing else: the caller has to free the places. Undefined: stopped. */
  function prepare(
    job: MatrixJobInput,
    { shouldStop }: TaskContext,
  ): Prepared | MatrixRefusal | undefined {
    release();
    const request = readRequest(job);
    const place = (): PlacedLocations => placesOf(settings, request, shouldStop);
    const snapshot = takeSnapshot(settings, request, place, shouldStop);
    if (snapshot === undefined) return undefined;
    const { places, traffic } = snapshot;
    try {
      const offRoad = offRoadRefusal(request, places);
      if (offRoad !== undefined) {
        freePlaces(places);
        return offRoad;
      }
      const selection = selectPairs(request);
      try {
        const rows = prepareRows(settings, request, snapshot, selection);
        const version = `${traffic.version} ${places.onRoads?.places.speedsVersion() ?? ''}`;
        kept = { job, version, rows };
        return { job, request, snapshot, rows, version };
      } finally {
        selection.free();
      }
    } catch (error) {
      freePlaces(places);
      throw error;
    }
  }

  function readRequest({ body }: MatrixJobInput): MatrixRequest {
    // A copy: what is shared cannot be inflated.
    const parsed = parseBody(
      [new Uint8Array(gunzipSync(Uint8Array.from(body)))],
      MATRIX_JSON_BOUNDS,
    );
    const checked = parsed.kind === 'ok' ? checkRequest(parsed.value) : parsed;
    if (checked.kind === 'bad') throw new Error('the input of the job is not what was accepted');
    return checked.request;
  }

  /** To be freed. */
  function rowsOf(
    { job, version, firstRow, rowCount }: MatrixJobBlockInput,
    context: TaskContext,
  ): MatrixJson | 'stopped' | 'changed' {
    if (kept?.job.jobId === job.jobId && kept.version === version) {
      const json = kept.rows.json(firstRow, rowCount, context.shouldStop);
      if (json !== undefined) return json;
      if (context.shouldStop()) return 'stopped';
    }
    const prepared = prepare(job, context);
    if (prepared === undefined) return 'stopped';
    if ('kind' in prepared) throw new Error('the map has changed since the head was written');
    try {
      if (prepared.version !== version) return 'changed';
      return prepared.rows.json(firstRow, rowCount, context.shouldStop) ?? 'stopped';
    } finally {
      freePlaces(prepared.snapshot.places);
    }
  }

  return {
    letEndedGo,

    matrix_job_head: ({ job, blockBytes }, context) => {
      const prepared = prepare(job, context);
      if (prepared === undefined) return { kind: 'stopped' };
      if ('kind' in prepared) return { kind: 'done', output: prepared };
      const { request, snapshot, version } = prepared;
      try {
        const head = deflateText(responseHead(settings, request, snapshot));
        const rowBytes = rowBytesOf(request, snapshot.windows.length);
        const rowsPerBlock = Math.min(
          ROWS_PER_BLOCK_MAX,
          Math.max(1, Math.floor(blockBytes / rowBytes)),
        );
        const rowCount = rowCountOf(request);
        const output: MatrixJobHead = { kind: 'head', head, version, rowCount, rowsPerBlock };
        return { kind: 'done', output, transfer: [head.bytes.buffer] };
      } finally {
        freePlaces(snapshot.places);
      }
    },

    matrix_job_block: (input, context) => {
      const json = rowsOf(input, context);
      if (json === 'stopped') return { kind: 'stopped' };
      if (json === 'changed') return { kind: 'done', output: { kind: 'changed' } };
      try {
        const travelCosts = deflateText(json.takeTravelCosts());
        if (context.shouldStop()) return { kind: 'stopped' };
        const pairs = json.takeUnreachable();
        const unreachable = pairs.length === 0 ? undefined : deflateText(pairs);
        return {
          kind: 'done',
          output: { kind: 'block', travelCosts, unreachable },
          transfer: [travelCosts, unreachable].flatMap((text) => text?.bytes.buffer ?? []),
        };
      } finally {
        json.free();
      }
    },

    matrix_job_unreachable: (input, context) => {
      const json = rowsOf(input, context);
      if (json === 'stopped') return { kind: 'stopped' };
      if (json === 'changed') return { kind: 'done', output: { kind: 'changed' } };
      try {
        const unreachable = deflateText(json.takeUnreachable());
        const output: MatrixJobUnreachable = { kind: 'unreachable', unreachable };
        return { kind: 'done', output, transfer: [unreachable.bytes.buffer] };
      } finally {
        json.free();
      }
    },
  };
}

/** About. */
function rowBytesOf(request: MatrixRequest, windowCount: number): number {
  const { locations } = request;
  const keyBytes = locations.reduce(
    (total, location) => total + Buffer.byteLength(location.location_id) + 2,
    0,
  );
  const pairBytes = keyBytes / locations.length + PAIR_BYTES + NUMBER_BYTES * (1 + windowCount);
  return destinationCountOf(request) * pairBytes;
}
