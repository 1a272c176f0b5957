/**
 * The state of one exchange: answers and the log line need it, wherever in the code the request ends.
 */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ErrorCode } from '../errors.js';

export type Exchange = {
  requestId: string;
  clientRequestId?: string;
  arrivedAt: number;
  /** The path of the route as declared, for logs and metrics: never the raw URL, which may contain secrets. */
  route: string;
  accountId?: string;
  errorCode?: ErrorCode;
  creditsCharged: number;
  creditsRemaining?: number;
  /** Ends the exchange if the answer is not read in time. */
  responseTimeout: NodeJS.Timeout;
};

const exchanges = new WeakMap<Response, Exchange>();

/** A caller's own id is logged if it matches this. The ledger uses the service's id instead, which must be unique. */
const CLIENT_REQUEST_ID = /^[\w.:-]{1,100}$/;

export function beginExchange(request: Request, response: Response, patienceMs: number): Exchange {
  const sentId = request.headers['x-request-id'];
  const exchange: Exchange = {
    requestId: randomUUID(),
    arrivedAt: performance.now(),
    route: 'unknown',
    creditsCharged: 0,
    responseTimeout: setTimeout(() => response.destroy(), patienceMs).unref(),
  };
  if (typeof sentId === 'string' && CLIENT_REQUEST_ID.test(sentId))
    exchange.clientRequestId = sentId;
  exchanges.set(response, exchange);
  return exchange;
}

/** Lets an answer take any time, as long as the client reads some of it at least every `stallMs`. */
export function waitWhileRead(response: Response, stallMs: number): void {
  clearTimeout(exchangeOf(response).responseTimeout);
  response.setTimeout(stallMs, () => response.destroy());
}

export function exchangeOf(response: Response): Exchange {
  const exchange = exchanges.get(response);
  if (exchange === undefined) throw new Error('the exchange has not begun');
  return exchange;
}
