/**
 * Computes a large matrix in an engine thread, one block of rows at a time, from the job's input to deflated JSON.
 *
 *   matrix_job_head ─► the response up to its first row, and how many rows a block may have
 *   matrix_job_block ─► rows of costs, and the pairs of these rows that have no road connection
 *   matrix_job_unreachable ─► only those pairs, for a caller that could not keep them
 *
 * Preparing what blocks have in common (parsed request, places on roads, labels of destinations) takes longer than
 * computing a block, so each thread keeps the preparation of its last job. This does not prevent the map or its costs
 * from being dropped; if they are gone, the thread prepares the job again.
 *
 * All blocks of a matrix have costs of the same version of the speeds, which the head states. A thread that has no
 * costs of that version and cannot get them, because an operator has changed the speeds, returns `changed`.
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

/** A request that has been accepted as a job. */
export type MatrixJobInput = {
  jobId: string;
  /** The gzipped request body, in shared memory because it is passed to the threads with every block. */
  body: Uint8Array<SharedArrayBuffer>;
  /** `JOB_ENDED` at index 0 once no more blocks will be requested. */
  state: Int32Array<SharedArrayBuffer>;
};

export const JOB_ENDED = 1;

/** A range of rows, by the positions of their sources in the request. */
export type RowRange = { firstRow: number; rowCount: number };

export type MatrixJobHeadInput = {
  job: MatrixJobInput;
  /** The approximate size of a block's JSON; it may be twice as large. */
  blockBytes: number;
};

export type MatrixJobBlockInput = RowRange & { job: MatrixJobInput; version: string };

export type MatrixJobHead = {
  kind: 'head';
  /** The response up to its first row. */
  head: DeflatedText;
  /** The version of the speeds. */
  version: string;
  rowCount: number;
  rowsPerBlock: number;
};

export type MatrixJobBlock = {
  kind: 'block';
  travelCosts: DeflatedText;
  /** Undefined if there are no such pairs. */
  unreachable: DeflatedText | undefined;
};

export type MatrixJobUnreachable = { kind: 'unreachable'; unreachable: DeflatedText };

/** The speeds have changed since the head was written. */
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
 * Limits the memory of a block: the labels of all its sources exist at once and take 11 KB each in a city, more in a
 * country. Large enough that a block with few destinations is worth the overhead of a task.
 */
const ROWS_PER_BLOCK_MAX = 1024;
/** The same estimates as in `json.rs`: colon, brackets and comma of a pair; a number with its comma. */
const PAIR_BYTES = 4;
const NUMBER_BYTES = 6;

export type MatrixJobHandlers = {
  [Kind in keyof MatrixJobTask]: (
    input: MatrixJobTask[Kind]['input'],
    context: TaskContext,
  ) => HandlerResult<MatrixJobTask[Kind]['output']>;
} & {
  /** Frees what the thread keeps of its last job, if that job has ended. */
  letEndedGo: () => void;
};

type Prepared = {
  job: MatrixJobInput;
  request: MatrixRequest;
  snapshot: TrafficSnapshot<PlacedLocations>;
  rows: MatrixRows;
  version: string;
};

/** Creates the handlers. Call it once per thread. */
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

  /** Prepares a job and keeps its rows. The caller must free the places. Returns undefined if the task was stopped. */
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
    // A copy, because shared memory cannot be inflated.
    const parsed = parseBody(
      [new Uint8Array(gunzipSync(Uint8Array.from(body)))],
      MATRIX_JSON_BOUNDS,
    );
    const checked = parsed.kind === 'ok' ? checkRequest(parsed.value) : parsed;
    if (checked.kind === 'bad') throw new Error('the input of the job is not what was accepted');
    return checked.request;
  }

  /** Returns the JSON of a range of rows. The caller must free it. */
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

/** Returns the approximate size of a row's JSON. */
function rowBytesOf(request: MatrixRequest, windowCount: number): number {
  const { locations } = request;
  const keyBytes = locations.reduce(
    (total, location) => total + Buffer.byteLength(location.location_id) + 2,
    0,
  );
  const pairBytes = keyBytes / locations.length + PAIR_BYTES + NUMBER_BYTES * (1 + windowCount);
  return destinationCountOf(request) * pairBytes;
}
