/** Links that the service answers itself: what they serve, and what they refuse. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { withDirectory, withServedBlobs, type ServedBlobs } from './fixtures/directory.js';
import { HOUR_MS, jsonBlob } from './fixtures/json.js';

const NAME = 'results/j1.json.gz';
const VALUE = { text: 'x'.repeat(10_000) };

/** The path and query of a link to `NAME`, which was written before. */
async function pathTo({ blobs, origin }: ServedBlobs, expiresAtMs?: number): Promise<string> {
  await blobs.write(NAME, [jsonBlob(VALUE)]);
  return linkPath({ blobs, origin }, NAME, expiresAtMs ?? Date.now() + HOUR_MS);
}

async function linkPath(
  { blobs, origin }: Pick<ServedBlobs, 'blobs' | 'origin'>,
  name: string,
  expiresAtMs: number,
): Promise<string> {
  const link = await blobs.link(name, { expiresAtMs, origin });
  expect(link.startsWith(`${origin}/engine/results/v1/`)).toBe(true);
  return link.slice(origin.length);
}

async function expectRefusal(served: ServedBlobs, path: string, code: string): Promise<void> {
  const response = await request(served.server).get(path);
  expect([path, response.status, response.body.code]).toEqual([
    path,
    { invalid_link: 403, result_expired: 410, unknown_path: 404 }[code],
    code,
  ]);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  expect(response.headers['cache-control']).toBe('no-store');
}

test('a link has the documented form, and its signature is an HMAC', async () => {
  await withServedBlobs(async ({ blobs, dir }) => {
    const origin = 'https://example.org';
    const link = await blobs.link(NAME, { expiresAtMs: 1_900_000_000_999, origin });
    const secret = readFileSync(join(dir, 'link-secrets'), 'utf8').trim();
    const path = '/engine/results/v1/j1.json';
    // HMAC by its definition (RFC 2104): H(key ^ opad, H(key ^ ipad, text)), the key padded to 64 bytes.
    const key = Buffer.concat([Buffer.from(secret)], 64);
    const hash = (pad: number, text: Buffer | string): Buffer =>
      createHash('sha256')
        .update(key.map((byte) => byte ^ pad))
        .update(text)
        .digest();
    const signature = hash(0x5c, hash(0x36, `v1\nGET\n${path}\n1900000000`)).toString('base64url');
    expect(link).toBe(`${origin}${path}?expires=1900000000&signature=${signature}`);
  });
});

test('clients that accept gzip get the file as it is, others get it decompressed', async () => {
  await withServedBlobs(async (served) => {
    const path = await pathTo(served);
    const raw = async (encoding: string | undefined) => {
      const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
      return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve) => {
        get(`${served.origin}${path}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            resolve({ headers: response.headers, body: Buffer.concat(chunks) });
          });
        });
      });
    };
    const zipped = await raw('br, gzip');
    expect(zipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(jsonBlob(VALUE).length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, immutable, no-transform',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(zipped.headers['vary']).toMatch(/accept-encoding/i);
    expect(JSON.parse(gunzipSync(zipped.body).toString())).toEqual(VALUE);
    for (const encoding of [undefined, 'identity', 'br', 'gzip;q=0']) {
      const plain = await raw(encoding);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers['vary']).toMatch(/accept-encoding/i);
      expect(plain.headers['etag']).not.toBe(zipped.headers['etag']);
      expect(JSON.parse(plain.body.toString())).toEqual(VALUE);
    }
  });
});

test('HEAD returns the headers without a body, other methods are refused, preflights are answered', async () => {
  await withServedBlobs(async (served) => {
    const path = await pathTo(served);
    const head = await fetch(served.origin + path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(jsonBlob(VALUE).length));
    expect(head.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(await head.text()).toBe('');
    const post = await request(served.server).post(path).expect(405);
    expect(post.body.code).toBe('method_not_allowed');
    expect(post.headers['allow']).toBe('GET, HEAD, OPTIONS');
    await request(served.server).options(path).expect(204);
  });
});

test('a client that already has the result is told so, until the result is written again', async () => {
  await withServedBlobs(async (served) => {
    const path = await pathTo(served);
    const first = await request(served.server).get(path).expect(200);
    const etag = first.headers['etag'] ?? '';
    const again = await request(served.server).get(path).set('if-none-match', etag).expect(304);
    expect(again.text).toBe('');
    expect(again.headers['etag']).toBe(etag);
    await served.blobs.write(NAME, [jsonBlob(VALUE)]);
    await request(served.server).get(path).set('if-none-match', etag).expect(200);
  });
});

test('a link that is changed, incomplete or for another job is refused, whether or not that job exists', async () => {
  await withServedBlobs(async (served) => {
    const path = await pathTo(served);
    await served.blobs.write('results/j2.json.gz', [jsonBlob(2)]);
    const [, expires = ''] = /expires=(\d+)/.exec(path) ?? [];
    const changed = [
      path.replace('j1', 'j2'),
      path.replace('j1', 'j3'),
      path.replace(expires, String(Number(expires) + 1)),
      path.replace(expires, `0${expires}`),
      path.replace(expires, ''),
      path.slice(0, -1),
      `${path}A`,
      `${path}=`,
      `${path}&x=1`,
      `${path}&expires=${expires}`,
      path.replace(/&signature=.*/, ''),
      path.replace(/&signature=.*/, '&signature='),
      path.replace(/expires=\d+&/, ''),
      path.replace(/\?.*/, ''),
    ];
    for (const each of changed) await expectRefusal(served, each, 'invalid_link');
  });
});

test('only results have paths, and no path leads outside them', async () => {
  await withServedBlobs(async (served) => {
    const path = await pathTo(served);
    const others = [
      'inputs/v1/j1.json',
      'v1/j1',
      'v1/..%2Flink-secrets',
      'v1/a%00.json',
      'v1/',
      '',
    ];
    for (const other of others) {
      await expectRefusal(served, path.replace('v1/j1.json', other), 'unknown_path');
    }
    await expect(linkPath(served, 'inputs/j1.json.gz', 0)).rejects.toThrow(TypeError);
  });
});

test('a link expires at the second that it names, and ends when its result is deleted', async () => {
  let nowMs = 1_900_000_000_000;
  await withServedBlobs(
    async (served) => {
      const path = await pathTo(served, nowMs + 10_500);
      nowMs += 9_999;
      await request(served.server).get(path).expect(200);
      nowMs += 1;
      await expectRefusal(served, path, 'result_expired');
      nowMs -= 1;
      await served.blobs.delete([NAME]);
      await expectRefusal(served, path, 'result_expired');
      // An invalid link reveals nothing about whether there was a result.
      await expectRefusal(served, path.replace('j1', 'j2'), 'invalid_link');
    },
    { clock: () => nowMs },
  );
});

test('after a secret is replaced, links that the previous one signed stay valid', async () => {
  await withDirectory(async (dir) => {
    const secretsPath = join(dir, 'link-secrets');
    const oldPath = await withServedBlobs((served) => pathTo(served), { dir });
    const [old, fresh] = [
      readFileSync(secretsPath, 'utf8'),
      `${randomBytes(32).toString('hex')}\n`,
    ];

    writeFileSync(secretsPath, fresh + old);
    const newPath = await withServedBlobs(
      async (served) => {
        await request(served.server).get(oldPath).expect(200);
        const path = await pathTo(served);
        await request(served.server).get(path).expect(200);
        return path;
      },
      { dir },
    );

    writeFileSync(secretsPath, fresh);
    await withServedBlobs(
      async (served) => {
        await expectRefusal(served, oldPath, 'invalid_link');
        await request(served.server).get(newPath).expect(200);
      },
      { dir },
    );
  });
});
