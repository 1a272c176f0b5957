/** The command `npm run map:build`, compiled, as an operator runs it. */
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LIECHTENSTEIN, writeExtract } from '../support/maps.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'route-engine-map-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Ended = { code: number | null; out: string; err: string };

async function build(
  args: readonly string[],
  onProgress?: (text: string, stop: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/scripts/map-build.js', ...args], {
    env: { PATH: process.env['PATH'] ?? '', MAPS_DIR: join(folder, 'maps') },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString();
    onProgress?.(texts.err, () => child.kill('SIGINT'));
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ code, ...texts });
    });
  });
}

test('the map is written to MAPS_DIR under the name of the extract, and the command prints its path', async () => {
  const { code, out, err } = await build([writeExtract(folder, 'town')]);
  expect({ code, out }).toEqual({ code: 0, out: `${join(folder, 'maps', 'town.map')}\n` });
  expect(err).toMatch(/town\.map: 100 % {2}done, in \d+ MB of memory at most\n/);
  expect(readdirSync(join(folder, 'maps'))).toEqual(['town.map']);
});

test('the command ends by reporting what was read, used and skipped', async () => {
  const extract = writeExtract(folder, 'town');
  const drawn = readFileSync(extract, 'utf8');
  // One additional road, whose second node is missing in the extract.
  const cut =
    '<way id="99"><nd ref="1"/><nd ref="9999"/><tag k="highway" v="primary"/></way></osm>';
  writeFileSync(extract, drawn.replace('</osm>', cut));
  const { err } = await build([extract, '--profiles', 'car,foot']);
  expect(err).toMatch(/ways_read: 6, .*nodes_missing: 1/);
  expect(err).toMatch(/^car: .*missing_node_count: 1, .*segment_count: /m);
  expect(err).toMatch(/^foot: .*segment_count: /m);
});

test('--out, --profiles and --drive-on', async () => {
  const options = ['--out', join(folder, 'a', 'b.map'), '--profiles', 'foot', '--drive-on', 'left'];
  const { code, err } = await build([writeExtract(folder, 'town'), ...options]);
  expect(code).toBe(0);
  expect(readdirSync(join(folder, 'a'))).toEqual(['b.map']);
  expect(err.match(/building \w+/g)).toEqual(['building foot']);
});

test.each([
  [[], 'one extract is needed'],
  [['a.osm', 'b.osm'], 'one extract is needed'],
  [['a.osm', '--profiles', 'car,tram'], 'no profile tram'],
  [['a.osm', '--profiles', 'car,car'], 'car is named twice'],
  [['a.osm', '--drive-on', 'up'], 'left or right'],
  [['a.osm', '--fast'], '--fast'],
])('invalid arguments exit with 2 and print the usage: %j', async (args, message) => {
  const { code, err } = await build(args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain('Usage: npm run map:build');
});

test('a missing extract exits with 1 and its name', async () => {
  const { code, err } = await build([join(folder, 'none.osm.pbf')]);
  expect(code).toBe(1);
  expect(err).toContain('none.osm.pbf');
});

test('Ctrl-C exits with 1, and leaves nothing of the map', async () => {
  copyFileSync(LIECHTENSTEIN, join(folder, 'x.osm.pbf'));
  const { code, out } = await build([join(folder, 'x.osm.pbf')], (text, stop) => {
    if (text.includes('building van')) stop();
  });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(readdirSync(join(folder, 'maps'))).toEqual([]);
});
