/**
 * Makes one attempt to deliver a message, with limits on all that a receiver could exhaust: time, sockets, bytes.
 *
 * Attempts beyond `ATTEMPTS_MAX` wait, and their timeout starts when they begin. The caller must limit how many wait,
 * and must ensure that no account takes all attempts, since this folder does not distinguish receivers.
 *
 *     2xx → delivered      410, or a forbidden URL → failed permanently      anything else → failed, may be tried again
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
/** How many attempts run at once: 32 in 10 s if all receivers hang, 320 per second if they take the usual 100 ms. */
const ATTEMPTS_MAX = 32;
const USER_AGENT = 'route-engine-webhooks/1';

export type WebhookSenderOptions = {
  readonly rules: WebhookRules;
  /** The limit for name resolution, connection, TLS and answer together. */
  readonly timeoutMs?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Lowered by tests. */
  readonly attemptsMax?: number;
  /** Replaced by tests, which use their own names. */
  readonly resolve?: Resolve;
  /** PEM. Tests set it to trust their own certificate. */
  readonly certificateAuthority?: string;
};

export type WebhookDelivery = {
  readonly url: string;
  /** The id of the message, the same in every attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** At least one. Each adds a signature. */
  readonly secrets: readonly string[];
};

export type WebhookOutcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed';
      /** A sentence for the customer. */
      readonly reason: string;
      /** Whether every later attempt would fail as well. */
      readonly permanent: boolean;
    };

export type WebhookSender = {
  /**
   * Makes one attempt. Everything that the receiver does is an outcome. Rejects if there is no secret, and if the
   * signal aborts or the sender is closed: then the result of the attempt is unknown, and the attempt does not count.
   */
  send(delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome>;
  /** Aborts all attempts. When it resolves, no socket is open. May be called twice. */
  close(): Promise<void>;
};

/** The abort reason of an attempt that has timed out. */
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
  // Connections are not reused, because each attempt must check its addresses again.
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
