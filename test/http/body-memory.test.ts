/** All bodies share a memory budget: beyond it they are refused at once, and a body that is gone frees its memory. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { createBodyMemory } from '../../server/http/body-memory.js';
import { guardSocket } from '../../server/http/index.js';
import { startTestService, type TestService } from '../support/service.js';
import { compiledFile } from '../support/compiled.js';
import { until } from '../support/until.js';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function start(options: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(options);
  stops.push(() => service.stop());
  return service;
}

async function listen(service: TestService): Promise<number> {
  const server: Server = createServer(service.app);
  guardSocket(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function send(port: number, apiKey: string, declaredBytes: number, content: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /engine/matrix/v1/ HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${declaredBytes}\r\n\r\n${content}`,
  );
  return socket;
}

/** Everything that arrives until the text contains `part`. */
async function received(socket: Socket, part: string): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.includes(part));
  return text;
}

test('a reservation is held until the last holder releases it', () => {
  const memory = createBodyMemory(100);
  const lease = memory.lease();
  const request = lease.hold();
  lease.reserve(60);
  const task = lease.hold();
  request();
  expect(memory.heldBytes()).toBe(60);
  task();
  expect(memory.heldBytes()).toBe(0);
});

test('one account leaves a fifth for the others', () => {
  const memory = createBodyMemory(100);
  const [one, other, third] = [memory.lease('a'), memory.lease('a'), memory.lease('b')];
  const ends = [one, other, third].map((lease) => lease.hold());
  one.reserve(50);
  other.reserve(30);
  expect(() => {
    other.reserve(1);
  }).toThrow(expect.objectContaining({ code: 'overloaded' }));
  third.reserve(20);
  ends[0]?.();
  other.reserve(50);
  for (const end of ends.slice(1)) end();
  expect(memory.heldBytes()).toBe(0);
});

test('the budget can be used to its last byte, and a further byte is refused without being counted', () => {
  const memory = createBodyMemory(100);
  const first = memory.lease('a');
  first.reserve(80);
  memory.lease('b').reserve(19);
  const second = memory.lease('c');
  second.reserve(1);
  expect(() => {
    second.reserve(1);
  }).toThrow(expect.objectContaining({ code: 'overloaded' }));
  expect(memory.heldBytes()).toBe(100);
});

const body = '{"locations":[{"location_id":"a","latitude":41,"longitude":-8}],"vehicle":{}}';
const BUDGET_BYTES = 100_000;

test('a body over the budget is refused with Retry-After, and its connection continues', async () => {
  const service = await start({
    config: { bodyBytesMax: 50_000, bodyMemoryBytesMax: BUDGET_BYTES },
  });
  const port = await listen(service);
  // Two bodies that lack one byte each: 2 × 40,000 of 100,000 bytes are held, however long they take.
  const slow = [0, 1].map(() => send(port, service.apiKey, 40_000, body.padEnd(39_999)));
  await until(() => service.bodyBytesHeld() >= 79_998);

  const refused = send(port, service.apiKey, 40_000, body.padEnd(40_000));
  const text = await received(refused, '"code":"overloaded"');
  expect(text).toMatch(/^HTTP\/1.1 503/);
  expect(text).toMatch(/retry-after: 1\r\n/i);
  expect(text).toContain(String(BUDGET_BYTES));
  expect(text).toMatch(/access-control-allow-origin: \*/i);
  // A fifth is left for other accounts.
  const { apiKey } = await service.accounts.createAccount({ name: 'other', credits: 10 });
  const headers = { 'x-api-key': apiKey };
  expect((await service.postMatrix(body.padEnd(15_000), headers)).status).toBe(200);

  // The refused body was read to its end, so the same connection accepts the next request.
  refused.write(
    'GET /engine/account/v1/ HTTP/1.1\r\nhost: x\r\n' + `x-api-key: ${service.apiKey}\r\n\r\n`,
  );
  await received(refused, '"account_id"');
  refused.destroy();

  // One body is completed, and the client of the other one disconnects: both free their memory.
  slow[0]?.write(' ');
  if (slow[0] !== undefined) expect(await received(slow[0], '200 OK')).toMatch(/^HTTP\/1.1 200/);
  slow[1]?.destroy();
  await until(() => service.bodyBytesHeld() === 0);
  expect((await service.postMatrix(body.padEnd(40_000))).status).toBe(200);
  slow[0]?.destroy();
});

test('whatever happens to a request, the memory of its body is free afterwards', async () => {
  const service = await start({ config: { bodyBytesMax: 50_000 } });
  for (const [content, status] of [
    [body, 200],
    ['{', 400],
    [' '.repeat(50_001), 413],
  ] as const) {
    expect((await service.postMatrix(content)).status).toBe(status);
    await until(() => service.bodyBytesHeld() === 0);
  }
  const broken = await service.postMatrix(Buffer.from('not gzip'), { 'content-encoding': 'gzip' });
  expect(broken.status).toBe(400);
  expect(service.bodyBytesHeld()).toBe(0);
});

test('a body whose request timed out is held until its task has ended', async () => {
  const workerFile = compiledFile('test/support/broken-worker');
  const service = await start({
    ...{ workerFile, config: { answerDeadlineMs: 300 }, cancelGraceMs: 120_000 },
  });
  const folder = mkdtempSync(join(tmpdir(), 'route-engine-held-'));
  stops.push(async () => rmSync(folder, { recursive: true }));
  const [begun, told] = [join(folder, 'begun'), join(folder, 'told')];
  // The task blocks its thread without checking the flag, so it outlives the request. A task that times out before its
  // thread has taken it never begins.
  const deaf = `deaf ${begun} ${told}`;
  await until(async () => {
    expect((await service.postMatrix(deaf)).status).toBe(504);
    return existsSync(begun);
  });
  expect(service.bodyBytesHeld()).toBe(deaf.length);
  writeFileSync(told, '');
  await until(() => service.bodyBytesHeld() === 0);
});
