/** The requests in `test/routing/cases`, on which the planner once disappointed. */
import { readFileSync } from 'node:fs';

export const readCase = (name: string): any =>
  JSON.parse(readFileSync(`test/routing/cases/${name}.json`, 'utf8'));
