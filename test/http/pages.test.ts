/** Pages are compressed once, however often they are requested, and are complete in every encoding. */
import { createHook } from 'node:async_hooks';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen, closeServer } from '../blobs/fixtures/directory.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
let server: Server;
let url: string;
beforeAll(async () => {
  service = await startTestService();
  server = createServer(service.app);
  url = await listen(server);
});
afterAll(async () => {
  await closeServer(server);
  await service.stop();
});

/** The bytes as sent, without decompression. */
function fetchRaw(
  path: string,
  headers: Record<string, string>,
): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ answer, bytes: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

/** The file as the docs page loads it: under a name with a hash. */
async function loaded(name: string): Promise<string> {
  const { bytes } = await fetchRaw('/engine/docs', {});
  const [stem = '', type = ''] = name.split('.');
  const path = new RegExp(`"([^"]*/${stem}\\.[^"]*\\.${type})"`).exec(bytes.toString())?.[1];
  if (path === undefined) throw new Error(`${name} is not loaded`);
  return path;
}

const PATHS = [
  '/engine/docs',
  '/engine/docs/errors',
  'start.js',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  '/engine/openapi.json',
];
const pathOf = (path: string) => (path.startsWith('/') ? path : loaded(path));

test.each(PATHS)('%s is the same in every encoding', async (name) => {
  const path = await pathOf(name);
  const plain = await fetchRaw(path, {});
  expect([plain.answer.statusCode, plain.answer.headers['content-encoding']]).toEqual([
    200,
    undefined,
  ]);
  for (const [encoding, inflate] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { answer, bytes } = await fetchRaw(path, { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(Number(answer.headers['content-length'])).toBe(bytes.length);
    expect(inflate(bytes).equals(plain.bytes)).toBe(true);
  }
});

test('a page that was compressed before is not compressed again', async () => {
  let streams = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB' || type === 'ZLIBBROTLI') streams += 1;
    },
  });
  const askAll = async () => {
    for (const name of PATHS) {
      const path = await pathOf(name);
      for (const encoding of ['br', 'gzip']) await fetchRaw(path, { 'accept-encoding': encoding });
    }
  };
  await askAll();
  hook.enable();
  try {
    await askAll();
    expect(streams).toBe(0);
    // The hook does count compressions when there are some.
    await fetchRaw('/engine/health/live', {});
    await new Response(
      new Blob([Buffer.alloc(10)]).stream().pipeThrough(new CompressionStream('gzip')),
    ).text();
    expect(streams).toBeGreaterThan(0);
  } finally {
    hook.disable();
  }
});

test('a client that already has a page is told that it is unchanged', async () => {
  const path = await loaded('swagger-ui.css');
  const { answer } = await fetchRaw(path, {});
  const again = await fetchRaw(path, { 'if-none-match': String(answer.headers.etag) });
  expect([again.answer.statusCode, again.bytes.length]).toEqual([304, 0]);
});
