/**
 * The process: configuration, ports, signals. `npm start` runs this file; `npm run api` and `npm run worker` run it
 * with the role of one process among several.
 */
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { startService, type Service } from './app.js';
import { ConfigError, readConfig, type Config, type Role } from './config.js';
import { startCore, type Core, type CoreOptions } from './core.js';
import { ensureFirstAccount, exampleCurl } from './first-start.js';
import { HANDSHAKE_MS, createMetricsServer, guardSocket, type SocketGuard } from './http/index.js';
import { listen } from './listen.js';
import { createLogger } from './logger.js';
import { createMapProgress } from './map-progress.js';
import { misspelledVariables } from './misspelled-variables.js';

/** A request without a Host header is answered with our own error body, not by Node's parser. */
const SERVER_OPTIONS = { requireHostHeader: false, connectionsCheckingInterval: 1_000 };

/** Requests in progress are aborted this long after their own deadline, counted from the closing of the port. */
const SHUTDOWN_MARGIN_MS = 1_000;
/**
 * The time that the parts have to stop once all requests have ended. They may wait for a database or a bucket that
 * hangs. Nothing depends on an orderly stop: jobs that were not released are taken over, as after a crash.
 */
const PARTS_STOP_MS = 15_000;
const SAME_SIGNAL_MS = 1_000;
const EXIT_MS = 1_000;

type Guarded = { server: Server } & SocketGuard;

type Parts = {
  config: Config;
  logger: Logger;
  core: Core;
  /** The part that answers requests. Undefined in a worker. */
  frontend: ({ service: Service } & Guarded) | undefined;
  metricsPort: Guarded;
};

/** Ends a start that is still building maps. Once the ports are opened, `createStop` handles signals instead. */
const starting = new AbortController();

async function main(): Promise<void> {
  const misspelled = misspelledVariables(process.env);
  const config = readSettings(misspelled);
  const logger = createLogger(config.logLevel);
  for (const { name, meant } of misspelled) {
    logger.warn(
      { variable: name, meant },
      'a variable that is not known is left out; is it misspelled?',
    );
  }
  const abortStart = (): void => starting.abort();
  process.on('SIGTERM', abortStart);
  process.on('SIGINT', abortStart);
  const serveSighup = onSighup();
  const options = {
    config,
    projectRoot: projectRoot(import.meta.url),
    logger,
    clock: Date.now,
    onMapProgress: createMapProgress(process.stderr),
    startSignal: starting.signal,
    onStoreLost: (error: Error) => {
      logger.fatal({ err: error }, 'the store is lost');
      process.exitCode = 1;
      setImmediate(() => process.exit(1));
    },
  };
  const frontend = config.role === 'worker' ? undefined : await startFrontend(options);
  const core = frontend?.service ?? (await startCore(options));
  if (starting.signal.aborted) {
    await core.close();
    return;
  }
  const metricsServer = createMetricsServer({
    metrics: core.metrics,
    notReady: frontend?.service.notReadyNow ?? core.notReady,
  });
  const metricsPort = { server: metricsServer, ...guardSocket(metricsServer) };
  const parts = { config, logger, core, frontend, metricsPort };
  const started = openPorts(parts);
  // In the same turn of the event loop as the ports, because a signal may come as soon as a client sees them open.
  const stop = createStop({ ...parts, started });
  process.on('SIGTERM', stop).off('SIGTERM', abortStart);
  process.on('SIGINT', stop).off('SIGINT', abortStart);
  await started;
  serveSighup(core.reloadSpeeds);
}

/** Reads the configuration. Its error also names misspelled variables, which may be why others are missing. */
function readSettings(misspelled: ReturnType<typeof misspelledVariables>): Config {
  try {
    return readConfig(process.env, roleOf(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const names = misspelled.map(
      ({ name, meant }) => `${name} is not known and is left out; is ${meant} meant?`,
    );
    throw new ConfigError([...error.faults, ...names]);
  }
}

/**
 * Handles `SIGHUP`, which requests a reload of the speeds. A signal during the start is handled after the start,
 * because the files may have been read before they were changed. Terminals send the same signal when they close: a
 * service that runs in a terminal then ends.
 */
function onSighup(): (reload: () => Promise<void>) => void {
  const hasTerminal = isatty(0);
  let isWanted = false;
  let reload: (() => Promise<void>) | undefined;
  const hear = (): void => {
    if (hasTerminal && !isatty(0)) {
      // Without a handler the signal ends the process.
      process.off('SIGHUP', hear).kill(process.pid, 'SIGHUP');
    } else if (reload === undefined) isWanted = true;
    else void reload();
  };
  process.on('SIGHUP', hear);
  return (reloadSpeeds) => {
    reload = reloadSpeeds;
    if (isWanted) void reload();
  };
}

function roleOf(operands: readonly string[]): Role {
  const [role = 'all', ...others] = operands;
  if (others.length === 0 && (role === 'all' || role === 'api' || role === 'worker')) return role;
  throw new ConfigError([`The process is told "${operands.join(' ')}": it may be api or worker.`]);
}

async function startFrontend(options: CoreOptions): Promise<NonNullable<Parts['frontend']>> {
  const service = await startService(options);
  try {
    const server = await createMainServer(options.config, service);
    return { service, server, ...guardSocket(server) };
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function openPorts({ config, logger, frontend, metricsPort }: Parts): Promise<void> {
  if (frontend !== undefined) {
    // A key that the operator has chosen must be valid from the first request on.
    if (config.initialApiKey !== undefined)
      await ensureFirstAccount(frontend.service.accounts, config);
    await listen(frontend.server, {
      ...{ hostVariable: 'HOST', portVariable: 'PORT' },
      ...{ host: config.host, port: config.port },
    });
  }
  await listen(metricsPort.server, {
    ...{ hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' },
    ...{ host: config.metricsHost, port: config.metricsPort },
  });
  const metrics = `http://${addressOf(metricsPort.server)}/engine/metrics`;
  if (frontend === undefined) {
    logger.info({ metrics }, 'working on jobs');
    return;
  }
  const { service, server } = frontend;
  const baseUrl = `${config.tls === undefined ? 'http' : 'https'}://${addressOf(server)}`;
  logger.info({ url: baseUrl, metrics }, 'listening');
  if (config.initialApiKey !== undefined) return;
  // The account is created only now, when nothing can prevent the start from printing the key.
  const apiKey = await ensureFirstAccount(service.accounts, config);
  if (apiKey !== undefined) printFirstKey(baseUrl, apiKey);
}

/**
 * Prints the key, once: the store has only its hash. Uses stdout instead of the log, which may be stored and forwarded.
 */
function printFirstKey(baseUrl: string, apiKey: string): void {
  process.stdout.write(
    `\nAn account has been made. Its key is shown this once:\n\n  ${apiKey}\n\nTry it:\n\n${exampleCurl(baseUrl, apiKey)}\n\n`,
  );
}

async function createMainServer(config: Config, { app }: Service): Promise<Server> {
  let server: Server;
  if (config.tls === undefined) {
    server = createHttpServer(SERVER_OPTIONS, app);
  } else {
    const pems = await Promise.allSettled([
      readPem('TLS_CERT', config.tls.certFile),
      readPem('TLS_KEY', config.tls.keyFile),
    ]);
    const [cert, key] = allRead(pems);
    try {
      const tls = { cert, key, handshakeTimeout: HANDSHAKE_MS };
      server = createHttpsServer({ ...SERVER_OPTIONS, ...tls }, app);
    } catch (error) {
      const { certFile, keyFile } = config.tls;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError([
        `TLS_CERT and TLS_KEY: ${certFile} and ${keyFile} are not a certificate chain and its private key in PEM (${reason}).`,
      ]);
    }
  }
  return server;
}

/** Throws a `ConfigError` that names every file that could not be read, not only the first. */
function allRead(results: readonly PromiseSettledResult<Buffer>[]): (Buffer | undefined)[] {
  const faults = results.flatMap((each) =>
    each.status === 'rejected' && each.reason instanceof ConfigError ? each.reason.faults : [],
  );
  if (faults.length > 0) throw new ConfigError(faults);
  return results.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

async function readPem(variable: string, file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${variable} cannot be read: ${reason}.`]);
  });
}

/**
 * Returns the signal handler. First signal: refuse new requests, finish the start, keep the port open until a load
 * balancer has noticed, finish the requests in progress, close the parts, and exit with 0. A SIGINT comes from a
 * terminal, without a load balancer, so the port closes at once. Second signal: exit at once.
 */
function createStop({
  started,
  ...parts
}: Parts & { started: Promise<void> }): (signal: NodeJS.Signals) => void {
  const { config, logger, frontend } = parts;
  let stoppingSince: number | undefined;
  return (signal) => {
    if (stoppingSince !== undefined) {
      // npm forwards a signal that the terminal sends to the whole process group, so the same signal arrives twice.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    logger.info('shutting down');
    frontend?.service.beginShutdown();
    started.then(
      async () => {
        if (frontend !== undefined && signal === 'SIGTERM') await delay(config.drainMs);
        await closeParts(parts);
      },
      // `main` reports the error and exits with 1.
      () => undefined,
    );
  };
}

async function closeParts({ config, logger, core, frontend, metricsPort }: Parts) {
  const ports = frontend === undefined ? [metricsPort] : [frontend, metricsPort];
  const giveUp = setTimeout(() => {
    logger.warn('requests are still under way; they are given up');
    for (const { server } of ports) server.closeAllConnections();
  }, config.answerDeadlineMs + SHUTDOWN_MARGIN_MS);
  await Promise.all(
    ports.map(
      ({ server, closeUnused }) =>
        new Promise<void>((resolve) => {
          server.close(() => {
            resolve();
          });
          closeUnused();
        }),
    ),
  );
  clearTimeout(giveUp);
  const exitAnyway = setTimeout(() => {
    logger.error('a part of the service does not stop; the process ends without it');
    process.exit(1);
  }, PARTS_STOP_MS);
  await core.close();
  clearTimeout(exitAnyway);
  logger.info('stopped');
  // A thread may still run code that cannot be interrupted. The process exits without waiting for it.
  setTimeout(() => process.exit(), EXIT_MS).unref();
}

function addressOf(server: Server): string {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${host}:${address.port}`;
}

/** Returns the folder of package.json: one level above `server/`, two levels above `dist/programs/`. */
function projectRoot(moduleUrl: string): URL {
  return new URL(/\/dist\/\w+\/main\.js$/.test(moduleUrl) ? '../../' : '../', moduleUrl);
}

main().catch((error: unknown) => {
  if (starting.signal.aborted) process.exit(0);
  const known = error instanceof ConfigError || (error instanceof Error && 'code' in error);
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
