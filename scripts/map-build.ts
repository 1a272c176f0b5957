/**
 * Builds a map from an OpenStreetMap extract: `npm run map:build -- FILE.osm.pbf`.
 *
 * The map is written to `MAPS_DIR` (or to the path of `--out`), where the service finds it at its next start. It is
 * built by the WASM core, so only Node is needed; the native program of `solver-rs/cli` writes the same bytes.
 */
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../server/config.js';
import { compileModule } from '../server/engine/index.js';
import { createMapProgress } from '../server/map-progress.js';
import { loadOwnProfiles } from '../server/own-profiles.js';
import { MapsError, mapPathOf, runMapsJob } from '../server/roads/index.js';
import { PROFILES } from '../server/travel/index.js';

const USAGE = `Usage: npm run map:build -- FILE.osm.pbf [--out FILE.map] [--profiles car,foot] [--drive-on left] [--basemap]

  FILE          an extract of OpenStreetMap: .osm.pbf, .osm.gz or .osm
  --out         the map (default: FILE's name in MAPS_DIR, ./maps)
  --profiles    some of ${PROFILES.join(', ')} and the names in PROFILES_FILE (default: all)
  --drive-on    left or right, where ways do not say (default: by the country)
  --basemap     keep water, green, buildings and names of places as well, for the console's map
`;

class UsageError extends Error {}

type Command = {
  extractPath: string;
  mapPath: string;
  profiles: string[];
  leftHand: boolean | undefined;
  hasBasemap: boolean;
};

async function parse(args: readonly string[]): Promise<Command> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      profiles: { type: 'string' },
      'drive-on': { type: 'string' },
      basemap: { type: 'boolean', default: false },
    },
  });
  const [extract, ...more] = positionals;
  if (extract === undefined || more.length > 0) throw new UsageError('one extract is needed');
  const { MAPS_DIR, PROFILES_FILE } = process.env;
  const config = readConfig({ MAPS_DIR, PROFILES_FILE });
  const { types, roadUsers } = await loadOwnProfiles(config);
  const own = new Map([...types.keys()].map((name, idx) => [name, roadUsers[idx] ?? name]));
  const names = [...PROFILES, ...own.keys()];
  const profiles = values.profiles?.split(',') ?? names;
  const unknown = profiles.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new UsageError(`no profile ${unknown.join(', ')}`);
  const repeated = profiles.find((name, idx) => profiles.indexOf(name) < idx);
  if (repeated !== undefined) throw new UsageError(`${repeated} is named twice`);
  const driveOn = values['drive-on'];
  if (![undefined, 'left', 'right'].includes(driveOn))
    throw new UsageError('drive on left or right');
  return {
    extractPath: resolve(extract),
    mapPath: resolve(values.out ?? join(config.mapsDir, basename(mapPathOf(extract)))),
    profiles: profiles.map((name) => own.get(name) ?? name),
    leftHand: driveOn === undefined ? undefined : driveOn === 'left',
    hasBasemap: values.basemap,
  };
}

/** Stops the build on Ctrl-C and `kill`, so that no partial files remain. */
const stopping = new AbortController();

async function main(): Promise<void> {
  const { extractPath, mapPath, profiles, leftHand, hasBasemap } = await parse(
    process.argv.slice(2),
  );
  await mkdir(dirname(mapPath), { recursive: true });
  // The terminal signals the whole process group, and npm forwards the signal as well: it may arrive twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const isCompiled = import.meta.url.includes('/dist/scripts/');
  const reports: string[] = [];
  await runMapsJob(
    { kind: 'build', options: { extractPath, mapPath, profiles, leftHand, hasBasemap } },
    {
      module: await compileModule(new URL(isCompiled ? '../../' : '../', import.meta.url)),
      onProgress: createMapProgress(process.stderr),
      onReport: (report) => reports.push(report),
      signal: stopping.signal,
    },
  );
  process.stderr.write(`${reports.join('\n')}\n`);
  process.stdout.write(`${mapPath}\n`);
}

main().catch((error: unknown) => {
  if (stopping.signal.aborted) {
    process.stderr.write('\nstopped\n');
    process.exit(1);
  }
  const isMisuse = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  const isKnown = isMisuse || error instanceof MapsError || error instanceof ConfigError;
  const message = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
  process.stderr.write(`${message ?? ''}\n${isMisuse ? `\n${USAGE}` : ''}`);
  process.exitCode = isMisuse ? 2 : 1;
});
