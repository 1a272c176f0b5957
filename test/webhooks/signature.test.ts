/** The package of Standard Webhooks verifies what the service signs. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signWebhook } from '../../server/webhooks/index.js';

/** The package refuses messages older than five minutes, so messages are signed with the current time. */
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

function check(secret: string, id: string, body: string): void {
  const timestampSeconds = nowSeconds();
  const signature = signWebhook(secret, { id, timestampSeconds, body });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signature,
  };
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  const forged = { ...headers, 'webhook-id': `${id}x` };
  expect(() => new Webhook(secret).verify(body, forged)).toThrow('No matching signature');
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching');
}

test('any message is verified with its secret, and with no other secret, body or id', () => {
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(fc.uuid(), json, (id, body) => {
      check(newWebhookSecret(), id, body);
    }),
    { numRuns: 50 },
  );
});

test('the signature equals the example of the standard', () => {
  // The example in the reference libraries of the specification.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signWebhook(secret, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('secrets have the documented form and differ', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(100);
  // 32 bytes are 44 characters of base64.
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

const secretOf = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

test.each([
  [secretOf(23), false],
  [secretOf(24), true],
  [secretOf(64), true],
  [secretOf(65), false],
  [secretOf(32).slice('whsec_'.length), false],
  [secretOf(32).replace('=', ''), false],
  [`${secretOf(32).slice(0, -6)} not base64`, false],
  ['whsec_', false],
  ['', false],
])('%p is a valid secret: %p', (secret, isSecret) => {
  const sign = (): string => signWebhook(secret, { id: 'a', timestampSeconds: 0, body: '{}' });
  if (isSecret) expect(sign()).toMatch(/^v1,/);
  else expect(sign).toThrow('A webhook secret is');
});
