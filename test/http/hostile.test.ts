/** Malicious requests, all found by attacking the service. None may affect more than its sender's connection. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { guardSocket } from '../../server/http/index.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

let service: TestService;
let server: Server;
let port: number;
let stopServer: () => Promise<void>;

beforeAll(async () => {
  service = await startTestService();
  const options = { requireHostHeader: false, connectionsCheckingInterval: 100 };
  server = createServer(options, service.app);
  guardSocket(server, 500);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
  stopServer = () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
});
afterAll(async () => {
  await stopServer();
  await service.stop();
});

const body = '{"locations":[{"location_id":"a","latitude":41,"longitude":-8}],"vehicle":{}}';

/** Writes bytes to the port and returns what comes back, until an answer is complete or the connection ends. */
async function exchange(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let received = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (isWhole(received)) resolve();
    });
    socket.on('close', () => {
      resolve();
    });
    socket.on('error', () => undefined);
  });
  socket.destroy();
  return received;
}

/** Whether the headers, and the body length that they state, are complete. */
function isWhole(answer: string): boolean {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(length);
}

function post(headers: string, content = body): string {
  return `POST /engine/matrix/v1/ HTTP/1.1\r\n${headers}x-api-key: ${service.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n${content}`;
}

test('a million faults are counted, but only a hundred are built and listed', async () => {
  const zeros = `[${'0,'.repeat(1_000_000)}0]`;
  const response = await service.postMatrix(
    body.replace('"vehicle"', `"sources":${zeros},"vehicle"`),
  );
  expect(response.status).toBe(400);
  expect(response.body.errors).toHaveLength(100);
  expect(response.body.comment).toContain('999999 more');
});

test.each([
  ['/engine/matrix/v1/', '[]'],
  ['/engine/matrix/v1/', '{}'],
  ['/engine/routing/v1/sync', '{}'],
  ['/engine/routing/v1/async', '[]'],
  ['/engine/routing/v1/async', '{"":0}'],
])('millions of values are not parsed: %s, %s', async (path, value) => {
  const count = Math.floor(24_000_000 / (value.length + 1));
  const hollow = gzipSync(`{"locations":[${`${value},`.repeat(count - 1)}${value}]}`);
  // The body is small: 24 kB.
  expect(hollow.length).toBeLessThan(100_000);
  const response = await service.postTo(path)(hollow, { 'content-encoding': 'gzip' });
  expect([response.status, response.body.code]).toEqual([413, 'request_too_complex']);
  expect(service.pool.stats().restarts).toBe(0);
});

test('millions of values are not parsed, even for an operator', async () => {
  const { apiKey } = await service.accounts.addKey({
    accountId: service.accountId,
    isOperator: true,
  });
  const hollow = gzipSync(`{"rules":[${'{},'.repeat(8_000_000)}{}]}`);
  const response = await request(service.app)
    .put('/engine/speeds/v1/')
    .set({ 'x-api-key': apiKey, 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .serialize((bytes) => bytes)
    .send(hollow);
  expect([response.status, response.body.code]).toEqual([413, 'request_too_complex']);
});

test('garbage after a request does not replace its answer', async () => {
  const text = await exchange(`${post('host: x\r\n')}GARBAGE\r\n\r\n`);
  expect(text).not.toMatch(/^HTTP\/1.1 400/);
});

/** What would be a second request if the first one ended earlier than the service believes. */
const HIDDEN = 'GET /engine/health/live HTTP/1.1\r\nhost: x\r\n\r\n';
const CHUNKS = `0\r\n\r\n${HIDDEN}`;

test.each([
  ['both a length and chunks', `content-length: 5\r\ntransfer-encoding: chunked\r\n`, CHUNKS],
  ['chunks and a length', `transfer-encoding: chunked\r\ncontent-length: 5\r\n`, CHUNKS],
  ['two lengths', `content-length: 5\r\ncontent-length: ${5 + HIDDEN.length}\r\n`, HIDDEN],
  ['a signed length', 'content-length: +5\r\n', HIDDEN],
  ['a hexadecimal length', 'content-length: 0x5\r\n', HIDDEN],
  ['a list of lengths', 'content-length: 5, 5\r\n', HIDDEN],
  ['a length on a continued line', 'content-length:\r\n 5\r\n', HIDDEN],
  ['an unknown encoding', 'transfer-encoding: xchunked\r\n', CHUNKS],
  ['an encoding after chunks', 'transfer-encoding: chunked, identity\r\n', CHUNKS],
  ['chunks in a header with a space', 'transfer-encoding : chunked\r\n', CHUNKS],
  ['a header that ends with a line feed only', 'x: y\ncontent-length: 5\r\n', HIDDEN],
  ['a NUL in a header', 'x: \0\r\ncontent-length: 5\r\n', HIDDEN],
  ['a chunk of a size that overflows', 'transfer-encoding: chunked\r\n', `${'f'.repeat(17)}\r\n`],
  ['a chunk of a negative size', 'transfer-encoding: chunked\r\n', `-1\r\n${HIDDEN}`],
])('a request of unclear length ends its connection: %s', async (_, headers, content) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /engine/matrix/v1/ HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.apiKey}\r\n` +
      `content-type: application/json\r\n${headers}\r\n${content}`,
  );
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  await once(socket, 'close');
  // One refusal, or none; in no case an answer to the hidden request.
  expect(received.match(/^HTTP\/1.1 \d+/gm) ?? []).toEqual(received === '' ? [] : ['HTTP/1.1 400']);
});

test('an HTTP/1.1 request without a Host header is refused, and an HTTP/1.0 request is answered', async () => {
  const text = await exchange(post(''));
  expect(text).toMatch(/^HTTP\/1.1 400/);
  expect(text).toContain('"code":"invalid_request"');
  expect(await exchange(post('').replace('HTTP/1.1', 'HTTP/1.0'))).toMatch(/^HTTP\/1.1 200/);
});

test('headers that are too large are refused with that reason', async () => {
  const text = await exchange(post(`host: x\r\nx-long: ${'x'.repeat(20_000)}\r\n`));
  expect(text).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large/);
  expect(text).toContain('"code":"headers_too_large"');
});

test('all small headers are read, however many there are', async () => {
  // By default, Node reads 2,000 headers; the key comes after more.
  expect(await exchange(post(`host: x\r\n${'a:b\r\n'.repeat(2_400)}`))).toMatch(/^HTTP\/1.1 200/);
});

test('a URL that is too long is refused with that reason', async () => {
  const text = await exchange(post('host: x\r\n').replace('/v1/', `/v1/?x=${'x'.repeat(9_000)}`));
  expect(text).toMatch(/^HTTP\/1.1 414 URI Too Long/);
  expect(text).toContain('"code":"address_too_long"');
  // Longer than the maximum that is read of a request head.
  const longer = await exchange(
    post('host: x\r\n').replace('/v1/', `/v1/?x=${'x'.repeat(20_000)}`),
  );
  expect(longer).toMatch(/^HTTP\/1.1 414 URI Too Long/);
});

test('headers that do not arrive are given up, with an answer that states it', async () => {
  const text = await exchange('GET /engine/health/live HTTP/1.1\r\nhost: x\r\n');
  expect(text).toMatch(/^HTTP\/1.1 408 Request Timeout/);
  expect(text).toContain('"code":"slow_request"');
});

test('a letter of a path may be percent-encoded', async () => {
  const encoded = '/engine/%6Datrix/v1/';
  await request(service.app).post(encoded).expect(401);
  await request(service.app).get('/engine/h%65alth/live').expect(200);
  // An encoded slash is not a slash.
  await request(service.app).get('/engine/health%2Flive').expect(404);
});

test('a refusal for a missing key explains how to send one', async () => {
  const { headers } = await request(service.app).get('/engine/account/v1').expect(401);
  expect(headers['www-authenticate']).toBe('ApiKey realm="engine", header="x-api-key"');
});

test('an unknown expectation is ignored', async () => {
  expect(await exchange(post('host: x\r\nexpect: miracles\r\n'))).toMatch(/^HTTP\/1.1 200/);
});

test('bytes that are not HTTP get an answer with the usual headers', async () => {
  const text = await exchange('GARBAGE\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 400/);
  for (const header of [
    'access-control-allow-origin: *',
    'x-request-id: ',
    'x-credits-charged: 0',
  ]) {
    expect(text).toContain(header);
  }
});

test('a client that keeps its side open after bytes that are not HTTP is disconnected', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const isClosed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write('GARBAGE\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  // The service has sent its answer. What is sent now finds no connection once the service has closed it.
  const sending = setInterval(() => socket.write(' '), 20);
  await isClosed;
  clearInterval(sending);
});

test('pages do not support ranges: a range request gets the whole page', async () => {
  const response = await request(service.app)
    .get('/engine/docs/errors')
    .set('range', 'bytes=99999999999-');
  expect(response.status).toBe(200);
  expect(response.headers['content-range']).toBeUndefined();
});

test('the docs page accepts no other method', async () => {
  const response = await request(service.app).post('/engine/docs');
  expect(response.status).toBe(405);
  expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
});

test('a client that hangs up is not logged as an error', async () => {
  const socket = connect(port, '127.0.0.1');
  const text = post('host: x\r\n');
  const arrived = once(server, 'request');
  socket.write(text.slice(0, -5));
  await arrived;
  socket.destroy();
  await until(() => service.logLines().some((each) => each['complete'] === false));
  expect(service.logLines().filter((each) => each['msg'] === 'request failed')).toEqual([]);
});
