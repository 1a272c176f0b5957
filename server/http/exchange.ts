/**
 * What the adapter keeps of one exchange while it lasts: the answers and the log line need it wherever a request ends.
 */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ErrorCode } from '../errors.js';

export type Exchange = {
  requestId: string;
  clientRequestId?: string;
  arrivedAt: number;
  /** The route's first path, for logs and metrics: never the raw URL, which may hold secrets. */
  route: string;
  accountId?: string;
  errorCode?: ErrorCode;
  creditsCharged: number;
  creditsRemaining?: number;
  /** Ends the exchange if the answer is not read in time. */
  responseTimeout: NodeJS.Timeout;
};

const exchanges = new WeakMap<Response, Exchange>();

/** A caller's own id is logged when it is harmless; ours names the request, also in the ledger, so it must be new. */
const CLIENT_REQUEST_ID = /^[\w.:-]{1,100}$/;

export function beginExchange(request: Request, response: Response, patienceMs: number): Exchange {
  const given = request.headers['x-request-id'];
  const exchange: Exchange = {
    requestId: randomUUID(),
    arrivedAt: performance.now(),
    route: 'unknown',
    creditsCharged: 0,
    responseTimeout: setTimeout(() => response.destroy(), patienceMs).unref(),
  };
  if (typeof given === 'string' && CLIENT_REQUEST_ID.test(given)) exchange.clientRequestId = given;
  exchanges.set(response, exchange);
  return exchange;
}

/** For answers that may take as long as they need, if only something of them is read now and then. */
export function waitWhileRead(response: Response, stallMs: number): void {
  clearTimeout(exchangeOf(response).responseTimeout);
  response.setTimeout(stallMs, () => response.destroy());
}

export function exchangeOf(response: Response): Exchange {
  const exchange = exchanges.get(response);
  if (exchange === undefined) throw new Error('the exchange has not begun');
  return exchange;
}
