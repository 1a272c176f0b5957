/** A caller's URL never leads to a connection into the operator's network, whatever its name resolves to, and when. */
import { expect, test } from '@jest/globals';
import { httpReceiver, withReceiver, withSender } from './fixtures/receiver.js';

const GUARDED = { rules: { allowPrivate: false } };
const NO_ADDRESS = {
  kind: 'failed',
  reason: 'The host name has no public address.',
  permanent: false,
};

const answering = () => httpReceiver((_request, response) => response.end());

test.each([
  ['loopback', ['127.0.0.1']],
  ['IPv6 loopback', ['::1']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['an address next to a public one', ['8.8.8.8', '127.0.0.1']],
  ['an address of unknown form', ['fe80::1%lo']],
])('a name that resolves to %s is not connected to', async (_what, addresses) => {
  await withReceiver(
    answering(),
    async ({ receiver, send }) => {
      const url = `http://receiver.test:${receiver.port}/`;
      expect(await send(url)).toEqual(NO_ADDRESS);
      expect(receiver.connectionCount()).toBe(0);
    },
    { ...GUARDED, resolve: async () => addresses },
  );
});

test('a name that does not exist gives the same error as one in a private network', async () => {
  const noSuchName = Object.assign(new Error('ENOTFOUND secret.corp'), { code: 'ENOTFOUND' });
  const none = { ...GUARDED, resolve: async () => Promise.reject(noSuchName) };
  await withSender(async ({ send }) => {
    expect(await send('http://receiver.test/')).toEqual(NO_ADDRESS);
  }, none);
  await withSender(
    async ({ send }) => {
      expect(await send('http://receiver.test/')).toEqual(NO_ADDRESS);
    },
    { ...GUARDED, resolve: async () => [] },
  );
});

test('an address in the URL is refused before any connection is opened', async () => {
  await withReceiver(
    answering(),
    async ({ receiver, send }) => {
      for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost']) {
        expect([host, await send(`http://${host}:${receiver.port}/`)]).toEqual([
          host,
          {
            kind: 'failed',
            reason: 'Expected a host that can be reached over the public internet.',
            permanent: true,
          },
        ]);
      }
      expect(receiver.connectionCount()).toBe(0);
    },
    GUARDED,
  );
});

test('a name is resolved once per attempt, and the connection goes to the resolved address', async () => {
  const answers = [['127.0.0.1'], ['192.0.2.1']];
  const hosts: string[] = [];
  await withReceiver(
    answering(),
    async ({ receiver, send }) => {
      // No name server knows this name, so only the address from the test's resolver can lead there.
      expect(await send(`http://receiver.test:${receiver.port}/`)).toMatchObject({
        kind: 'delivered',
      });
      expect(hosts).toEqual(['receiver.test']);
    },
    {
      resolve: async (host) => {
        hosts.push(host);
        return answers.shift() ?? [];
      },
    },
  );
});

test('several addresses are tried until one answers', async () => {
  await withReceiver(
    answering(),
    async ({ receiver, send }) => {
      // No server listens at the second loopback address.
      expect(await send(`http://receiver.test:${receiver.port}/`)).toMatchObject({
        kind: 'delivered',
      });
    },
    { resolve: async () => ['127.0.0.2', '::1', '127.0.0.1'] },
  );
});

test('if private addresses are allowed, the system resolves names', async () => {
  await withReceiver(answering(), async ({ receiver }) => {
    await withSender(
      async ({ send }) => {
        const system = await send(`http://localhost:${receiver.port}/`);
        expect(system).toMatchObject({ kind: 'delivered' });
      },
      // Without a resolver of the test.
      { resolve: undefined } as object,
    );
  });
});

test('resolving a name without an address gives no address', async () => {
  // `invalid` is a name that cannot exist (RFC 2606), with or without a network.
  await withSender(
    async ({ send }) => {
      expect(await send('http://nothing.invalid/')).toEqual(NO_ADDRESS);
    },
    { ...GUARDED, resolve: undefined } as object,
  );
});
