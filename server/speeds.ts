/**
 * The speeds that the service uses: files, which are read at the start and again when the operator sends `SIGHUP`, and
 * live speeds, which come over HTTP and are applied after the files.
 *
 * One reload runs at a time; requests for a reload during it are combined into one that follows. Reloads and changes of
 * live speeds run one after the other, because each starts from the result of the previous one. States of a reload:
 *
 *   read both files ──► set_speeds in an engine thread ──► applied: new groups also start with these files
 *        │                    │        │
 *        │                    │        └─ refused: every fault is logged, nothing changes
 *        │                    └─ the queue is full, or the group was lost or replaced meanwhile: try again
 *        └─ not readable: logged, nothing changes
 */
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError, type Config } from './config.js';
import { EngineCrashError, PoolFullError, type EnginePool } from './engine/index.js';
import type { Metrics } from './http/index.js';
import type { SetSpeedsOutput, SetSpeedsTask } from './roads/index.js';
import { parseTravelSpeeds, type LiveSpeeds, type SpeedsFiles } from './travel/index.js';

/** 100,000 rules of 600 bytes. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Customizing all profiles of a country's map takes minutes. The task cannot be stopped before its end. */
const RELOAD_DEADLINE_MS = 600_000;
/** Attempts while the queue is full, or while groups are lost or replaced. */
const ATTEMPT_COUNT_MAX = 60;
const ATTEMPT_PAUSE_MS = 1_000;
/** Fewer attempts after crashes: these files may cause them, and a crash also affects the other tasks of the group. */
const CRASH_COUNT_MAX = 2;

/** Reads both files. Throws a `ConfigError` that names the variable if a file cannot be read. */
async function readSpeedsFiles(config: Config, projectRoot: URL): Promise<SpeedsFiles> {
  const { trafficFile, speedsFile } = config;
  const [traffic, speeds] = await Promise.all([
    readShared('TRAFFIC_FILE', trafficFile ?? new URL('server/travel/traffic.json', projectRoot)),
    speedsFile === undefined ? undefined : readShared('SPEEDS_FILE', speedsFile),
  ]);
  return { traffic, speeds };
}

/** Reads and checks both files. Throws `ConfigError` with every fault of both. */
export async function loadSpeeds(config: Config, projectRoot: URL): Promise<SpeedsFiles> {
  const files = await readSpeedsFiles(config, projectRoot);
  const outcome = parseTravelSpeeds(files);
  if (outcome.kind === 'bad') throw new ConfigError(outcome.problems);
  return files;
}

export type SpeedsOptions = {
  /** The files that the threads started with. */
  files: SpeedsFiles;
  config: Config;
  projectRoot: URL;
  pool: Pick<EnginePool<SetSpeedsTask>, 'run'> & { stats: () => { restarts: number } };
  logger: Logger;
  metrics: Metrics;
  /** Called when speeds are applied: from now on, new groups of threads must start with these files. */
  onApplied: (files: SpeedsFiles) => void;
  /** Ends the pauses between attempts. */
  signal: AbortSignal;
  /** Tests use a shorter pause. */
  attemptPauseMs?: number;
};

export type Speeds = {
  /** Reads the files again and applies them. Never rejects; logs the outcome. */
  reload: () => Promise<void>;
  /** Applies live speeds, or none if undefined. Resolves with false if that failed; the log says why. */
  setLive: (live: LiveSpeeds | undefined) => Promise<boolean>;
};

export function createSpeeds(options: SpeedsOptions): Speeds {
  const { config, projectRoot, logger, metrics } = options;
  let { files } = options;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  function inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const turn = lastTurn.then(change);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function set(changed: SpeedsFiles): Promise<SetSpeedsOutput> {
    const output = await setSpeeds(options, changed);
    if (output.kind === 'applied') files = changed;
    return output;
  }

  async function setLive(live: LiveSpeeds | undefined): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { traffic, speeds } = files;
      const output = await set({ traffic, speeds, ...(live === undefined ? {} : { live }) });
      if (output.kind === 'refused') throw new ConfigError(output.problems);
      const ms = Math.round(performance.now() - startedAt);
      const rules = output.liveRuleCount;
      logger.info({ speeds_version: live?.version, rules, ms }, 'live speeds are applied');
      return true;
    } catch (error) {
      logger.error(
        { err: error },
        'live speeds could not be applied; the previous ones stay in force',
      );
      return false;
    }
  }

  async function reload(): Promise<void> {
    const startedAt = performance.now();
    try {
      const { live } = files;
      const read = await readSpeedsFiles(config, projectRoot);
      const output = await set({ ...read, ...(live === undefined ? {} : { live }) });
      if (output.kind === 'refused') {
        refuse(output.problems);
        return;
      }
      metrics.observeReload('applied');
      const { windowCount, ruleCount } = output;
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ windows: windowCount, rules: ruleCount, ms }, 'new speeds are applied');
    } catch (error) {
      if (error instanceof ConfigError) {
        refuse(error.faults);
        return;
      }
      metrics.observeReload('failed');
      logger.error(
        { err: error },
        'new speeds could not be applied; the previous ones stay in force',
      );
    }
  }

  function refuse(faults: readonly string[]): void {
    metrics.observeReload('refused');
    logger.error({ faults }, 'new speeds were refused; the previous ones stay in force');
  }

  function start(): Promise<void> {
    running = inTurn(reload).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    reload: () => {
      if (running === undefined) return start();
      // The running reload may have read the files before they were changed.
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
    setLive: (live) => inTurn(() => setLive(live)),
  };
}

/**
 * Runs the task in the group that takes requests. If that group is replaced before the task has ended, the new group
 * has started with the old speeds, so the task runs again in it.
 */
async function setSpeeds(
  { pool, onApplied, signal, attemptPauseMs = ATTEMPT_PAUSE_MS }: SpeedsOptions,
  files: SpeedsFiles,
): Promise<SetSpeedsOutput> {
  let crashCount = 0;
  for (let attempt = 1; ; attempt += 1) {
    const { restarts } = pool.stats();
    try {
      const deadline = AbortSignal.timeout(RELOAD_DEADLINE_MS);
      const output = await pool.run('set_speeds', files, { signal: deadline });
      if (output.kind === 'refused') return output;
      if (pool.stats().restarts === restarts) {
        // In the same turn of the event loop as the check of the stats, so that no group can start in between.
        onApplied(files);
        return output;
      }
    } catch (error) {
      if (error instanceof EngineCrashError) crashCount += 1;
      else if (!(error instanceof PoolFullError)) throw error;
      if (crashCount === CRASH_COUNT_MAX || attempt === ATTEMPT_COUNT_MAX) throw error;
    }
    await delay(attemptPauseMs, undefined, { signal });
  }
}

/** Reads a file into shared memory, so that no thread needs a copy of its own. */
async function readShared(
  variable: string,
  file: string | URL,
): Promise<Uint8Array<SharedArrayBuffer>> {
  try {
    const { size } = await stat(file);
    if (size > FILE_BYTES_MAX) {
      throw new Error(`it has ${size} bytes; the maximum is ${FILE_BYTES_MAX}`);
    }
    const bytes = await readFile(file);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return shared;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${variable} cannot be read: ${reason}.`]);
  }
}
