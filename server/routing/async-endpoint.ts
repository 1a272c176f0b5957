/** `POST /engine/routing/async`: checks and prices a request while the caller waits, and plans it as a job. */
import { priceAnswer, readFlag, type Answer, type BodyRequest, type Route } from '../api/index.js';
import { refusalError } from '../errors.js';
import { submitJob, type SubmitOptions } from '../jobs/index.js';
import { ROUTING_ASYNC_OPERATION, ROUTING_PRICE_OPERATION } from './operation.js';
import { accept, price, type ReadingPools } from './read-apart.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'routing_async';

export type RoutingAsyncOptions = SubmitOptions & ReadingPools;

export function routingAsyncRoute({ pool, readers, ...accepting }: RoutingAsyncOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/async', '/engine/routing/async'],
    access: 'key_and_body',
    operation: ROUTING_ASYNC_OPERATION,
    handle: async (request) => {
      const pools = { pool, readers };
      if (readFlag(request.query, 'dry_run')) return await priceOf(pools, request);
      const outcome = await accept(pools, request);
      if (outcome.kind === 'refused') throw refusalError(outcome);
      return submitJob(
        accepting,
        request,
        { ...outcome, kind: 'routing', endpoint: ENDPOINT },
        {
          webhookPointer: '/options/webhook_url',
          descriptorOf: (JobId, JobMessage) => ({ JobId, JobMessage, JobStatus: 'Accepted' }),
        },
      );
    },
  };
}

/** `POST /engine/routing/v1/price`: checks a request of any size and returns its price. */
export function routingPriceRoute(pools: ReadingPools): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/price', '/engine/routing/price'],
    access: 'key_and_body',
    operation: ROUTING_PRICE_OPERATION,
    handle: (request) => priceOf(pools, request),
  };
}

async function priceOf(pools: ReadingPools, request: BodyRequest): Promise<Answer> {
  const outcome = await price(pools, request, 'async');
  if (outcome.kind === 'refused') throw refusalError(outcome);
  return priceAnswer(outcome.credits);
}
