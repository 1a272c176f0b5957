/**
 * Decides which URLs are allowed for webhooks. A URL is checked when its request arrives, so that the caller learns of
 * a mistake at once, and again before each attempt, because the operator may have changed the rules in between.
 *
 * Host names are not resolved here: their addresses may change until the message is sent, so `receiver.ts` checks them.
 */
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

export const URL_CHARACTERS_MAX = 2_000;

export type WebhookRules = {
  /** Whether receivers may be anywhere, even in the machine's own network; only if callers are trusted with it. */
  readonly allowPrivate: boolean;
  readonly httpsOnly?: boolean;
};

/** Returns what is wrong with the URL, as a comment for the caller, or undefined if it is allowed. */
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

/**
 * Parses a URL. `URL.canParse` is not used because, once optimized, it refuses hosts that are not ASCII (Node 20:
 * 94,000 of 100,000 times).
 */
function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/**
 * Returns the host as a name, or as an address without brackets. An IPv4 address has four numbers here, however it was
 * written (`0x7f.1`, `2130706433`).
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Names that never leave the machine (RFC 6761). */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}
