/** What docs/webhooks.md tells the owner of a receiver works. */
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signWebhook } from '../../server/webhooks/index.js';
import { pageOf } from './pages.js';

const page = pageOf('docs/webhooks.md');

/** The first block of a language. */
function blockOf(language: string): string {
  const code = new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(page)?.[1];
  if (code === undefined) throw new Error(`there is no block of ${language}`);
  return code;
}

test('the function that is shown reads a message of ours and refuses any other', () => {
  const source = blockOf('js')
    .replace(/^import .*$/m, '')
    .replace('export function', 'function');
  const readMessage: unknown = runInNewContext(`${source}; readMessage`, { Webhook });
  if (typeof readMessage !== 'function') throw new TypeError('the block is no function');

  const secret = newWebhookSecret();
  const message = {
    id: 'msg_1',
    timestampSeconds: Math.floor(Date.now() / 1_000),
    body: '{"a":1}',
  };
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': signWebhook(secret, message),
  };
  expect(readMessage(secret, headers, message.body)).toEqual({ a: 1 });
  expect(() => readMessage(secret, headers, '{"a":2}')).toThrow('No matching signature');
});

test('the message that is shown has the signature that is shown', () => {
  const fields = Object.fromEntries(
    [...blockOf('text').matchAll(/^([\w-]+): +(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const { secret = '', body = '' } = fields;
  const id = fields['webhook-id'] ?? '';
  const timestampSeconds = Number(fields['webhook-timestamp']);
  const shown = fields['webhook-signature'];
  expect(signWebhook(secret, { id, timestampSeconds, body })).toBe(shown);
  expect(new Webhook(secret).sign(id, new Date(timestampSeconds * 1_000), body)).toBe(shown);
});
