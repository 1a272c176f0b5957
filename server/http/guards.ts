/**
 * What a request must pass before its route is asked: the service is up, the transport is safe, the key is known,
 * the account is within its rate. In this order, cheapest first.
 */
import type { Request } from 'express';
import type { Accounts, Caller, CallerLookup } from '../accounts/index.js';
import { ApiError } from '../errors.js';
import type { RateLimit } from './rate-limit.js';
import type { FailedAuthLimit } from './failed-auth-limit.js';

export type GuardOptions = {
  accounts: Accounts;
  rateLimit: RateLimit;
  failedAuthLimit: FailedAuthLimit;
  requireHttps: boolean;
};

/** `trust proxy` decides whether a proxy's word on the protocol counts. */
export function isSafeTransport(request: Request, requireHttps: boolean): boolean {
  return !requireHttps || request.secure;
}

/** Whose key it is. Throws `rate_limited` where too many wrong keys came from. */
export async function identify(
  request: Request,
  { accounts, failedAuthLimit }: GuardOptions,
): Promise<CallerLookup | { kind: 'missing' }> {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') return { kind: 'missing' };
  const lookup = await accounts.findCaller(key);
  // Without an address the client has hung up already.
  const address = request.ip ?? '';
  switch (lookup.kind) {
    case 'unknown':
      await failedAuthLimit.onInvalidKey(address);
      break;
    case 'disabled':
      await failedAuthLimit.onDisabledKey(address);
      break;
    case 'caller':
      await failedAuthLimit.onValidKey(address, lookup.caller.keyId);
  }
  return lookup;
}

/** The caller, or the refusal of a request that needs one. */
export async function requireCaller(request: Request, options: GuardOptions): Promise<Caller> {
  if (!isSafeTransport(request, options.requireHttps)) {
    throw new ApiError('https_required', 'Repeat the request with https:// in its address.');
  }
  const identity = await identify(request, options);
  switch (identity.kind) {
    case 'missing':
      throw new ApiError(
        'missing_api_key',
        'Send the key of your account in the x-api-key header.',
      );
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
      return identity.caller;
  }
}
