/**
 * What a request must pass before its route is asked: the service is up, the transport is safe, the key is known,
 * the account is within its rate. In this order, cheapest first.
 */
import type { Request } from 'express';
import type { Accounts, Caller } from '../accounts/index.js';
import { ApiError } from '../errors.js';
import type { RateLimit } from './rate-limit.js';

export type GuardOptions = { accounts: Accounts; rateLimit: RateLimit; requireHttps: boolean };

export type Admission = { caller: Caller; headers: Record<string, string>; refusal?: ApiError };

/** `trust proxy` decides whether a proxy's word on the protocol counts. */
export function checkTransport(request: Request, requireHttps: boolean): void {
  if (requireHttps && !request.secure) {
    throw new ApiError('https_required', 'Repeat the request with https:// in its address.');
  }
}

export async function admit(request: Request, options: GuardOptions): Promise<Admission> {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') {
    throw new ApiError('missing_api_key', 'Send the key of your account in the x-api-key header.');
  }
  const lookup = await options.accounts.findCaller(key);
  switch (lookup.kind) {
    case 'unknown':
      throw new ApiError(
        'invalid_api_key',
        'No account has this key; it may be revoked or expired.',
      );
    case 'disabled':
      throw new ApiError(
        'account_disabled',
        'Ask the operator of the service to enable the account.',
      );
    case 'caller':
      return { caller: lookup.caller, ...(await options.rateLimit(lookup.caller)) };
  }
}
