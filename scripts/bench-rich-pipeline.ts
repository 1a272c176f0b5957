/**
 * The service's own path from a request to the input of a search thread, and from its output to the response, all in
 * this process: a road map, speeds, and the handlers of engine threads.
 *
 *     extract ──► map, cached ──► handlers ──► prepare(request): problem, tables, context
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../server/config.js';
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { createMatrixTask } from '../server/matrix/index.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
  mapPathOf,
  runMapsJob,
} from '../server/roads/index.js';
import {
  createPrepareTasks,
  createRespondTask,
  type PrepareTasks,
  type RespondTask,
} from '../server/routing/index.js';
import { loadSpeeds } from '../server/speeds.js';
import { createZoneLookup } from '../server/time/index.js';
import { PROFILES } from '../server/travel/index.js';

const MAPS_MEMORY_BYTES = 2 ** 31;

const root = new URL('../../', import.meta.url);
/** The extract in the repository. */
export const PORTO = fileURLToPath(new URL('maps/porto.osm.pbf', root));
const context = { shouldStop: () => false };

export type Prepared = Extract<PrepareTasks['routing_prepare']['output'], { kind: 'prepared' }>;
type RespondInput = RespondTask['routing_respond']['input'];

export type Pipeline = {
  module: WebAssembly.Module;
  prepare: (request: object) => Prepared;
  respond: (input: RespondInput) => unknown;
  /** Returns the answer of the matrix endpoint. */
  matrix: (request: object) => unknown;
};

/** Builds the extract's map, which takes some seconds, unless an earlier run of the same module has built it. */
export async function createPipeline(extractPath: string): Promise<Pipeline> {
  const module = await compileModule(root);
  const mapPath = await mapOf(module, extractPath);
  instantiate(module, createSharedMemory());
  const config = readConfig({});
  const files = await loadSpeeds(config, root);
  const speeds = createThreadSpeeds({ files, shared: createSharedTraffic() });
  const maps = createThreadMaps(
    {
      mapPaths: [mapPath],
      snapRadiusMeters: config.snapRadiusMeters,
      memoryBytesMax: MAPS_MEMORY_BYTES,
    },
    'car',
  );
  const zoneOf = createZoneLookup();
  const { jobSecondsMax } = config;
  const prepareTasks = createPrepareTasks({
    speeds,
    maps,
    zoneOf,
    jobSecondsMax,
    ownProfiles: new Map(),
  });
  const respondTask = createRespondTask({ maps });
  const matrixTask = createMatrixTask({ speeds, maps, zoneOf, ownProfiles: new Map() });
  return {
    module,
    prepare: (request) => {
      const body = [jsonBytes(request)];
      const result = prepareTasks.routing_prepare({ body, operation: 'async' }, context);
      if (result.kind !== 'done' || result.output.kind !== 'prepared') {
        throw new Error(`the request is refused: ${JSON.stringify(result)}`);
      }
      return result.output;
    },
    respond: (input) => {
      const result = respondTask(input, context);
      if (result.kind !== 'done') throw new Error('the response was not written');
      return parse(result.output.body);
    },
    matrix: (request) => {
      const result = matrixTask({ body: [jsonBytes(request)], mode: 'compute' }, context);
      if (result.kind !== 'done' || result.output.kind !== 'answer') {
        throw new Error(`the matrix is refused: ${JSON.stringify(result)}`);
      }
      return parse(result.output.body);
    },
  };
}

/** Returns the path of the map, cached in the system's temporary folder under a hash of the module, the extract and
 * the profiles. */
async function mapOf(module: WebAssembly.Module, extractPath: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(readFileSync(new URL('solver-rs/pkg/route_engine_wasm_bg.wasm', root)));
  hash.update(`${basename(extractPath)} ${statSync(extractPath).size} ${PROFILES.join()}`);
  const folder = join(tmpdir(), `route-engine-rich-${hash.digest('hex').slice(0, 16)}`);
  const mapPath = join(folder, basename(mapPathOf(extractPath)));
  if (existsSync(mapPath)) return mapPath;
  mkdirSync(folder, { recursive: true });
  await runMapsJob(
    { kind: 'build', options: { extractPath, mapPath, profiles: PROFILES, leftHand: undefined } },
    { module, onProgress: () => undefined, signal: new AbortController().signal },
  );
  return mapPath;
}

function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
