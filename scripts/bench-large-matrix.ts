/**
 * `npm run bench:matrix -- --large`: matrices as jobs, on Porto's roads in all weekday windows, streamed to a file;
 * with `--smoke`, a small one. Each runs in a separate process, so that its peak memory can be measured.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { startService } from '../server/app.js';
import { readConfig } from '../server/config.js';
import { compileModule } from '../server/engine/index.js';
import { matrixJobChunks } from '../server/matrix/index.js';
import { runMapsJob } from '../server/roads/index.js';

const SIZES = [1000, 2000, 5000];
const SMOKE_SIZES = [300];
const THREADS = Math.min(2, availableParallelism());
/** The city and its suburbs. */
const AREA = { south: 41.12, west: -8.68, north: 41.2, east: -8.56 };

const projectRoot = new URL('../../', import.meta.url);

/** Computes one matrix of each size, each with `benchLargeMatrix` in a process started with `nodeFlags`. */
export async function benchLargeMatrices(
  nodeFlags: readonly string[],
  { smoke }: { smoke: boolean },
): Promise<void> {
  const script = fileURLToPath(new URL('./bench-matrix.js', import.meta.url));
  const mapsDir = mkdtempSync(join(tmpdir(), 'route-engine-bench-'));
  try {
    await buildPorto(mapsDir);
    for (const size of smoke ? SMOKE_SIZES : SIZES) {
      const args = [...nodeFlags, script, '--size', String(size), '--maps', mapsDir];
      const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
      if (status !== 0) throw new Error(`the matrix of ${size} places ended with ${status}`);
    }
  } finally {
    rmSync(mapsDir, { recursive: true, force: true });
  }
}

export async function buildPorto(mapsDir: string): Promise<void> {
  await runMapsJob(
    {
      kind: 'build',
      options: {
        extractPath: fileURLToPath(new URL('maps/porto.osm.pbf', projectRoot)),
        mapPath: join(mapsDir, 'porto.map'),
        profiles: ['car'],
        leftHand: undefined,
      },
    },
    {
      module: await compileModule(projectRoot),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    },
  );
}

export async function benchLargeMatrix(size: number, mapsDir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'route-engine-bench-'));
  try {
    const service = await startService({
      config: readConfig({ DATA_DIR: folder, MAPS_DIR: mapsDir, THREADS: String(THREADS) }),
      projectRoot,
      logger: pino({ level: 'fatal' }),
      clock: Date.now,
      onStoreLost: (error) => {
        throw error;
      },
    });
    const idleMebibytes = process.memoryUsage.rss() / 2 ** 20;
    const file = join(folder, 'matrix.json.gz');
    const output = await open(file, 'w');
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    const chunks = matrixJobChunks({
      run: (kind, input, options) => service.pool.run(kind, input, options),
      input: gzipSync(JSON.stringify({ locations: drawLocations(size), vehicle: {} })),
      jobId: 'bench',
      signal: new AbortController().signal,
      onProgress: () => undefined,
      parallel: THREADS,
    });
    for await (const chunk of chunks) await output.write(chunk);
    const { user, system } = process.cpuUsage(cpuBefore);
    const seconds = (performance.now() - startedAt) / 1000;
    await output.close();
    print(`${size} × ${size}, 8 windows`, {
      seconds: seconds.toFixed(1),
      'CPU seconds': ((user + system) / 1e6).toFixed(1),
      'file MB': (statSync(file).size / 1e6).toFixed(0),
      'peak RSS MiB': (process.resourceUsage().maxRSS / 1024).toFixed(0),
      'MiB before': idleMebibytes.toFixed(0),
      threads: THREADS,
    });
    await service.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns locations spread evenly but irregularly, from multiples of two irrational numbers (a Kronecker sequence). */
function drawLocations(count: number) {
  const between = (low: number, high: number, share: number) => low + (high - low) * (share % 1);
  return Array.from({ length: count }, (_, idx) => ({
    location_id: `p${idx}`,
    latitude: between(AREA.south, AREA.north, idx * 0.754_877_666),
    longitude: between(AREA.west, AREA.east, idx * 0.569_840_291),
  }));
}

function print(name: string, figures: Record<string, string | number>): void {
  const text = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  process.stdout.write(`${name.padEnd(28)} ${text.join(' · ')}\n`);
}
