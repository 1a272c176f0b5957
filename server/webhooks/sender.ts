/**
 * One attempt to deliver a message, bounded in everything that a receiver could draw out: total time, sockets, bytes.
 *
 * Attempts beyond `ATTEMPTS_MAX` wait for their turn, and their time begins with it. How many wait is for the caller to bound, who also
 * has to see that no account takes all the turns: to this folder all receivers are the same.
 *
 *     2xx → delivered      410, or a URL that the rules forbid → failed for good      anything else → failed, may be tried again
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createSemaphore, follow, orAborted } from '../waiting/index.js';
import { NO_ADDRESS, NO_ADDRESS_AT_ALL, reasonOfError, reasonOfStatus } from './failure.js';
import { post, type Agents } from './post.js';
import { addressesOf, resolveByNameServers, resolveBySystem, type Resolve } from './receiver.js';
import { signWebhook } from './signature.js';
import { hostOf, webhookUrlFault, type WebhookRules } from './url.js';

const ATTEMPT_MS = 10_000;
/** With receivers that all hang, 32 attempts in 10 s; with ordinary ones, which take 100 ms, 320 a second. */
const ATTEMPTS_MAX = 32;
const USER_AGENT = 'route-engine-webhooks/1';

export type WebhookSenderOptions = {
  readonly rules: WebhookRules;
  /** For name, connection, TLS and answer together. */
  readonly timeoutMs?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Tests lower it. */
  readonly attemptsMax?: number;
  /** Tests give names of their own. */
  readonly resolve?: Resolve;
  /** PEM; tests trust a certificate of their own. */
  readonly certificateAuthority?: string;
};

export type WebhookDelivery = {
  readonly url: string;
  /** Names the message, the same in every attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** One signature each, at least one. */
  readonly secrets: readonly string[];
};

export type WebhookOutcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed';
      /** A sentence for the customer. */
      readonly reason: string;
      /** No later attempt can end otherwise. */
      readonly permanent: boolean;
    };

export type WebhookSender = {
  /**
   * Makes one attempt. Whatever the receiver does is an outcome. Rejects only when the signal aborts or the sender is closed: then
   * nothing is known of the attempt, and it counts as not made.
   */
  send(delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome>;
  /** Breaks off what is under way. When it resolves, no socket is left. May be called twice. */
  close(): Promise<void>;
};

/** The reason with which an attempt is stopped when its time is over. */
class AttemptTimeout extends Error {}

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { rules, timeoutMs = ATTEMPT_MS, clock } = options;
  const resolve = options.resolve ?? (rules.allowPrivate ? resolveBySystem : resolveByNameServers);
  const permits = createSemaphore(options.attemptsMax ?? ATTEMPTS_MAX);
  const agents = createAgents(options.certificateAuthority);
  const closing = new AbortController();
  const sending = new Set<Promise<WebhookOutcome>>();

  const attempt = async (
    { url, id, body, secrets }: WebhookDelivery,
    signal: AbortSignal,
  ): Promise<WebhookOutcome> => {
    const target = new URL(url);
    const found = addressesOf(hostOf(target), rules, resolve, signal);
    const addresses = await orAborted(found, signal);
    if (addresses.length === 0) {
      return failed(rules.allowPrivate ? NO_ADDRESS_AT_ALL : NO_ADDRESS);
    }
    const headers = headersOf({ id, body, secrets }, clock());
    try {
      const status = await post({ url: target, addresses, headers, body }, agents, signal);
      if (status >= 200 && status <= 299) return { kind: 'delivered', status };
      return { kind: 'failed', reason: reasonOfStatus(status), permanent: status === 410 };
    } catch (error) {
      signal.throwIfAborted();
      return failed(reasonOfError(error));
    }
  };

  const send = async (delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome> => {
    if (delivery.secrets.length === 0)
      throw new TypeError('A message needs a secret to sign with.');
    const fault = webhookUrlFault(delivery.url, rules);
    if (fault !== undefined) return { kind: 'failed', reason: fault, permanent: true };
    const stop = new AbortController();
    const stopFollowing = follow(stop, [signal, closing.signal]);
    try {
      const giveBack = await permits.take(stop.signal);
      const timer = setTimeout(() => stop.abort(new AttemptTimeout()), timeoutMs);
      try {
        return await attempt(delivery, stop.signal);
      } finally {
        clearTimeout(timer);
        giveBack();
      }
    } catch (error) {
      if (stop.signal.reason instanceof AttemptTimeout) {
        return failed(`The receiver did not answer within ${timeoutMs / 1_000} s.`);
      }
      throw error;
    } finally {
      stopFollowing();
    }
  };

  return {
    async send(delivery, signal) {
      const outcome = send(delivery, signal);
      sending.add(outcome);
      try {
        return await outcome;
      } finally {
        sending.delete(outcome);
      }
    },
    async close() {
      closing.abort(new Error('The sender of webhooks is closed.'));
      await Promise.allSettled(sending);
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function createAgents(certificateAuthority: string | undefined): Agents {
  // No connection is kept: the next attempt has to check its address again.
  const bounds = { keepAlive: false };
  return {
    http: new HttpAgent(bounds),
    https: new HttpsAgent(
      certificateAuthority === undefined ? bounds : { ...bounds, ca: certificateAuthority },
    ),
  };
}

function headersOf(
  { id, body, secrets }: Omit<WebhookDelivery, 'url'>,
  nowMs: number,
): Record<string, string> {
  const timestampSeconds = Math.floor(nowMs / 1_000);
  const signatures = secrets.map((secret) => signWebhook(secret, { id, timestampSeconds, body }));
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

function failed(reason: string): WebhookOutcome {
  return { kind: 'failed', reason, permanent: false };
}
