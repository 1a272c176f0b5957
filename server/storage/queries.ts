/**
 * The query builders: Kysely as a typed SQL compiler without a connection. The store runs what it compiles, so a query
 * is built and type-checked where it is used, and only text and parameters reach the store. Both dialects compile the
 * same queries and differ only in how they number parameters.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './schema.js';

export function createSqliteQueries(): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (queries) => new SqliteIntrospector(queries),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

export function createPostgresQueries(): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (queries) => new PostgresIntrospector(queries),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
