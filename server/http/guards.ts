/**
 * Checks that a request must pass before its route is called: first the transport, then the API key. `server.ts` first
 * checks that the service is up, and afterwards the rate limit, so that the cheapest check comes first.
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

/** Returns false if HTTPS is required and was not used. `trust proxy` defines which proxies are believed about this. */
export function isSafeTransport(request: Request, requireHttps: boolean): boolean {
  return !requireHttps || request.secure;
}

/** Looks up the owner of the API key. Throws `rate_limited` if too many wrong keys came from the address. */
export async function identify(
  request: Request,
  { accounts, failedAuthLimit }: GuardOptions,
): Promise<CallerLookup | { kind: 'missing' }> {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') return { kind: 'missing' };
  const lookup = await accounts.findCaller(key);
  // If there is no address, the client has already disconnected.
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

/** Returns the caller, or throws the error of a request without a valid key. */
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
