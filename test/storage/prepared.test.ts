/** A query that is compiled once gives, with its values, the same result as the query built with these values. */
import { expect, test } from '@jest/globals';
import type { Kysely } from 'kysely';
import { prepareQuery, type Database, type Slots } from '../../server/storage/index.js';
import { createPostgresQueries, createSqliteQueries } from '../../server/storage/queries.js';

const DIALECTS: [string, Kysely<Database>][] = [
  ['SQLite', createSqliteQueries()],
  ['Postgres', createPostgresQueries()],
];

type Values = { readonly name: string; readonly credits: number };

test.each(DIALECTS)(
  'in %s it is the same SQL with the same parameters in the same order, including constants',
  (_dialect, queries) => {
    let compiledCount = 0;
    const prepared = prepareQuery((slot: Slots<Values>) => {
      compiledCount += 1;
      return queries
        .updateTable('accounts')
        .set((of) => ({ credits: of('credits', '-', slot('credits')), spent_day: 7 }))
        .where('name', '=', slot('name'))
        .where('credits', '>=', slot('credits'));
    });
    for (const { name, credits } of [
      { name: 'a', credits: 5 },
      { name: "b'", credits: 6 },
    ]) {
      const direct = queries
        .updateTable('accounts')
        .set((of) => ({ credits: of('credits', '-', credits), spent_day: 7 }))
        .where('name', '=', name)
        .where('credits', '>=', credits)
        .compile();
      const bound = prepared.with({ name, credits }).compile();
      expect([bound.sql, bound.parameters]).toEqual([direct.sql, direct.parameters]);
    }
    expect(compiledCount).toBe(1);
  },
);

test('values that are bound later do not change a query that was bound before', () => {
  const prepared = prepareQuery((slot: Slots<Values>) =>
    createSqliteQueries().selectFrom('accounts').select('id').where('name', '=', slot('name')),
  );
  const first = prepared.with({ name: 'first', credits: 0 });
  prepared.with({ name: 'second', credits: 0 });
  expect(first.compile().parameters).toEqual(['first']);
});
