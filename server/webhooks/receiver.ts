/**
 * Resolves a host to the addresses that an attempt may connect to.
 *
 * The host is resolved here, once per attempt, and not by the connection: the checked addresses are those connected to,
 * so a name that resolves differently the second time gains nothing. If one of several addresses is not public, all are
 * refused: such a name is misconfigured or hostile, and its owner should learn of it at the first attempt, not when the
 * public address happens to be down.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';
import type { WebhookRules } from './url.js';

/** Resolves a host name. Rejects, or returns no addresses, if the name does not exist. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Returns the addresses of a host, or none if they may not be used. A name that does not exist gives the same result as
 * a private one; otherwise a caller could find out names in the operator's network.
 */
export async function addressesOf(
  host: string,
  { allowPrivate }: WebhookRules,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host, signal).catch(() => []) : [host];
  return allowPrivate || addresses.every(isPublicAddress) ? addresses : [];
}

/**
 * Queries the name servers without a thread. `getaddrinfo` blocks one of the process's four I/O threads until the name
 * server answers, so a hostile caller could stop file access and compression for all callers with a few names.
 */
export const resolveByNameServers: Resolve = async (host, signal) => {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES });
  const cancel = (): void => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Resolves with `getaddrinfo`, which also reads the hosts file: for callers trusted with the machine's network. */
export const resolveBySystem: Resolve = async (host) => {
  const answers = await lookup(host, { all: true });
  return answers.map(({ address }) => address);
};
