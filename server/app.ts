/**
 * The composition root of a process that answers requests: the routes, on top of the core and behind one HTTP layer.
 */
import { readFile } from 'node:fs/promises';
import type { Express } from 'express';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import {
  API_VERSIONS,
  accountRoutes,
  createVersions,
  docsPages,
  healthRoutes,
  openApiRoute,
  type ApiVersion,
  type Route,
} from './api/index.js';
import { consolePages } from './console/index.js';
import { startCore, type Core, type CoreOptions } from './core.js';
import { bodyMetric } from './process-metrics.js';
import {
  createHttp,
  createRateLimit,
  createFailedAuthLimit,
  openCounters,
  type Http,
} from './http/index.js';
import { jobRoutes } from './jobs/index.js';
import { liveSpeedsRoutes } from './live/index.js';
import { createFirstAnswers } from './first-answers.js';
import { FIELD_EXAMPLES } from './field-examples.js';
import { matrixPriceRoute, matrixRoute } from './matrix/index.js';
import { resultDownload } from './result-download.js';
import { routingAsyncRoute, routingPriceRoute, routingRoute, slotsRoute } from './routing/index.js';
import { tileRoute } from './tiles/index.js';

export type Service = Core & {
  app: Express;
  /** As `notReady`, with `shutting_down` added during a shutdown. */
  notReadyNow: () => Promise<readonly string[]>;
  searchPool: NonNullable<Core['searchPool']>;
  readers: NonNullable<Core['readers']>;
  beginShutdown: Http['beginShutdown'];
  bodyBytesHeld: Http['bodyBytesHeld'];
};

export type ServiceOptions = CoreOptions & {
  /** Tests add other versions, with routes of their own. */
  versions?: readonly ApiVersion[];
  changeRoutes?: (routes: readonly Route[]) => readonly Route[];
};

export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, logger, clock } = options;
  const core = await startCore(options);
  try {
    const { accounts, pool, searchPool, spareSearch, readers, jobs } = core;
    const { results, webhookFault, metrics } = core;
    if (searchPool === undefined || readers === undefined)
      throw new TypeError('The role `worker` has no HTTP server.');
    const counters = await openCounters(config.shared?.databaseUrl, (error) => {
      logger.warn({ err: error }, 'rate limits apply to this process alone for now');
    });
    let shuttingDown = false;
    const notReadyNow = async (): Promise<readonly string[]> => {
      const parts = await core.notReady();
      return shuttingDown ? ['shutting_down', ...parts] : parts;
    };
    const versions = createVersions(options.versions ?? API_VERSIONS, clock);
    const info = {
      ...(await readApiInfo(options.projectRoot)),
      maps: core.maps.map(({ bounds }) => bounds),
      isDeprecated: (path: string): boolean => {
        const version = versions.of(path);
        return version !== undefined && versions.stateOf(version) !== 'current';
      },
    };
    const payment = { accounts, firstAnswers: createFirstAnswers(core.blobs) };
    const requestsPerMinuteDefault = config.requestsPerMinute;
    const routes: Route[] = [
      routingRoute({ pool, readers, searchPool, spareSearch, payment }),
      routingAsyncRoute({ pool, readers, jobs, webhookFault }),
      routingPriceRoute({ pool, readers }),
      slotsRoute({ pool, readers, searchPool, spareSearch, payment }),
      matrixRoute({ pool, readers, payment, jobs, webhookFault }),
      matrixPriceRoute({ pool, readers }),
      ...jobRoutes(jobs),
      tileRoute({ pool }),
      ...liveSpeedsRoutes({ store: core.store, pool, follower: core.liveSpeeds, clock }),
      ...accountRoutes({ accounts, requestsPerMinuteDefault, clock }),
      ...healthRoutes({ notReady: notReadyNow }),
    ];
    const described = options.changeRoutes?.(routes) ?? routes;
    const http = createHttp({
      versions,
      routes: [...described, openApiRoute(described, info, [resultDownload])],
      pages: [...docsPages(options.projectRoot), ...consolePages(options.projectRoot)],
      downloads: results,
      accounts,
      rateLimit: createRateLimit(requestsPerMinuteDefault, counters),
      failedAuthLimit: createFailedAuthLimit(config.wrongKeysPerMinute, counters),
      requireHttps: config.requireHttps,
      logger,
      metrics,
      bodyBytesMax: config.bodyBytesMax,
      bodyMemoryBytesMax: config.bodyMemoryBytesMax,
      answerDeadlineMs: config.answerDeadlineMs,
      requestsAtOnceMax: config.requestsAtOnceMax,
      unpaidSecondsPerMinute: config.unpaidSecondsPerMinute,
      isStoreAway: core.isStoreAway,
      trustProxy: config.trustProxy,
    });
    metrics.watch([bodyMetric(http.bodyBytesHeld)]);
    return {
      ...core,
      ...{ searchPool, readers },
      app: http.app,
      notReadyNow,
      beginShutdown: () => {
        shuttingDown = true;
        http.beginShutdown();
      },
      bodyBytesHeld: http.bodyBytesHeld,
      close: async () => {
        await core.close();
        await counters.close();
      },
    };
  } catch (error) {
    await core.close();
    throw error;
  }
}

async function readApiInfo(projectRoot: URL) {
  const text = await readFile(new URL('package.json', projectRoot), 'utf8');
  const { version } = Compile(Type.Object({ version: Type.String() })).Parse(JSON.parse(text));
  return { version, examples: FIELD_EXAMPLES };
}
