/** Migration 4: marks of committed units on Postgres (`postgres/unit.ts`). Units on SQLite need none. */
import type { Migration } from './index.js';

export const unitMarksMigration: Migration = {
  number: 4,
  name: 'unit marks',
  sqlite: '',
  postgres: `
CREATE TABLE unit_marks (
  id UUID PRIMARY KEY NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE INDEX unit_marks_by_time ON unit_marks (at_ms);
`,
};
