/** Receivers that hang, drip, flood or send garbage cost one bounded attempt and nothing else. */
import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { until } from '../support/until.js';
import { createWebhookSender } from '../../server/webhooks/index.js';
import {
  deliveryOf,
  httpReceiver,
  tcpReceiver,
  withReceiver,
  withSender,
} from './fixtures/receiver.js';

/** Long enough for loopback on a busy machine, short enough to wait for. */
const HASTY = { timeoutMs: 1_000 };
const TOO_LATE = {
  kind: 'failed',
  reason: 'The receiver did not answer within 1 s.',
  permanent: false,
};

function failure(reason: string) {
  return { kind: 'failed', reason, permanent: false };
}

test('a receiver that accepts and stays silent is given up in time, and its socket closed', async () => {
  const silent = tcpReceiver(() => undefined);
  await withReceiver(
    silent,
    async ({ receiver, send }) => {
      expect(await send(receiver.url)).toEqual(TOO_LATE);
      await until(() => receiver.connectionCount() === 1);
      await receiver.idle();
    },
    HASTY,
  );
});

test('one that never finishes the TLS handshake is given up too', async () => {
  await withReceiver(
    tcpReceiver(() => undefined),
    async ({ receiver, send }) => {
      expect(await send(receiver.url.replace('http:', 'https:'))).toEqual(TOO_LATE);
      await receiver.idle();
    },
    HASTY,
  );
});

/** Writes the piece repeatedly until the connection ends. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

test.each([
  ['headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
  ['preliminary answers', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
])('one that drips %s without end is given up in time', async (_what, opening, piece) => {
  const dripping = tcpReceiver((socket) => {
    socket.write(opening);
    drip(socket, piece);
  });
  await withReceiver(
    dripping,
    async ({ receiver, send }) => {
      expect(await send(receiver.url)).toEqual(TOO_LATE);
      await receiver.idle();
    },
    HASTY,
  );
});

test('one that answers 200 and drips its body has accepted the message; its socket is closed in time', async () => {
  const dripping = httpReceiver((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.once('close', () => {
      clearInterval(timer);
    });
  });
  await withReceiver(
    dripping,
    async ({ receiver, send }) => {
      // This test needs the headers to arrive in time.
      await until(async () => {
        const outcome = await send(receiver.url);
        return outcome.kind === 'delivered' && outcome.status === 200;
      });
      await receiver.idle();
    },
    HASTY,
  );
});

test('a body without end is cut off, and the status counts', async () => {
  let bytesTaken = 0;
  const flooding = httpReceiver((_request, response) => {
    response.writeHead(500);
    const piece = Buffer.alloc(64 * 1024);
    const flood = (): void => {
      while (response.write(piece)) bytesTaken += piece.length;
    };
    response.on('drain', flood);
    flood();
  });
  await withReceiver(flooding, async ({ receiver, send }) => {
    expect(await send(receiver.url)).toEqual(failure('The receiver answered 500.'));
    await receiver.idle();
    // What loopback sockets buffer on both sides, far below the gigabytes of ten seconds.
    expect(bytesTaken).toBeLessThan(50_000_000);
  });
});

test.each([
  [
    'closes at once',
    (socket: Socket) => socket.end(),
    'The connection closed before there was a response.',
  ],
  [
    'resets',
    (socket: Socket) => socket.resetAndDestroy(),
    'The connection closed before there was a response.',
  ],
  [
    'does not speak HTTP',
    (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9\r\n'),
    'The answer is not readable as HTTP.',
  ],
  [
    'sends headers without end',
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
    'The headers of the response are too long.',
  ],
  [
    'wants another protocol',
    (socket: Socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'The receiver answered 101.',
  ],
])('one that %s fails for that reason', async (_what, act, reason) => {
  const acting = tcpReceiver((socket) => socket.once('data', () => act(socket)));
  await withReceiver(acting, async ({ receiver, send }) => {
    expect(await send(receiver.url)).toEqual(failure(reason));
    await receiver.idle();
  });
});

test('one that aborts its body after 200 has accepted the message', async () => {
  const breaking = tcpReceiver((socket) =>
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    }),
  );
  await withReceiver(breaking, async ({ receiver, send }) => {
    expect(await send(receiver.url)).toEqual({ kind: 'delivered', status: 200 });
  });
});

test('TLS fails if the receiver answers with plain HTTP', async () => {
  await withReceiver(
    httpReceiver((_request, response) => response.end()),
    async ({ receiver, send }) => {
      const url = receiver.url.replace('http:', 'https:');
      expect(await send(url)).toEqual(failure('The TLS handshake failed.'));
    },
  );
});

test('if no server listens, the reason reveals no address', async () => {
  await withReceiver(
    httpReceiver((_request, response) => response.end()),
    async ({ receiver, send }) => {
      await receiver.close();
      for (const host of ['127.0.0.1', 'receiver.test']) {
        const outcome = await send(`http://${host}:${receiver.port}/`);
        expect(outcome).toEqual(failure('The connection was refused.'));
      }
    },
  );
});

test('a name server that does not answer is given up in the same time', async () => {
  await withSender(
    async ({ send }) => {
      expect(await send('http://receiver.test/')).toEqual(TOO_LATE);
    },
    { ...HASTY, resolve: () => new Promise(() => undefined) },
  );
});

test('the number of concurrent attempts is limited, and the others wait their turn', async () => {
  let running = 0;
  let runningMax = 0;
  const answers: (() => void)[] = [];
  const holding = httpReceiver((_request, response) => {
    running += 1;
    runningMax = Math.max(runningMax, running);
    answers.push(() => {
      running -= 1;
      response.end();
    });
    // The first two are answered when both have arrived, and the others as they arrive.
    if (answers.length >= 2) for (const answer of answers.splice(0)) answer();
  });
  await withReceiver(
    holding,
    async ({ receiver, send }) => {
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(receiver.url)));
      expect(outcomes).toEqual(Array(6).fill({ kind: 'delivered', status: 200 }));
      expect(runningMax).toBe(2);
    },
    { attemptsMax: 2 },
  );
});

/** A receiver that never answers, and a promise of its first request. */
function silentReceiver() {
  let arrived = (): void => undefined;
  const request = new Promise<void>((resolve) => (arrived = resolve));
  return { request, starting: httpReceiver(() => arrived()) };
}

test('an attempt that its caller cancels counts as not made, whether running or waiting', async () => {
  const { request, starting } = silentReceiver();
  await withReceiver(
    starting,
    async ({ receiver, sender }) => {
      const running = new AbortController();
      const waiting = new AbortController();
      const first = sender.send(deliveryOf(receiver.url), running.signal);
      const second = sender.send(deliveryOf(receiver.url), waiting.signal);
      await request;
      waiting.abort(new Error('stopped while waiting'));
      await expect(second).rejects.toThrow('stopped while waiting');
      running.abort(new Error('stopped while running'));
      await expect(first).rejects.toThrow('stopped while running');
      const late = sender.send(deliveryOf(receiver.url), running.signal);
      await expect(late).rejects.toThrow('stopped while running');
      await receiver.idle();
      expect(receiver.connectionCount()).toBe(1);
    },
    { attemptsMax: 1 },
  );
});

test('closing aborts running attempts and accepts no more', async () => {
  const { request, starting } = silentReceiver();
  const receiver = await starting;
  const sender = createWebhookSender({ rules: { allowPrivate: true }, clock: Date.now });
  const { signal } = new AbortController();
  const sent = sender.send(deliveryOf(receiver.url), signal);
  const broken = expect(sent).rejects.toThrow('The sender of webhooks is closed.');
  await request;
  await sender.close();
  await broken;
  await receiver.idle();
  await expect(sender.send(deliveryOf(receiver.url), signal)).rejects.toThrow('is closed');
  await sender.close();
  await receiver.close();
});
