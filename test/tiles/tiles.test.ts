/**
 * Tiles of hand-drawn roads, decoded with a different program than the one that wrote them (`@mapbox/vector-tile`), and
 * compared with the drawing through a separate projection.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import request from 'supertest';
import { buildMapFile, degreesOf, writeExtract, type Drawing } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

/** A bend, a street that is one-way against its drawn direction, a motorway, a yard, and a distant road. */
const DRAWING: Drawing = {
  nodes: {
    west: [-900, 40],
    bend: [-400, 310],
    middle: [0, 300],
    east: [800, 250],
    north: [10, 700],
    south: [-20, -800],
    yard: [130, -320],
    rampWest: [-900, -700],
    rampEast: [900, -650],
    far: [40_000, 300],
    farther: [41_000, 300],
  },
  ways: [
    {
      nodes: ['west', 'bend', 'middle', 'east'],
      tags: { highway: 'primary', maxspeed: '50', name: 'Alameda do Sé' },
    },
    {
      nodes: ['middle', 'north'],
      tags: { highway: 'residential', oneway: '-1', maxspeed: '30' },
    },
    { nodes: ['middle', 'yard', 'south'], tags: { highway: 'service' } },
    { nodes: ['rampWest', 'south', 'rampEast'], tags: { highway: 'motorway' } },
    { nodes: ['far', 'farther'], tags: { highway: 'primary' } },
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'route-engine-tiles-'));
let service: TestService;
let mapsDirOfAll: string;
beforeAll(async () => {
  const mapsDir = join(folder, 'maps');
  mkdirSync(mapsDir);
  await buildMapFile(writeExtract(folder, 'drawn', DRAWING), join(mapsDir, 'drawn.map'), {
    profiles: ['car'],
  });
  service = await startTestService({ config: { mapsDir } });
  mapsDirOfAll = mapsDir;
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

type XY = readonly [x: number, y: number];
type Road = { class: string; oneway: boolean; speed: number; name?: string; lines: XY[][] };

function ask(path: string, headers: Record<string, string> = {}): request.Test {
  const sent = request(service.app).get(`/engine/maps/v1/tiles/${path}`);
  return sent
    .set({ 'x-api-key': service.apiKey, ...headers })
    .buffer(true)
    .parse((answer, done) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => done(null, Buffer.concat(chunks)));
    });
}

async function roadsOf(zoom: number, x: number, y: number): Promise<Road[]> {
  const { body } = await ask(`${zoom}/${x}/${y}.mvt`).expect(200);
  const layer = new VectorTile(new PbfReader(body)).layers['roads'];
  if (layer === undefined) return [];
  expect(layer.extent).toBe(4096);
  return Array.from({ length: layer.length }, (_, idx) => {
    const feature = layer.feature(idx);
    const lines = feature.loadGeometry().map((line) => line.map((at): XY => [at.x, at.y]));
    return { ...(feature.properties as Omit<Road, 'lines'>), lines };
  });
}

/** East is linear; near the equator north is linear too, to less than a unit per kilometer. */
function unitsOf(name: string, zoom: number, x: number, y: number): XY {
  const { latitude, longitude } = degreesOf(DRAWING.nodes[name] ?? [NaN, NaN]);
  const unitsPerDegree = (2 ** zoom * 4096) / 360;
  const half = (2 ** zoom * 4096) / 2;
  return [
    half + longitude * unitsPerDegree - x * 4096,
    half - latitude * unitsPerDegree - y * 4096,
  ];
}

function distance([x, y]: XY, [fromX, fromY]: XY, [toX, toY]: XY): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const along = Math.min(
    1,
    Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx ** 2 + dy ** 2)),
  );
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy);
}

const toLine = (at: XY, line: readonly XY[]): number =>
  Math.min(...line.slice(1).map((to, idx) => distance(at, line[idx] ?? to, to)));

test('the roads of four tiles around a corner on the equator are those that were drawn', async () => {
  const zoom = 13;
  const middle = 2 ** (zoom - 1);
  const found = new Map<string, number>();
  for (const [x, y] of [
    [middle - 1, middle - 1],
    [middle, middle - 1],
    [middle - 1, middle],
    [middle, middle],
  ] as const) {
    for (const road of await roadsOf(zoom, x, y)) {
      const way = DRAWING.ways.find(({ tags }) => tags['highway'] === road.class);
      const drawn = (way?.nodes ?? []).map((name) => unitsOf(name, zoom, x, y));
      for (const at of road.lines.flat()) {
        // Rounded to whole units, then simplified by at most 1.5.
        expect(toLine(at, drawn)).toBeLessThan(2.5);
      }
      for (const node of drawn) {
        const isWithin = node.every((unit) => unit >= 0 && unit < 4096);
        if (!isWithin) continue;
        const near = Math.min(...road.lines.map((line) => toLine(node, line)));
        expect(near).toBeLessThan(2.5);
        found.set(road.class, (found.get(road.class) ?? 0) + 1);
      }
    }
  }
  // Each node of each road is in exactly one of the tiles; the yard is not drawn below zoom 14.
  expect(Object.fromEntries(found)).toEqual({ primary: 4, residential: 2, motorway: 3 });
});

test('a road has its class, its speed and whether it is one-way, and runs in the direction of traffic', async () => {
  const roads = await roadsOf(14, 8192, 8191);
  const of = (name: string) => roads.find((road) => road.class === name);
  expect(of('primary')).toMatchObject({ oneway: false, name: 'Alameda do Sé' });
  expect(of('residential')?.name).toBeUndefined();
  const street = of('residential');
  expect(street).toMatchObject({ oneway: true });
  // Drawn from the center to the north, to be driven southward: rows grow.
  const line = street?.lines[0] ?? [];
  expect(line.at(-1)?.[1]).toBeGreaterThan(line[0]?.[1] ?? Infinity);
  expect(of('primary')?.speed).toBeGreaterThan(street?.speed ?? Infinity);
  expect(street?.speed).toBeGreaterThan(10);
});

test('lines continue past the edge of a tile, but not past its margin', async () => {
  const [road] = (await roadsOf(14, 8191, 8191)).filter(({ class: name }) => name === 'primary');
  const east = Math.max(...(road?.lines.flat().map(([x]) => x) ?? []));
  expect(east).toBeGreaterThan(4096);
  expect(east).toBeLessThanOrEqual(4192);
});

test('less is drawn at lower zoom, and nothing where there is no road', async () => {
  const classes = async (zoom: number) =>
    [
      ...new Set((await roadsOf(zoom, 2 ** (zoom - 1), 2 ** (zoom - 1))).map((road) => road.class)),
    ].toSorted();
  expect(await classes(6)).toEqual(['motorway']);
  expect(await classes(8)).toEqual(['motorway', 'primary']);
  expect(await classes(14)).toContain('service');
  // Names would split lines at low zoom into pieces.
  const far = await roadsOf(11, 1024, 1023);
  expect(far.map(({ name }) => name)).toEqual(far.map(() => undefined));
  const { body } = await ask('14/100/100.mvt').expect(200);
  expect(body).toHaveLength(0);
});

test('a tile is revalidated by its tag', async () => {
  const first = await ask('14/8192/8191.mvt').expect(200);
  expect(first.headers['content-type']).toBe('application/vnd.mapbox-vector-tile');
  expect(first.headers['cache-control']).toBe('private, max-age=3600');
  const { etag } = first.headers;
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  const again = await ask('14/8192/8191.mvt', { 'if-none-match': etag ?? '' }).expect(304);
  expect(again.body).toHaveLength(0);
  await ask('14/8191/8191.mvt', { 'if-none-match': etag ?? '' }).expect(200);
});

test.each([
  ['5/0/0.mvt', '/path/z'],
  ['17/0/0.mvt', '/path/z'],
  ['6/64/0.mvt', '/path/x'],
  ['6/0/-1.mvt', '/path/y'],
  ['6/0/1e1.mvt', '/path/y'],
])('%s is refused at %s', async (path, pointer) => {
  const { body } = await ask(path).expect(400);
  expect(JSON.parse(body.toString())).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer }],
  });
});

test('a tile needs a key, and its path all its parts', async () => {
  await request(service.app).get('/engine/maps/v1/tiles/14/8192/8191.mvt').expect(401);
  await ask('14/8192/8191').expect(404);
  await ask('14/8192.mvt').expect(404);
  await request(service.app).post('/engine/maps/v1/tiles/14/8192/8191.mvt').expect(405);
});

test('tiles of an account count as its running requests, so that it does not fill the queue of threads', async () => {
  const few = await startTestService({
    config: { mapsDir: mapsDirOfAll, requestsAtOnceMax: 3, threads: 1, queueLengthMax: 200 },
  });
  const server = few.app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // In one piece on one connection, so that the service receives all of them before it answers the first one.
  const socket = connect(port, '127.0.0.1');
  const head = `GET /engine/maps/v1/tiles/12/2048/2047.mvt HTTP/1.1\r\nhost: tiles\r\nx-api-key: ${few.apiKey}\r\n`;
  socket.write(`${`${head}\r\n`.repeat(29)}${head}connection: close\r\n\r\n`);
  const answers = (await buffer(socket)).toString('latin1');
  const statuses = answers.match(/HTTP\/1\.1 \d+/g) ?? [];
  expect(statuses).toHaveLength(30);
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200', 'HTTP/1.1 429']));
  const refused = statuses.filter((it) => it.endsWith('429'));
  expect(answers.match(/"too_many_at_once"/g)).toHaveLength(refused.length);
  server.close();
  await few.stop();
});

test('tiles use up the budget of unpaid work, and jobs can be polled nevertheless', async () => {
  const few = await startTestService({
    config: { mapsDir: mapsDirOfAll, unpaidSecondsPerMinute: 0.001 },
  });
  const get = (path: string) => request(few.app).get(path).set('x-api-key', few.apiKey);
  const statuses: number[] = [];
  for (let count = 0; count < 300 && !statuses.includes(429); count += 1) {
    statuses.push((await get('/engine/maps/v1/tiles/12/2048/2047.mvt')).status);
  }
  expect(statuses[0]).toBe(200);
  const refused = await get('/engine/maps/v1/tiles/12/2048/2047.mvt').expect(429);
  expect(refused.body.code).toBe('rate_limited');
  await get('/engine/jobs/v1').expect(200);
  await few.stop();
});
