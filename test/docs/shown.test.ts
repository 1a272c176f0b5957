/** How shown answers are compared: a comparison that lets everything pass would prove nothing. */
import { expect, test } from '@jest/globals';
import { MORE, shownAs } from './shown.js';

test('the matching of shown answers refuses what differs', () => {
  const cases: [unknown, unknown, boolean][] = [
    [{ a: [1, 2] }, { a: [1, 2] }, true],
    [{ a: [1, 2] }, { a: [1, 3] }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, [MORE]: MORE }, { a: 1, b: 2 }, true],
    [{ a: 1, [MORE]: MORE }, { b: 2 }, false],
    [[1, MORE], [1, 2, 3], true],
    [[1, MORE], [2, 2, 3], false],
    [[1], [1, 2], false],
    [{ a: MORE }, { a: null }, false],
    [{ a: MORE }, {}, false],
  ];
  for (const [shown, actual, fits] of cases) {
    const compare = expect(() => expect(actual).toEqual(shownAs(shown, actual)));
    if (fits) compare.not.toThrow();
    else compare.toThrow();
  }
});
