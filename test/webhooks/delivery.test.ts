/** What a receiver gets, and what its answers mean. */
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../../server/webhooks/index.js';
import {
  CERTIFICATE_AUTHORITY,
  httpReceiver,
  httpsReceiver,
  withReceiver,
  withSender,
} from './fixtures/receiver.js';

type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** Answers 204 and records the requests. */
function recorder(start: typeof httpReceiver) {
  const seen: Seen[] = [];
  const starting = start((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });
  return { seen, starting };
}

function verify(secret: string, { headers, body }: Seen): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test('a message arrives unchanged, and its receiver can verify it', async () => {
  const { seen, starting } = recorder(httpReceiver);
  await withReceiver(starting, async ({ receiver, send }) => {
    const secret = newWebhookSecret();
    const body = '{ "place": "São João da Madeira",  "ends": "\\u0041 🚚" }';
    const outcome = await send(`${receiver.url}?for=us#top`, {
      id: 'msg_7',
      body,
      secrets: [secret],
    });
    expect(outcome).toEqual({ kind: 'delivered', status: 204 });
    const [first] = seen;
    expect(first).toMatchObject({ method: 'POST', path: '/hook?for=us', body });
    expect(first?.headers).toMatchObject({
      host: `localhost:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'webhook-id': 'msg_7',
      'user-agent': 'route-engine-webhooks/1',
    });
    expect(first && verify(secret, first)).toEqual(JSON.parse(body));
    expect(() => first && verify(newWebhookSecret(), first)).toThrow('No matching signature');
  });
});

test('with two secrets, a receiver with either can verify', async () => {
  const { seen, starting } = recorder(httpReceiver);
  await withReceiver(starting, async ({ receiver, send }) => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    await send(receiver.url, { secrets });
    for (const secret of secrets) {
      expect(seen[0] && verify(secret, seen[0])).toEqual({ job: 'j' });
    }
    const signature = seen[0]?.headers['webhook-signature'];
    expect(signature).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });
});

test('the timestamp is that of the attempt, in whole seconds', async () => {
  const { seen, starting } = recorder(httpReceiver);
  await withReceiver(
    starting,
    async ({ receiver, send }) => {
      await send(receiver.url);
      expect(seen[0]?.headers['webhook-timestamp']).toBe('1800000000');
    },
    { clock: () => 1_800_000_000_999 },
  );
});

test('a receiver over HTTPS is reached if its certificate is trusted', async () => {
  const { seen, starting } = recorder(httpsReceiver);
  await withReceiver(
    starting,
    async ({ receiver, send }) => {
      expect(await send(receiver.url)).toEqual({ kind: 'delivered', status: 204 });
      expect(seen).toHaveLength(1);
      expect(await send(receiver.url.replace('localhost', 'other.test'))).toEqual({
        kind: 'failed',
        reason: 'The certificate of the receiver is for another host name.',
        permanent: false,
      });
      expect(seen).toHaveLength(1);
    },
    { certificateAuthority: CERTIFICATE_AUTHORITY },
  );
});

test('a receiver with an untrusted certificate gets nothing', async () => {
  const { seen, starting } = recorder(httpsReceiver);
  await withReceiver(starting, async ({ receiver, send }) => {
    expect(await send(receiver.url)).toEqual({
      kind: 'failed',
      reason: 'The certificate of the receiver is not trusted.',
      permanent: false,
    });
    expect(seen).toEqual([]);
  });
});

test.each([200, 201, 204, 299])('%i is delivered', async (status) => {
  const starting = httpReceiver((_request, response) => response.writeHead(status).end());
  await withReceiver(starting, async ({ receiver, send }) => {
    expect(await send(receiver.url)).toEqual({ kind: 'delivered', status });
  });
});

test.each([
  [500, 'The receiver answered 500.', false],
  [404, 'The receiver answered 404.', false],
  [429, 'The receiver answered 429.', false],
  [410, 'The receiver answered 410: it wants no more messages.', true],
  [304, 'The receiver answered 304; redirects are not followed.', false],
])('%i is not delivered: %s', async (status, reason, permanent) => {
  const starting = httpReceiver((_request, response) => response.writeHead(status).end());
  await withReceiver(starting, async ({ receiver, send }) => {
    expect(await send(receiver.url)).toEqual({ kind: 'failed', reason, permanent });
  });
});

test.each([301, 302, 303, 307, 308])('the redirect %i is not followed', async (status) => {
  const { seen, starting } = recorder(httpReceiver);
  await withReceiver(starting, async ({ receiver: inner, send }) => {
    const redirecting = httpReceiver((_request, response) =>
      response.writeHead(status, { location: inner.url }).end(),
    );
    await withReceiver(redirecting, async ({ receiver }) => {
      expect(await send(receiver.url)).toEqual({
        kind: 'failed',
        reason: `The receiver answered ${status}; redirects are not followed.`,
        permanent: false,
      });
      expect(seen).toEqual([]);
    });
  });
});

test('a message without a valid secret is an internal error and is not sent', async () => {
  const { seen, starting } = recorder(httpReceiver);
  await withReceiver(starting, async ({ receiver, send }) => {
    await expect(send(receiver.url, { secrets: [] })).rejects.toThrow('needs a secret');
    await expect(send(receiver.url, { secrets: ['short'] })).rejects.toThrow('A webhook secret is');
    expect(seen).toEqual([]);
  });
});

test('a message to a forbidden URL is given up', async () => {
  await withSender(async ({ send }) => {
    expect(await send('ftp://example.com/')).toEqual({
      kind: 'failed',
      reason: 'Expected an absolute http or https URL, such as https://example.com/hook.',
      permanent: true,
    });
  });
});
