/**
 * The process as `npm start` runs it (compiled, in `dist/`): first start, restart, maps, signals, ports, HTTPS, invalid
 * settings.
 */
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { endProcesses, newFolder, outputOf, run, start } from '../support/process.js';
import { until } from '../support/until.js';

afterEach(endProcesses);

async function post(
  url: string,
  apiKey: string,
): Promise<{ status: number; body: any; headers: any }> {
  const body = JSON.stringify({
    locations: [{ location_id: 'a', latitude: 41, longitude: -8 }],
    vehicle: {},
  });
  const send = url.startsWith('https') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(
      `${url}/engine/matrix/v1/`,
      {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(url.startsWith('https') ? { ca: readFileSync('test/fixtures/tls/cert.pem') } : {}),
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text),
            headers: response.headers,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Opens a port that another server listens on. */
async function takePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leave = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port: String(port), leave };
}

test('the first start prints a key once; after kill -9 it works, charges remain, and none is printed', async () => {
  const DATA_DIR = newFolder();
  const first = await start({ DATA_DIR });
  await until(() => first.output().includes('curl'));
  const apiKey = /^ {2}(re_\S+)$/m.exec(first.output())?.[1] ?? '';
  expect(first.output()).toContain(`-H 'x-api-key: ${apiKey}'`);
  const charged = await post(first.url, apiKey);
  expect(charged.status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start({ DATA_DIR });
  const again = await post(second.url, apiKey);
  expect(again.status).toBe(200);
  expect(Number(again.headers['x-credits-remaining'])).toBe(
    Number(charged.headers['x-credits-remaining']) - 1,
  );
  expect(second.output()).not.toContain('re_');
});

test('INITIAL_API_KEY becomes the first key and is not printed', async () => {
  const apiKey = 'an-initial-key-0123456789';
  const service = await start({
    DATA_DIR: newFolder(),
    INITIAL_API_KEY: apiKey,
    INITIAL_CREDITS: '7',
  });
  const response = await post(service.url, apiKey);
  expect(response.headers['x-credits-remaining']).toBe('6');
  expect(service.output()).not.toContain(apiKey);
});

test('on SIGTERM the service finishes its work and exits with 0', async () => {
  const service = await start({
    DATA_DIR: newFolder(),
    INITIAL_API_KEY: 'an-initial-key-0123456789',
  });
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.output()).toContain('"msg":"stopped"');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s at the moment when the service reports that it listens makes it exit with 0',
  async (signal) => {
    const DATA_DIR = newFolder();
    const service = run({ DATA_DIR });
    let isSent = false;
    service.child.stdout?.on('data', () => {
      if (isSent || !service.output().includes('"msg":"listening"')) return;
      isSent = true;
      service.child.kill(signal);
    });
    expect(await service.ended).toBe(0);
    expect(service.output()).toContain('"msg":"stopped"');
    // The start was completed: the account that it created was printed.
    expect(service.output()).toContain('re_');
  },
);

test('SIGTERM while a body arrives: the request is answered before the process exits', async () => {
  const apiKey = 'an-initial-key-0123456789';
  const service = await start({ DATA_DIR: newFolder(), INITIAL_API_KEY: apiKey });
  const body = '{"locations":[{"location_id":"a","latitude":41,"longitude":-8}],"vehicle":{}}';
  const status = await new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${service.url}/engine/matrix/v1/`,
      {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          'content-type': 'application/json',
          'content-length': body.length,
          // The service confirms that it has the head of the request.
          expect: '100-continue',
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on('error', reject);
    sent.once('continue', () => {
      sent.write(body.slice(0, 10));
      service.child.kill('SIGTERM');
      outputOf(service, /"msg":"shutting down"/).then(() => sent.end(body.slice(10)), reject);
    });
    sent.flushHeaders();
  });
  expect(status).toBe(200);
  expect(await service.ended).toBe(0);
});

test('the first start builds missing maps and reports it, and the second reuses them', async () => {
  const MAPS_DIR = newFolder();
  copyFileSync('test/fixtures/maps/crossroads.osm', join(MAPS_DIR, 'town.osm'));
  const settings = { MAPS_DIR, INITIAL_API_KEY: 'an-initial-key-0123456789' };
  const first = await start({ DATA_DIR: newFolder(), ...settings });
  expect(first.output()).toMatch(
    /town\.map: +10 % {2}building car\n(.*\n)*town\.map: 100 % {2}done/,
  );
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(readdirSync(MAPS_DIR)).toEqual(['town.map', 'town.osm']);

  const second = await start({ DATA_DIR: newFolder(), ...settings });
  expect(second.output()).not.toContain('building');
  expect(second.output()).toContain(
    JSON.stringify({ maps: [join(MAPS_DIR, 'town.map')] }).slice(1, -1),
  );
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s while a map is being built makes the process exit with 0 and leaves no partial map',
  async (signal) => {
    const MAPS_DIR = newFolder();
    copyFileSync('test/fixtures/maps/liechtenstein.osm.pbf', join(MAPS_DIR, 'x.osm.pbf'));
    const service = run({ DATA_DIR: newFolder(), MAPS_DIR });
    service.child.stderr?.on('data', () => {
      if (service.output().includes('building van')) service.child.kill(signal);
    });
    expect(await service.ended).toBe(0);
    expect(service.output()).not.toContain('listening');
    expect(readdirSync(MAPS_DIR)).toEqual(['x.osm.pbf']);
  },
);

test('a damaged map fails the start, which names it', async () => {
  const MAPS_DIR = newFolder();
  writeFileSync(join(MAPS_DIR, 'town.map'), 'not a map at all');
  const service = run({ DATA_DIR: newFolder(), MAPS_DIR });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain(
    `MAPS_DIR: ${join(MAPS_DIR, 'town.map')} cannot be used: this is not a map file.`,
  );
});

test('HTTPS with a configured certificate', async () => {
  const apiKey = 'an-initial-key-0123456789';
  const service = await start({
    DATA_DIR: newFolder(),
    INITIAL_API_KEY: apiKey,
    TLS_CERT: 'test/fixtures/tls/cert.pem',
    TLS_KEY: 'test/fixtures/tls/key.pem',
    REQUIRE_HTTPS: 'true',
  });
  expect(service.url).toMatch(/^https:/);
  expect((await post(service.url, apiKey)).status).toBe(200);
});

test('invalid settings fail the start, which names all of them and creates nothing', async () => {
  const service = run({ DATA_DIR: newFolder(), PORT: 'x', LOG_LEVEL: 'loud' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(/PORT must.*\n.*LOG_LEVEL must/);
});

test('an invalid traffic file fails the start, which names its faults', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'traffic.json'), '{"weekday_windows":[]}');
  const service = run({ DATA_DIR: folder, TRAFFIC_FILE: join(folder, 'traffic.json') });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('/weekday_windows');
});

test('a port in use fails the start, which names it', async () => {
  const other = await takePort();
  const DATA_DIR = newFolder();
  const first = run({ DATA_DIR, PORT: other.port });
  expect(await first.ended).toBe(1);
  expect(first.output()).toContain(other.port);
  await other.leave();
  // The failed start did not use up the only time that the key is shown.
  const second = await start({ DATA_DIR });
  await until(() => second.output().includes('curl'));
  expect(second.output()).toContain('re_');
});

test('an unreadable certificate is reported with its variable', async () => {
  const service = run({ DATA_DIR: newFolder(), TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('TLS_CERT cannot be read');
  expect(service.output()).toContain('TLS_KEY cannot be read');
});

test('input that is not HTTP gets an answer in the error format', async () => {
  const { connect } = await import('node:net');
  const service = await start({ DATA_DIR: newFolder() });
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write('NOT HTTP AT ALL\r\n\r\n');
  const text = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => {
      resolve(chunk.toString());
    });
  });
  expect(text).toMatch(/^HTTP\/1.1 400/);
  expect(text).toContain('access-control-allow-origin: *');
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '').code).toBe('invalid_request');
  socket.destroy();
});

test('a key chosen by the operator exists before any port is open', async () => {
  const other = await takePort();
  const DATA_DIR = newFolder();
  const apiKey = 'a-key-that-was-chosen';
  const first = run({ DATA_DIR, PORT: other.port, INITIAL_API_KEY: apiKey });
  expect(await first.ended).toBe(1);
  await other.leave();
  const second = await start({ DATA_DIR });
  expect((await post(second.url, apiKey)).status).toBe(200);
});
