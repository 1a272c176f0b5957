/** `npm run demo`, compiled, as a new user runs it: a timetable, and the reasons for unserved orders. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { portoMapsDir } from '../support/maps.js';

/** A map may have to be built, and the search takes five seconds; the rest is a margin for a busy machine. */
const TIMEOUT_MS = 600_000;

test(
  'the demo prints a day in Porto and exits',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/scripts/demo.js'], {
      env: { PATH: process.env['PATH'] ?? '', MAPS_DIR: await portoMapsDir() },
    });
    expect(stdout).toMatch(/^40 orders in Porto on 2026-05-05: Partial$/m);
    expect(stdout).toMatch(/^ {2}\d\d:\d\d \d\d:\d\d {2}Serralves: deliver 7 to Serralves$/m);
    expect(stdout).toMatch(/^ {2}.*: lunch/m);
    expect(stdout).toMatch(/Livraria Lello to Palácio de Cristal \(pickup\)/);
    expect(stdout).toContain(
      '  barrels to Cais de Gaia\n    It lacks the attribute crane on every vehicle.',
    );
    expect(stdout).toMatch(
      /^Total: \d+ orders by \d vehicles, [\d.]+ km, \d+ h \d+ min, [\d.]+ €$/m,
    );
  },
  TIMEOUT_MS,
);
