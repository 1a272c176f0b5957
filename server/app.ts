/**
 * The composition root of what answers requests: routes over the core, behind one HTTP layer.
 */
import { readFile } from 'node:fs/promises';
import type { Express } from 'express';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import {
  accountRoutes,
  docsPages,
  healthRoutes,
  openApiRoute,
  type ApiInfo,
  type Route,
} from './api/index.js';
import { consolePages } from './console/index.js';
import { startCore, type Core, type CoreOptions } from './core.js';
import { bodyFigure } from './figures.js';
import {
  createHttp,
  createRateLimit,
  createWrongKeyLimit,
  openCounters,
  type Http,
} from './http/index.js';
import { jobRoutes } from './jobs/index.js';
import { createFirstAnswers } from './first-answers.js';
import { FIELD_EXAMPLES } from './field-examples.js';
import { matrixPriceRoute, matrixRoute } from './matrix/index.js';
import { resultDownload } from './result-download.js';
import { routingAsyncRoute, routingPriceRoute, routingRoute, slotsRoute } from './routing/index.js';
import { tileRoute } from './tiles/index.js';

export type Service = Core & {
  app: Express;
  /** As `notReady`, and whether it stops. */
  notReadyNow: () => Promise<readonly string[]>;
  planners: NonNullable<Core['planners']>;
  readers: NonNullable<Core['readers']>;
  beginShutdown: Http['beginShutdown'];
  bodyBytesHeld: Http['bodyBytesHeld'];
};

export async function startService(options: CoreOptions): Promise<Service> {
  const { config, logger, clock } = options;
  const info = await readApiInfo(options.projectRoot);
  const core = await startCore(options);
  try {
    const { accounts, pool, planners, readers, jobs, results, webhookFault, metrics } = core;
    if (planners === undefined || readers === undefined)
      throw new TypeError('A worker answers no requests.');
    const counters = await openCounters(config.shared?.databaseUrl, (error) => {
      logger.warn({ err: error }, 'rate limits are those of this process alone for now');
    });
    let shuttingDown = false;
    const notReadyNow = async (): Promise<readonly string[]> => {
      const parts = await core.notReady();
      return shuttingDown ? ['shutting_down', ...parts] : parts;
    };
    const payment = { accounts, firstAnswers: createFirstAnswers(core.blobs) };
    const requestsPerMinuteDefault = config.requestsPerMinute;
    const described: Route[] = [
      routingRoute({ pool, readers, planners, payment }),
      routingAsyncRoute({ pool, readers, jobs, webhookFault }),
      routingPriceRoute({ pool, readers }),
      slotsRoute({ pool, readers, planners, payment }),
      matrixRoute({ pool, readers, payment, jobs, webhookFault }),
      matrixPriceRoute({ pool, readers }),
      ...jobRoutes(jobs),
      tileRoute({ pool }),
      ...accountRoutes({ accounts, requestsPerMinuteDefault, clock }),
      ...healthRoutes({ notReady: notReadyNow }),
    ];
    const http = createHttp({
      routes: [...described, openApiRoute(described, info, [resultDownload])],
      pages: [...docsPages(), ...consolePages(options.projectRoot)],
      downloads: results,
      accounts,
      rateLimit: createRateLimit(requestsPerMinuteDefault, counters),
      wrongKeyLimit: createWrongKeyLimit(config.wrongKeysPerMinute, counters),
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
    metrics.watch([bodyFigure(http.bodyBytesHeld)]);
    return {
      ...core,
      ...{ planners, readers },
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

async function readApiInfo(projectRoot: URL): Promise<ApiInfo> {
  const text = await readFile(new URL('package.json', projectRoot), 'utf8');
  const { version } = Compile(Type.Object({ version: Type.String() })).Parse(JSON.parse(text));
  return { version, examples: FIELD_EXAMPLES };
}
