/** The speeds file: how its rules are parsed, its limits, and its faults, all reported at once with pointers. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseSpeedsFile, parseTravelSpeeds } from '../../server/travel/index.js';

const WINDOW_COUNT = 3;

function problemsOf(value: unknown): readonly string[] {
  const outcome = parseSpeedsFile(JSON.stringify(value), WINDOW_COUNT);
  return outcome.kind === 'ok' ? [] : outcome.problems;
}

const shared = (text: string): Uint8Array<SharedArrayBuffer> => {
  const bytes = Buffer.from(text);
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
};

// Bits 0 to 7 for weekday windows, 8 for the weekend, 9 for free flow.
test.each<[object, object]>([
  [
    { speed_factor: 0.5 },
    {
      place: { kind: 'everywhere' },
      roadClass: undefined,
      laneMask: 0b11_1111_1111,
      change: { kind: 'factor', factor: 0.5 },
    },
  ],
  [
    { way: 17, windows: [0, 2], kilometers_per_hour: 30 },
    {
      place: { kind: 'way', wayId: 17 },
      roadClass: undefined,
      laneMask: 0b101,
      change: { kind: 'speed', kilometersPerHour: 30 },
    },
  ],
  [
    {
      area: [
        [1, 2],
        [3, 4],
        [5, 7],
      ],
      road_class: 'trunk_link',
      windows: ['weekend'],
      speed_factor: 2,
    },
    {
      place: { kind: 'area', cornerDegrees: [1, 2, 3, 4, 5, 7] },
      roadClass: 'trunk_link',
      laneMask: 0b1_0000_0000,
      change: { kind: 'factor', factor: 2 },
    },
  ],
  [
    { area: { south: 1, west: 2, north: 3, east: 4 }, windows: ['weekend', 1], speed_factor: 1 },
    {
      place: { kind: 'area', cornerDegrees: [1, 2, 1, 4, 3, 4, 3, 2] },
      roadClass: undefined,
      laneMask: 0b1_0000_0010,
      change: { kind: 'factor', factor: 1 },
    },
  ],
])('%j is parsed', (rule, expected) => {
  const text = JSON.stringify({ rules: [rule] });
  expect(parseSpeedsFile(text, WINDOW_COUNT)).toEqual({ kind: 'ok', rules: [expected] });
});

const box = { south: 1, west: 1, north: 2, east: 2 };
test.each<[object, string]>([
  [{}, '/rules/0 must have exactly one of speed_factor and kilometers_per_hour, it has none'],
  [{ speed_factor: 1, kilometers_per_hour: 9 }, '/rules/0 must have exactly one of .* has both'],
  [{ speed_factor: 1, way: 1, area: box }, '/rules/0 may have a way or an area, not both'],
  [{ speed_factor: 1, lane: 3 }, '/rules/0/lane is not a field'],
  [{ speed_factor: 0 }, '/rules/0/speed_factor'],
  [{ speed_factor: 10.1 }, '/rules/0/speed_factor'],
  [{ speed_factor: '1' }, '/rules/0/speed_factor must be number'],
  [{ kilometers_per_hour: 501 }, '/rules/0/kilometers_per_hour'],
  [{ speed_factor: 1, way: 0 }, '/rules/0/way'],
  [{ speed_factor: 1, way: 1.5 }, '/rules/0/way must be integer'],
  [{ speed_factor: 1, road_class: 'highway' }, '/rules/0/road_class must be one of "motorway"'],
  [{ speed_factor: 1, windows: [] }, '/rules/0/windows'],
  [{ speed_factor: 1, windows: [1, 1] }, '/rules/0/windows must not have duplicate items'],
  [{ speed_factor: 1, windows: [8] }, '/rules/0/windows/0 must be one of 0,'],
  [{ speed_factor: 1, windows: ['weekday'] }, '/rules/0/windows/0 must be one of 0,'],
  [
    { speed_factor: 1, windows: [0, 3] },
    '/rules/0/windows/1 is 3, and the last window of the traffic file is 2',
  ],
  [{ speed_factor: 1, area: [[1, 2]] }, '/rules/0/area must not have fewer than 3 items'],
  [
    { speed_factor: 1, area: [[1, 2], [3, 4], [5]] },
    '/rules/0/area/2 must not have fewer than 2 items',
  ],
  [{ speed_factor: 1, area: [...Array(3).fill([91, 0])] }, '/rules/0/area/0/0 must be <= 90'],
  [{ speed_factor: 1, area: { south: 1, west: 1, north: 2 } }, '/rules/0/area must have .*east'],
  [{ speed_factor: 1, area: { ...box, south: 2 } }, '/rules/0/area must have its south below'],
  [{ speed_factor: 1, area: { ...box, west: 3 } }, '/rules/0/area .* 180th meridian'],
  [
    {
      speed_factor: 1,
      area: [
        [1, 179],
        [1, -179],
        [2, -179],
      ],
    },
    '/rules/0/area has a side of more than 180 degrees of longitude',
  ],
])('%j is refused for one reason', (rule, expected) => {
  const problems = problemsOf({ rules: [rule] });
  expect(problems.join('\n')).toMatch(new RegExp(`^${expected}`));
  // A coordinate that is wrong in each corner is wrong three times; every other fault is reported once.
  expect(problems.length).toBe(expected.includes('<= 90') ? 3 : 1);
});

test('every fault of every rule is reported at once', () => {
  const problems = problemsOf({ rules: [{ way: 'x' }, 5, { speed_factor: 1, windows: [7] }] });
  expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual([
    '/rules/0',
    '/rules/0/way',
    '/rules/1',
    '/rules/2/windows/0',
  ]);
});

test('no more than 100 faults are listed', () => {
  expect(problemsOf({ rules: Array(1_000).fill({ speed_factor: 0 }) })).toHaveLength(100);
});

test.each<[string, number, object]>([
  ['rules', 100_000, { way: 1, speed_factor: 1 }],
  ['rules with an area', 1_000, { area: box, speed_factor: 1 }],
  ['rules without way and area', 1_000, { road_class: 'primary', speed_factor: 1 }],
])('%s: %i are accepted, one more is not', (_what, countMax, rule) => {
  const rules: object[] = Array(countMax).fill(rule);
  expect(problemsOf({ rules })).toEqual([]);
  expect(problemsOf({ rules: [...rules, rule] }).join()).toContain(String(countMax));
});

test('an area has at most 1,000 corners', () => {
  const area = Array.from({ length: 1_000 }, (_, idx) => [idx / 100, idx % 7]);
  expect(problemsOf({ rules: [{ area, speed_factor: 1 }] })).toEqual([]);
  area.push([0, 0]);
  expect(problemsOf({ rules: [{ area, speed_factor: 1 }] }).join()).toContain('1000');
});

test('all areas together have at most 20,000 corners', () => {
  const cornersOf = (count: number) =>
    Array.from({ length: count }, (_, idx) => [idx / 100, idx % 7]);
  // 19 × 1,000 + 249 × 4 (boxes) + 4 = 20,000
  const rules = [
    ...Array(19).fill({ area: cornersOf(1_000), speed_factor: 1 }),
    ...Array(249).fill({ area: box, speed_factor: 1 }),
  ];
  expect(problemsOf({ rules: [...rules, { area: cornersOf(4), speed_factor: 1 }] })).toEqual([]);
  const problems = problemsOf({ rules: [...rules, { area: cornersOf(5), speed_factor: 1 }] });
  expect(problems).toEqual([expect.stringContaining('20001 corners together; at most 20000')]);
});

test.each(['{', '[]', '{}', '{"rules":{}}', '{"rules":[],"name":"x"}'])('%s is refused', (text) => {
  expect(parseSpeedsFile(text, WINDOW_COUNT)).toMatchObject({ kind: 'bad' });
});

test('faults of both files are reported together, each with its variable', () => {
  const outcome = parseTravelSpeeds({ traffic: shared('{}'), speeds: shared('{"rules":[{}]}') });
  const problems = outcome.kind === 'bad' ? outcome.problems : [];
  expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
    'TRAFFIC_FILE',
    'SPEEDS_FILE',
  ]);
});

test('the traffic file determines which windows a rule may name', () => {
  const traffic = JSON.parse(readFileSync('server/travel/traffic.json', 'utf8'));
  const speeds = shared('{"rules":[{"windows":[7],"speed_factor":1}]}');
  const kindOf = () => parseTravelSpeeds({ traffic: shared(JSON.stringify(traffic)), speeds }).kind;
  expect(kindOf()).toBe('ok');
  const last = traffic.weekday_windows.pop();
  traffic.weekday_windows[0].intervals.push(...last.intervals);
  expect(kindOf()).toBe('bad');
});
