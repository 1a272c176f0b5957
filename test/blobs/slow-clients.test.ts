/** Clients that disconnect or do not read, and unreadable files: no file stays open, no partial result looks whole. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { withServedBlobs, type ServedBlobs } from './fixtures/directory.js';
import { HOUR_MS, jsonBlob } from './fixtures/json.js';
import { until } from '../support/until.js';

const NAME = 'results/j1.json.gz';
/** More than sockets and pipes buffer, so that a client that does not read blocks the stream. */
const LARGE = gzipSync(JSON.stringify(randomBytes(20_000_000).toString('base64')), { level: 1 });

/** The files that this process has open below a directory. */
function openFiles(dir: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(dir) ? [path] : [];
    } catch {
      return []; // the descriptor of this listing
    }
  });
}

/** Requests the result and reads its first bytes, then nothing more. */
async function askAndStall(served: ServedBlobs, encoding: string): Promise<Socket> {
  const link = new URL(
    await served.blobs.link(NAME, { expiresAtMs: Date.now() + HOUR_MS, origin: served.origin }),
  );
  const socket = connect(Number(link.port), link.hostname);
  socket.on('error', () => undefined);
  socket.write(
    `GET ${link.pathname}${link.search} HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  return socket;
}

test.each(['gzip', 'identity'])('a client that leaves closes its file (%s)', async (encoding) => {
  await withServedBlobs(async (served) => {
    await served.blobs.write(NAME, [LARGE]);
    const sockets = await Promise.all([1, 2, 3].map(() => askAndStall(served, encoding)));
    expect(openFiles(served.dir)).toHaveLength(3);
    for (const socket of sockets) socket.destroy();
    await until(() => openFiles(served.dir).length === 0);
  });
});

test.each(['gzip', 'identity'])(
  'a client that does not read is disconnected, and its file closed (%s)',
  async (encoding) => {
    await withServedBlobs(
      async (served) => {
        await served.blobs.write(NAME, [LARGE]);
        const socket = await askAndStall(served, encoding);
        const ended = new Promise((resolve) => socket.once('close', resolve));
        await until(() => openFiles(served.dir).length === 0);
        socket.resume();
        await ended;
        expect(socket.bytesRead).toBeLessThan(LARGE.length);
      },
      // Longer than it takes to send the first bytes.
      { pace: { bytesMin: 1, everyMs: 2_000 } },
    );
  },
);

test('results that are read completely leave no file open', async () => {
  await withServedBlobs(async (served) => {
    await served.blobs.write(NAME, [jsonBlob('small')]);
    const link = { expiresAtMs: Date.now() + HOUR_MS, origin: served.origin };
    const url = await served.blobs.link(NAME, link);
    for (const encoding of ['gzip', 'identity']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(url, { method, headers: { 'accept-encoding': encoding } });
        expect(response.status).toBe(200);
        await response.text();
        await until(() => openFiles(served.dir).length === 0);
      }
    }
  });
});

test('a damaged file aborts the answer, so that no partial result passes for a whole one', async () => {
  await withServedBlobs(async (served) => {
    await served.blobs.write(NAME, [LARGE.subarray(0, LARGE.length / 2)]);
    const link = { expiresAtMs: Date.now() + HOUR_MS, origin: served.origin };
    const url = await served.blobs.link(NAME, link);
    const plain = fetch(url, { headers: { 'accept-encoding': 'identity' } });
    await expect(plain.then((response) => response.text())).rejects.toThrow();
    await until(() => openFiles(served.dir).length === 0);
  });
});

test('a result that cannot be read now can be requested again', async () => {
  await withServedBlobs(async (served) => {
    const link = { expiresAtMs: Date.now() + HOUR_MS, origin: '' };
    const path = await served.blobs.link(NAME, link);
    // A file in place of a folder simulates a disk that does not answer.
    mkdirSync(served.dir, { recursive: true });
    rmSync(join(served.dir, 'results'), { recursive: true, force: true });
    writeFileSync(join(served.dir, 'results'), '');
    const response = await request(served.server).get(path).expect(503);
    expect(response.body.code).toBe('overloaded');
    expect(response.headers['retry-after']).toBe('5');
  });
});
