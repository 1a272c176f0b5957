/** `/engine/docs`: the pages of `docs/` next to the API explorer, cached by browsers, and linked from errors. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { placeExample } from '../../server/api/placed-example.js';
import { ERRORS } from '../../server/errors.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const NAMES = readdirSync('docs').flatMap((name) => /^(.*)\.md$/.exec(name)?.[1] ?? []);

const pageAt = async (path: string): Promise<string> =>
  (await request(service.app).get(path).expect(200)).text;

const linksOf = (text: string): string[] =>
  Array.from(text.matchAll(/(?:href|src)="([^"]+)"/g), ([, link = '']) => link);

test('every page is served, without scripts, and its links lead to what is served', async () => {
  expect(NAMES.length).toBeGreaterThan(20);
  const seen = new Map<string, Promise<string>>();
  for (const name of NAMES) {
    const path = `/engine/docs/${name}`;
    const { text, headers } = await request(service.app).get(path).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self';style-src 'self'");
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<!--/);
    for (const link of linksOf(text)) {
      if (/^https?:/.test(link)) continue;
      const [target = '', anchor] = link.split('#');
      const of = target === '' ? path : target;
      const linked = await (seen.get(of) ?? seen.set(of, pageAt(of)).get(of));
      if (anchor !== undefined) {
        expect([name, link, String(linked).includes(`id="${anchor}"`)]).toEqual([name, link, true]);
      }
    }
  }
});

test('files that pages load have a hash of their content in the name, and are cached forever', async () => {
  const files = linksOf(await pageAt('/engine/docs')).filter((link) => /\.\w+$/.test(link));
  expect(files.map((file) => file.replace(/\.[\da-f]{12}\./, '.'))).toEqual([
    '/engine/docs/swagger-ui.css',
    '/engine/docs/favicon-32x32.png',
    '/engine/docs/swagger-ui-bundle.js',
    '/engine/docs/start.js',
  ]);
  for (const file of files) {
    expect(file).toMatch(/\.[\da-f]{12}\./);
    const { headers } = await request(service.app).get(file).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await request(service.app)
      .get(file.replace(/\.[\da-f]{12}\./, '.000000000000.'))
      .expect(404);
  }
  const page = await request(service.app).get('/engine/docs').expect(200);
  expect(page.headers['cache-control']).toBe('no-cache');
});

test('an error links to the paragraph that explains what to change', async () => {
  const { headers } = await service.postMatrix({}).expect(400);
  expect(headers['link']).toBe('</engine/docs/errors#invalid_request-400>; rel="help"');
  const errors = await pageAt('/engine/docs/errors');
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect([code, errors.includes(`id="${code}-${status}"`)]).toEqual([code, true]);
  }
});

const at = (latitude: number, longitude: number, name = '') => ({ name, latitude, longitude });
const example = { places: [at(41.1, -8.7, 'a'), { inner: at(41.2, -8.5, 'b') }], other: 3 };

test.each([
  ['no map', [], example],
  ['a map that holds it', [{ south: 41, west: -9, north: 42, east: -8 }], example],
  [
    'the second of two',
    [
      { south: 0, west: 0, north: 1, east: 1 },
      { south: 41, west: -9, north: 42, east: -8 },
    ],
    example,
  ],
  [
    // The center of the map; 0.2° at 41.15° are 0.1506° at the equator.
    'another map',
    [{ south: -1, west: 9, north: 1, east: 11 }],
    { places: [at(-0.05, 9.9247, 'a'), { inner: at(0.05, 10.0753, 'b') }], other: 3 },
  ],
  [
    // Half of the map's height of 0.02°: a tenth of the example's size.
    'a small map',
    [{ south: -0.01, west: 9, north: 0.01, east: 11 }],
    { places: [at(-0.005, 9.9925, 'a'), { inner: at(0.005, 10.0075, 'b') }], other: 3 },
  ],
])('an example is placed on %s', (_name, maps, expected) => {
  expect(placeExample(example, maps)).toEqual(expected);
});
