/** How shown answers are compared: a comparison that accepts everything would prove nothing. */
import { expect, test } from '@jest/globals';
import { MORE, linesOf, linesShown, shownAs } from './shown.js';

test('shown answers do not match what differs from them', () => {
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

test('shown lines of an answer are compared at their pointers', () => {
  const answer = {
    routes: [
      { id: 'a', stops: [{ n: 1 }, {}, { n: 3 }] },
      { id: 'b', stops: [] },
    ],
  };
  const cases: [string, unknown, boolean][] = [
    ['/routes/0/id', 'a', true],
    ['/routes/0/id', 'b', false],
    ['/routes/*/id', ['a', 'b'], true],
    ['/routes/*/id', ['a'], false],
    ['/routes/*/stops/*/n', [[1, 3], []], true],
    ['/routes/*/stops/*/n', [[1, 3]], false],
    ['/routes/0/stops/0', { n: 1 }, true],
    ['/routes/0', { id: 'a', [MORE]: MORE }, true],
    ['/routes/0', { id: 'a' }, false],
    ['/routes/2', { id: 'c' }, false],
    ['/routes/2/id', MORE, false],
    ['/missing', [], false],
  ];
  for (const [pointer, value, fits] of cases) {
    const shown = { [pointer]: value };
    const compare = expect(() => {
      expect(linesOf(shown, answer)).toEqual(linesShown(shown, answer));
    });
    if (fits) compare.not.toThrow();
    else compare.toThrow();
  }
});
