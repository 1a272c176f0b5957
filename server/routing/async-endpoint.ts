/** `POST /engine/routing/async`: a request is checked and priced while the caller waits, and planned as a job. */
import type { Route } from '../api/index.js';
import { priceAnswer, readFlag } from '../api/index.js';
import { refusalError } from '../errors.js';
import { acceptAndAnswer, type AcceptingParts } from '../jobs/index.js';
import { ROUTING_ASYNC_OPERATION, ROUTING_PRICE_OPERATION } from './operation.js';
import { readAndRun, type ReadingPools } from './read-apart.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'routing_async';

export type RoutingAsyncOptions = AcceptingParts & ReadingPools;

export function routingAsyncRoute({ pool, readers, ...accepting }: RoutingAsyncOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/async', '/engine/routing/async'],
    access: 'key_and_body',
    operation: ROUTING_ASYNC_OPERATION,
    handle: async (request) => {
      const mode = readFlag(request.query, 'dry_run') ? 'price' : 'accept';
      const outcome = await readAndRun({ pool, readers }, request, { way: 'async', mode });
      switch (outcome.kind) {
        case 'refused':
          throw refusalError(outcome);
        case 'priced':
          return priceAnswer(outcome.credits);
        case 'prepared':
          throw new TypeError('A job was answered at once.');
        case 'acceptable':
          return acceptAndAnswer(
            accepting,
            request,
            { ...outcome, kind: 'routing', endpoint: ENDPOINT },
            {
              webhookPointer: '/options/webhook_url',
              descriptorOf: (JobId, JobMessage) => ({ JobId, JobMessage, JobStatus: 'Accepted' }),
            },
          );
      }
    },
  };
}

/** `POST /engine/routing/v1/price`: a request of any size is checked, and what it costs is said. */
export function routingPriceRoute(pools: ReadingPools): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/price', '/engine/routing/price'],
    access: 'key_and_body',
    operation: ROUTING_PRICE_OPERATION,
    handle: async (request) => {
      const outcome = await readAndRun(pools, request, { way: 'async', mode: 'price' });
      switch (outcome.kind) {
        case 'refused':
          throw refusalError(outcome);
        case 'priced':
          return priceAnswer(outcome.credits);
        case 'prepared':
        case 'acceptable':
          throw new TypeError('What was only to be priced was prepared.');
      }
    },
  };
}
