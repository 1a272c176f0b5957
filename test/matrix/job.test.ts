/**
 * A matrix computed in blocks: the same document as for a synchronous request, whatever happens between the blocks, and
 * computed with a single version of the speeds.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  matrixJobChunks,
  SpeedsChangedError,
  type MatrixJobOptions,
} from '../../server/matrix/index.js';
import { CROSSROADS, degreesOf, writeExtract } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-matrix-job-'));
const trafficFile = join(folder, 'traffic.json');
const speedsFile = join(folder, 'speeds.json');
const SHIPPED_TRAFFIC = readFileSync('server/travel/traffic.json', 'utf8');

let service: TestService;
beforeAll(async () => {
  writeExtract(folder, 'crossroads', CROSSROADS);
  writeSpeeds([]);
  service = await startTestService({
    config: { mapsDir: folder, trafficFile, speedsFile, threads: 2 },
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function writeSpeeds(rules: readonly object[], traffic = SHIPPED_TRAFFIC): void {
  writeFileSync(trafficFile, traffic);
  writeFileSync(speedsFile, JSON.stringify({ rules }));
}

const { signal: unending } = new AbortController();

/** A row has about 200 bytes of JSON, so a block has one or two rows. */
const SMALL_BLOCKS = { blockBytes: 2_000 };

let jobCount = 0;

function chunksOf(request: object, options: Partial<MatrixJobOptions> = {}) {
  return matrixJobChunks({
    run: (kind, input, runOptions) => service.pool.run(kind, input, runOptions),
    input: gzipSync(JSON.stringify(request)),
    jobId: `job-${(jobCount += 1)}`,
    signal: unending,
    onProgress: () => undefined,
    parallel: 2,
    ...SMALL_BLOCKS,
    ...options,
  });
}

async function documentOf(request: object, options?: Partial<MatrixJobOptions>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, options)) chunks.push(chunk);
  return gunzipSync(Buffer.concat(chunks)).toString();
}

async function answerAtOnce(request: object): Promise<string> {
  const body = [new TextEncoder().encode(JSON.stringify(request))];
  const output = await service.pool.run('matrix', { body, mode: 'compute' }, { signal: unending });
  if (output.kind !== 'answer') throw new Error(JSON.stringify(output));
  return Buffer.from(output.body).toString();
}

/** Along the road from west to east, to the north, and on the island. */
const onRoads = Array.from({ length: 30 }, (_, idx) => {
  const along = 80 * (idx % 10);
  const points = [
    [-1_000 + 2 * along, 3],
    [4, 40 + along / 2],
    [20_000 + along, -2],
  ] as const;
  const id = `"${idx}" é`;
  return { location_id: id, ...degreesOf(points[idx % 3] ?? [0, 0]) };
});
const offRoads = Array.from({ length: 25 }, (_, idx) => ({
  location_id: `far ${idx}`,
  latitude: 41 + idx / 50,
  longitude: -8 - (idx % 7) / 10,
}));
const vehicle = { type: 'car' };
const classes = (locations: readonly object[]) =>
  locations.map((location, idx) => ({ ...location, location_class: [idx % 3, 5 + (idx % 2)] }));

const REQUESTS: Record<string, object> = {
  'on roads, with pairs that no road joins': { locations: onRoads, vehicle },
  estimates: { locations: offRoads, vehicle },
  'mixed, at the weekend': { locations: [...onRoads, ...offRoads], vehicle, weekend: true },
  'with classes': { locations: classes(onRoads), vehicle },
  'with containment': { locations: classes(onRoads), vehicle, force_containment: true },
  'of some sources and destinations, in a range of local time': {
    locations: onRoads,
    vehicle: { type: 'bicycle', speed_factor: 0.7 },
    sources: [3, 29, 0, 7, 8, 9, 11],
    destinations: [2, 1, 28],
    start_local_time: '22:30:00',
    end_local_time: '07:00:00',
  },
  'of one location': { locations: onRoads.slice(0, 1), vehicle },
};

test.each(Object.entries(REQUESTS))(
  '%s: the document equals that of a synchronous request',
  async (_, request) => {
    const expected = await answerAtOnce(request);
    expect(await documentOf(request)).toBe(expected);
    expect(await documentOf(request, { parallel: 1, blockBytes: 1 })).toBe(expected);
    expect(await documentOf(request, { parallel: 9, blockBytes: 1e9 })).toBe(expected);
  },
);

test('unreachable pairs are computed again if there are too many to hold', async () => {
  const request = { locations: onRoads, vehicle };
  const expected = await answerAtOnce(request);
  expect(JSON.parse(expected).unreachable.length).toBe(2 * 10 * 20);
  for (const unreachableBytesHeldMax of [0, 100, 300]) {
    expect(await documentOf(request, { unreachableBytesHeldMax })).toBe(expected);
  }
});

test('progress rises to 1, block by block', async () => {
  const shares: number[] = [];
  await documentOf(
    { locations: onRoads, vehicle },
    { blockBytes: 1, onProgress: (share) => shares.push(share) },
  );
  // One row each.
  expect(shares).toEqual(Array.from({ length: 30 }, (_, idx) => (idx + 1) / 30));
});

test('the number of blocks that are computed or waiting is at most the number computed in parallel', async () => {
  let begun = 0;
  let taken = 0;
  let mostAhead = 0;
  const chunks = chunksOf(
    { locations: offRoads, vehicle },
    {
      parallel: 3,
      blockBytes: 1,
      run: (kind, input, runOptions) => {
        if (kind === 'matrix_job_block') begun += 1;
        mostAhead = Math.max(mostAhead, begun - taken);
        return service.pool.run(kind, input, runOptions);
      },
      onProgress: () => (taken += 1),
    },
  );
  for await (const chunk of chunks) expect(chunk.length).toBeGreaterThan(0);
  expect(begun).toBe(25);
  // Three, and the one that was just yielded.
  expect(mostAhead).toBe(4);
});

/** Calls `change` when the block of number `blockCount` begins. */
function changingAfter(blockCount: number, change: () => Promise<void>): Partial<MatrixJobOptions> {
  let begun = 0;
  return {
    parallel: 1,
    run: async (kind, input, runOptions) => {
      if (kind === 'matrix_job_block') begun += 1;
      if (begun === blockCount && kind === 'matrix_job_block') await change();
      return service.pool.run(kind, input, runOptions);
    },
  };
}

async function reloadWith(rules: readonly object[], traffic = SHIPPED_TRAFFIC): Promise<void> {
  writeSpeeds(rules, traffic);
  await service.reloadSpeeds();
}

const slower = SHIPPED_TRAFFIC.replaceAll('"primary": 0.72', '"primary": 0.5');

test.each([
  ['rules', () => reloadWith([{ speed_factor: 0.5 }])],
  ['traffic', () => reloadWith([], slower)],
])('speeds that change during the job, by their %s, end it', async (_, change) => {
  expect(slower).not.toBe(SHIPPED_TRAFFIC);
  const request = { locations: onRoads, vehicle };
  try {
    await expect(documentOf(request, changingAfter(5, change))).rejects.toThrow(SpeedsChangedError);
    // A new run of the job uses the new speeds.
    expect(await documentOf(request)).toBe(await answerAtOnce(request));
  } finally {
    await reloadWith([]);
  }
});

test('loading the same speeds again does not end the job', async () => {
  const request = { locations: onRoads, vehicle };
  const expected = await answerAtOnce(request);
  expect(
    await documentOf(
      request,
      changingAfter(5, () => reloadWith([])),
    ),
  ).toBe(expected);
});

test('ending the iteration early stops the work, and a signal ends it with its reason', async () => {
  const request = { locations: onRoads, vehicle };
  for await (const chunk of chunksOf(request)) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  const abort = new AbortController();
  const reason = new Error('cancelled');
  const chunks = chunksOf(request, {
    signal: abort.signal,
    onProgress: () => {
      abort.abort(reason);
    },
  });
  const all = async (): Promise<void> => {
    for await (const chunk of chunks) expect(chunk.length).toBeGreaterThan(0);
  };
  await expect(all()).rejects.toBe(reason);
  expect(await documentOf(request)).toBe(await answerAtOnce(request));
});

test('a map that is dropped between blocks is loaded again', async () => {
  const own = await startTestService({
    // One profile of the crossroads fits, and a second one beside it does not.
    config: { mapsDir: folder, trafficFile, speedsFile, threads: 1, mapsMemoryBytesMax: 4_000 },
  });
  try {
    let dropCount = 0;
    const request = { locations: onRoads, vehicle };
    const byFoot = { locations: onRoads.slice(0, 2), vehicle: { type: 'truck' } };
    const document = await documentOf(request, {
      parallel: 1,
      run: async (kind, input, runOptions) => {
        if (kind === 'matrix_job_block') {
          const answer = await own.postMatrix(byFoot);
          if (answer.body.travel_model === 'road') dropCount += 1;
        }
        return own.pool.run(kind, input, runOptions);
      },
    });
    expect(document).toBe(await answerAtOnce(request));
    expect(dropCount).toBeGreaterThan(2);
  } finally {
    await own.stop();
  }
});

test('a strict request with locations off the roads fails and names all of them', async () => {
  const locations = [...onRoads, ...offRoads];
  await expect(documentOf({ locations, vehicle, strict: true })).rejects.toMatchObject({
    name: 'ApiError',
    code: 'location_unreachable',
    details: { problemCount: offRoads.length },
  });
});

test('an input that was never accepted is an internal error', async () => {
  await expect(documentOf({ locations: [], vehicle })).rejects.toThrow('not what was accepted');
});
