/** The traffic file: the default is valid, and all faults of another one are reported at once. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseTrafficFile } from '../../server/travel/index.js';

const text = readFileSync('server/travel/traffic.json', 'utf8');

/** The default file with one change. */
function problemsAfter(change: (file: any) => void): readonly string[] {
  const file = JSON.parse(text);
  change(file);
  const outcome = parseTrafficFile(JSON.stringify(file));
  return outcome.kind === 'ok' ? [] : outcome.problems;
}

test('the default file is valid and covers each second of the day exactly once', () => {
  expect(problemsAfter(() => undefined)).toEqual([]);
  const counts = new Uint8Array(86_400);
  const seconds = (time: string) =>
    time.split(':').reduce((total, part) => total * 60 + Number(part), 0);
  for (const window of JSON.parse(text).weekday_windows) {
    for (const { start_time, end_time } of window.intervals) {
      for (let now = seconds(start_time); now <= seconds(end_time); now += 1) {
        counts[now] = (counts[now] ?? 0) + 1;
      }
    }
  }
  expect(counts.every((count) => count === 1)).toBe(true);
});

test.each<[string, (file: any) => void, RegExp]>([
  ['a gap', (file) => (file.weekday_windows[1].intervals[0].end_time = '06:59:58'), /gap/],
  ['an overlap', (file) => (file.weekday_windows[1].intervals[0].end_time = '07:00:00'), /overlap/],
  ['a day that ends early', (file) => file.weekday_windows[0].intervals.pop(), /23:59:59/],
  [
    'an interval over midnight',
    (file) => (file.weekday_windows[1].intervals[0].end_time = '01:00:00'),
    /midnight/,
  ],
  [
    'a missing factor',
    (file) => delete file.weekday_windows[3].speed_factors.primary,
    /weekday_windows\/3/,
  ],
  [
    'a factor of zero',
    (file) => (file.weekend_speed_factors.motorway = 0),
    /weekend_speed_factors/,
  ],
  ['an unknown field', (file) => (file.profiles.car.color = 'red'), /profiles\/car/],
  ['no windows', (file) => (file.weekday_windows = []), /weekday_windows/],
  [
    'an open band that is not the last',
    (file) => (file.profiles.van.speed_bands[0].until_meters = null),
    /last band only/,
  ],
  [
    'a last band with an end',
    (file) => (file.profiles.foot.speed_bands[0].until_meters = 5),
    /must be null/,
  ],
  [
    'bands that do not ascend',
    (file) => (file.profiles.car.speed_bands[1].until_meters = 1000),
    /ascend/,
  ],
  [
    'a speed that is too slow',
    (file) => (file.profiles.foot.speed_bands[0].kilometers_per_hour = 0.1),
    /too slow/,
  ],
])('%s is detected', (_name, change, expected) => {
  expect(problemsAfter(change).join('\n')).toMatch(expected);
});

test('several faults are reported together', () => {
  const problems = problemsAfter((file) => {
    file.weekday_windows[1].intervals[0].end_time = '06:59:58';
    file.profiles.car.speed_bands[1].until_meters = 1000;
  });
  expect(problems).toHaveLength(2);
});

test('text that is not JSON is a problem, not an exception', () => {
  expect(parseTrafficFile('{').kind).toBe('bad');
});
