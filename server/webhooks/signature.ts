/**
 * Signatures as in Standard Webhooks (https://www.standardwebhooks.com), which receivers can verify with its libraries.
 *
 *     secret       whsec_<base64 of 24 to 64 bytes>
 *     signature    v1,<base64 of HMAC-SHA256(those bytes, "<id>.<timestamp>.<body>")>
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;

export type WebhookMessage = {
  /** The same in every attempt, so that a receiver recognizes a repeated message. */
  readonly id: string;
  /** The time of this attempt: receivers refuse messages that are minutes old. */
  readonly timestampSeconds: number;
  readonly body: string;
};

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns the signature of a message. Throws if the secret is malformed, which is a fault: all are created here. */
export function signWebhook(
  secret: string,
  { id, timestampSeconds, body }: WebhookMessage,
): string {
  const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestampSeconds}.${body}`);
  return `v1,${hmac.digest('base64')}`;
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = Buffer.from(text, 'base64');
  // Node ignores characters that are not base64, and the key must not be shorter than it looks.
  const isWhole = key.toString('base64') === text;
  if (isWhole && key.length >= SECRET_BYTES_MIN && key.length <= SECRET_BYTES_MAX) return key;
  throw new TypeError(
    `A webhook secret is ${PREFIX} and the base64 of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes.`,
  );
}
