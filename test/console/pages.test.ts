/** The files of the console: the page has no inline scripts or styles, and the files are small enough. */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const BYTES_MAX = 1_500_000;

test('the page loads only files next to it, and contains no inline code', async () => {
  const { text, headers } = await request(service.app).get('/engine/console').expect(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';worker-src 'self';connect-src 'self';" +
      "img-src 'self' data: blob:;base-uri 'none';form-action 'none';frame-ancestors 'none'",
  );
  expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
  const loaded = Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, path = '']) => path);
  expect(loaded.length).toBeGreaterThan(2);
  for (const path of loaded) {
    expect(path).toMatch(/^\/engine\/console\//);
    await request(service.app).get(path).expect(200);
  }
});

test('the files take less than 1.5 MB as sent, and those with a hash in their name are cached forever', async () => {
  let bytes = 0;
  const names = readdirSync('dist/console').filter((name) => name !== 'licenses.txt');
  for (const name of names) {
    const path = name === 'index.html' ? '' : `/${name}`;
    const { body, text, headers } = await request(service.app)
      .get(`/engine/console${path}`)
      .buffer(true)
      .expect(200);
    const isHashed = /-[0-9A-Z]{8}\./.test(name);
    expect(headers['cache-control']).toMatch(isHashed ? /immutable/ : /no-cache/);
    bytes += gzipSync(Buffer.isBuffer(body) ? body : Buffer.from(text)).length;
  }
  expect(bytes).toBeGreaterThan(300_000);
  expect(bytes).toBeLessThan(BYTES_MAX);
});

test('the map is loaded with the page, and the JSON editor is not', async () => {
  const { text } = await request(service.app).get('/engine/console').expect(200);
  expect(text).toMatch(/<link rel="modulepreload" href="\/engine\/console\/map-\w+\.js"/);
  expect(text).not.toContain('json-editor');
  expect(readdirSync('dist/console').some((name) => name.startsWith('json-editor-'))).toBe(true);
});

test('the licenses of bundled packages are served as well', async () => {
  const { text } = await request(service.app).get('/engine/console/licenses.txt').expect(200);
  for (const name of ['maplibre-gl', 'preact', '@codemirror/view']) expect(text).toContain(name);
  expect(text).toMatch(/Redistribution and use in source and binary forms/);
});
