/**
 * Runs one request of `bench-limits.ts` in a separate process: prepares it, plans it under its limit, and sends the
 * figures.
 *
 * The clock is the processor time of the search thread, so that other work on the machine does not count toward the
 * limit or the excess; where the system does not report it, the processor time of the whole process.
 */
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { createSearchTask } from '../server/search/index.js';
import { readConfig } from '../server/config.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
} from '../server/roads/index.js';
import { createPrepareTasks } from '../server/routing/index.js';
import { loadSpeeds } from '../server/speeds.js';
import { createZoneLookup } from '../server/time/index.js';
import { hostileRequests } from './bench-limits-requests.js';
import { processorMs } from './thread-time.js';

export type LimitsFigures = {
  prepareMs: number;
  startMs: number;
  searchMs: number;
  totalMs: number;
  unserved: number;
  visits: number;
};

const ROOT = new URL('../../', import.meta.url);
const context = { shouldStop: () => false };

const hostile = hostileRequests()[Number(process.argv[2])];
const timeLimitMs = Number(process.argv[3]);
if (hostile === undefined) throw new Error('There is no such request.');
const { request, operation } = hostile;

instantiate(await compileModule(ROOT), createSharedMemory());
const config = readConfig({});
const files = await loadSpeeds(config, ROOT);
const { routing_prepare } = createPrepareTasks({
  speeds: createThreadSpeeds({ files, shared: createSharedTraffic() }),
  maps: createThreadMaps({ mapPaths: [], snapRadiusMeters: 100, memoryBytesMax: 0 }, 'car'),
  zoneOf: createZoneLookup(),
  ownProfiles: new Map(),
  jobSecondsMax: config.jobSecondsMax,
});
const body = [new TextEncoder().encode(JSON.stringify(request))];
const startedAt = processorMs();
const prepared = routing_prepare({ body, operation }, context);
if (prepared.kind !== 'done' || prepared.output.kind !== 'prepared') {
  throw new Error(`refused: ${JSON.stringify(prepared).slice(0, 2000)}`);
}
const { plan, counts } = prepared.output;
const plannedAt = processorMs();
const result = createSearchTask({ clock: processorMs })(
  { ...plan, timeLimitMs, endsAtMs: Infinity },
  { shouldStop: () => false },
);
if (result.kind !== 'done') throw new Error('stopped');
const { startMs, searchMs, best } = result.output;
const message: LimitsFigures = {
  prepareMs: plannedAt - startedAt,
  startMs,
  searchMs,
  totalMs: processorMs() - plannedAt,
  unserved: best.unserved,
  visits: counts.visits,
};
process.send?.(message);
process.disconnect();
