/**
 * From a host to the addresses that an attempt may connect to.
 *
 * The host is resolved here and not by the connection, once an attempt: what was checked is what is connected to, so a name that answers
 * differently the second time gains nothing. If one of several addresses is not public, all are refused: such a name is set up wrongly
 * or with intent, and its owner should hear of it at the first attempt and not when the public address happens to be down.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';
import type { WebhookRules } from './url.js';

/** Rejects, or answers with none, when there is no such name. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_MS = 2_000;
const QUERY_TRIES = 2;

/** No addresses when there are none that may be used. That the name does not exist and that it is private look alike: a caller could else find out names of the operator's network. */
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
 * Asks the name servers without a thread. The system's own way (`getaddrinfo`) holds one of the process's four I/O threads for as long as
 * a name server keeps it waiting; a few names of a hostile caller could stop file access and compression for everybody.
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

/** The system's own way, which knows the names in its hosts file: for callers who are trusted with the machine's network. */
export const resolveBySystem: Resolve = async (host) => {
  const answers = await lookup(host, { all: true });
  return answers.map(({ address }) => address);
};
