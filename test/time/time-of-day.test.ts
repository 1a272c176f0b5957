/** Times of day: every second of the day is formatted and parsed back, and everything else is refused. */
import { expect, test } from '@jest/globals';
import { DAY_SECONDS, formatTimeOfDay, parseTimeOfDay } from '../../server/time/index.js';

test('every second of the day survives the round trip', () => {
  for (let second = 0; second < DAY_SECONDS; second += 1) {
    const text = formatTimeOfDay(second);
    if (parseTimeOfDay(text) !== second) throw new Error(`${second} became ${text}`);
  }
});

test.each([
  '24:00:00',
  '23:60:00',
  '23:59:60',
  '8:00:00',
  '08:00',
  '',
  '08:00:00 ',
  '-1:00:00',
  '0８:00:00',
])('%j is not a time of day', (text) => {
  expect(parseTimeOfDay(text)).toBeUndefined();
});
