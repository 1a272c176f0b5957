/** What the documentation names exists, and what the code defines is documented: links, variables, codes, folders. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config.js';
import { WARNINGS } from '../../server/api/index.js';
import { ERRORS, PROBLEMS } from '../../server/errors.js';
import { FAULTS_MAX, KEPT_MS } from '../../server/jobs/job-store.js';
import {
  CANDIDATE_COUNT_MAX,
  JOB_LOCATION_COUNT_MAX,
  LOCATION_COUNT_MAX,
} from '../../server/matrix/schema.js';
import { REASONS } from '../../server/routing/reasons.js';
import {
  JOB_SECONDS_MAX,
  JOB_SECONDS_MIN,
  TIME_LIMIT_SECONDS_MAX,
} from '../../server/routing/schema/limits.js';
import { LIVE_SPEEDS_LIMITS } from '../../server/live/index.js';
import { OSM_ROAD_CLASSES, SPEEDS_FILE_LIMITS } from '../../server/travel/index.js';
import { PAGES, brokenLinks, pageOf } from './pages.js';

test.each(PAGES.map((page) => [page.path, page] as const))(
  'the links of %s lead to existing targets',
  (_path, page) => {
    expect(brokenLinks(page)).toEqual([]);
  },
);

test('a link to a missing file or heading is detected', () => {
  const text =
    '[a](matrix.md) [b](nowhere.md) [c](matrix.md#price) [d](matrix.md#prize) [e](https://x.y)';
  expect(brokenLinks({ path: 'docs/x.md', text })).toEqual(['nowhere.md', 'matrix.md#prize']);
});

test('docs/configuration.md lists exactly the variables that config.ts reads', () => {
  const documented = pageOf('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm);
  const read = readFileSync('server/config.ts', 'utf8').matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g);
  const names = (matches: Iterable<RegExpExecArray>): string[] =>
    [...new Set(Array.from(matches, ([, name = '']) => name))].toSorted();
  expect(names(documented)).toEqual(names(read));
});

test('the defaults of docs/configuration.md are those of config.ts', () => {
  const {
    port,
    host,
    metricsPort,
    mapsMemoryBytesMax,
    snapRadiusMeters,
    initialCredits,
    queueLengthMax,
    bodyBytesMax,
    bodyMemoryBytesMax,
    requestsPerMinute,
    wrongKeysPerMinute,
    logLevel,
  } = readConfig({});
  const defaults = {
    PORT: port,
    HOST: host,
    METRICS_PORT: metricsPort,
    MAPS_MEMORY_BYTES: mapsMemoryBytesMax,
    SNAP_RADIUS_METERS: snapRadiusMeters,
    INITIAL_CREDITS: initialCredits,
    QUEUE_LENGTH_MAX: queueLengthMax,
    MAX_BODY_BYTES: bodyBytesMax,
    BODY_MEMORY_BYTES: bodyMemoryBytesMax,
    REQUESTS_PER_MINUTE: requestsPerMinute,
    WRONG_KEYS_PER_MINUTE: wrongKeysPerMinute,
    LOG_LEVEL: logLevel,
  };
  for (const [name, value] of Object.entries(defaults)) {
    const row = new RegExp(`^\\| \`${name}\` +\\| (\\S+)`, 'm').exec(
      pageOf('docs/configuration.md'),
    );
    expect([name, row?.[1]?.replaceAll('`', '')]).toEqual([name, String(value)]);
  }
});

test('docs/errors.md has a heading for each code with its status, in the order of the table', () => {
  const headings = [...pageOf('docs/errors.md').matchAll(/^## (`.*)$/gm)].map(
    ([, heading]) => heading,
  );
  expect(headings).toEqual(
    Object.entries(ERRORS).map(([code, { status }]) => `\`${code}\` (${status})`),
  );
});

test.each([
  ['### Codes of `errors[]`', PROBLEMS],
  ['## Warnings', WARNINGS],
])('the table below %s of docs/errors.md is that of the code', (heading, codes) => {
  const [, section = ''] = pageOf('docs/errors.md').split(`\n${heading}\n`);
  const [table = ''] = section.split('\n#');
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)];
  expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(Object.entries(codes));
});

test('docs/reasons.md has a heading for each code of an unserved order, in the order of the code', () => {
  const headings = [...pageOf('docs/reasons.md').matchAll(/^## `(.*)`$/gm)];
  expect(headings.map(([, name]) => name)).toEqual(Object.keys(REASONS));
});

test('ARCHITECTURE.md has an entry for each folder of the server and of the core, and stays short', () => {
  const text = pageOf('ARCHITECTURE.md');
  const folders = [...foldersOf('server'), ...foldersOf('solver-rs')];
  const named = [...text.matchAll(/^- \*\*`(\w+)\/`\*\*:/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(folders.toSorted());
  expect(text.split('\n').length).toBeLessThanOrEqual(250);
});

function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

test('the profiles, columns and road classes of docs/traffic.md are those of the shipped file', () => {
  const text = pageOf('docs/traffic.md');
  const names = new Set<string>();
  JSON.parse(readFileSync('server/travel/traffic.json', 'utf8'), (name, value: unknown) => {
    if (/^[a-z_]+$/.test(name)) names.add(name);
    return value;
  });
  const fields = text.slice(text.indexOf('## Fields'));
  for (const name of names) expect(fields).toContain(name);
});

test('the limits of live speeds in docs/speeds.md are those of the code', () => {
  const [, after = ''] = pageOf('docs/speeds.md').split('\n## Live speeds\n');
  const [section = ''] = after.split('\n## ');
  for (const limit of Object.values(LIVE_SPEEDS_LIMITS)) {
    expect(section).toMatch(new RegExp(`\\b${limit.toLocaleString('en')}\\b`));
  }
});

test('the classes and limits of docs/speeds.md are those of the code', () => {
  const text = pageOf('docs/speeds.md');
  const [, classes = ''] = /^Classes are ([^]*?)\n\n/m.exec(text) ?? [];
  const named = [...classes.matchAll(/`([a-z]\w+)`/g)].map(([, name = '']) => name);
  const linked = named.slice(0, 5).flatMap((name) => [name, `${name}_link`]);
  expect([...linked, ...named.slice(5)]).toEqual([...OSM_ROAD_CLASSES]);
  const limits = [...text.matchAll(/^\| (?:Rules|Corners).*\| +([\d,]+) +\|$/gm)];
  expect(limits.map(([, number = '']) => Number(number.replaceAll(',', '')))).toEqual([
    SPEEDS_FILE_LIMITS.rules,
    SPEEDS_FILE_LIMITS.rulesWithArea,
    SPEEDS_FILE_LIMITS.cornersOfArea,
    SPEEDS_FILE_LIMITS.corners,
    SPEEDS_FILE_LIMITS.rulesEverywhere,
  ]);
});

test('the table of ARCHITECTURE.md matches what the lint checks', () => {
  const text = pageOf('ARCHITECTURE.md');
  // The folders of one row have the same allowed imports.
  const table = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\| (.*?) +\|$/gm)];
  const documented = table.flatMap(([, folders = '', targets = '']) =>
    namesIn(folders, /`(\w+)`/g).map((folder) => [folder, namesIn(targets, /`#?(\w+)`/g)]),
  );
  const arrows = readFileSync('eslint.config.mjs', 'utf8').matchAll(/^ {2}(\w+): \[(.*)\],$/gm);
  const checked = Array.from(arrows, ([, folder = '', list = '']) => [
    folder,
    namesIn(list, /'(\w+)'/g),
  ]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(checked));
});

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name).toSorted();
}

test('no page names a folder of the machine that it was written on', () => {
  for (const { path, text } of PAGES) {
    expect([path, text.match(/(?<![\w.])\/(?:home|root|work|tmp)\/\S*/g)]).toEqual([path, null]);
  }
});

test('the numbers of docs/jobs.md are those of the code', () => {
  const text = pageOf('docs/jobs.md').replaceAll(/\s+/g, ' ');
  const grouped = (number: number): string => number.toLocaleString('en-US');
  for (const said of [
    `no less than ${JOB_SECONDS_MIN} s and no more than ${JOB_SECONDS_MAX} s`,
    `The maximum is ${grouped(TIME_LIMIT_SECONDS_MAX)} s.`,
    `A result is kept for ${KEPT_MS / 3600_000} hours`,
    `After ${FAULTS_MAX} such attempts in a row`,
  ]) {
    expect(text).toContain(said);
  }
  const limits = pageOf('docs/matrix.md');
  for (const limit of [LOCATION_COUNT_MAX, JOB_LOCATION_COUNT_MAX, CANDIDATE_COUNT_MAX]) {
    expect(limits.slice(limits.indexOf('## Limits'))).toContain(grouped(limit));
  }
});
