/**
 * Variables of the environment that look like ours and are none: a setting that is misspelled would be left out in
 * silence.
 *
 * Looks like one of ours: the same words in another order or case, or two letters apart, or the same first word.
 */
import { readConfig, type Environment } from './config.js';
import { editsBetween } from './validation/index.js';

/** What variables of ours begin with, and hardly anybody else's. */
const OUR_FIRST_WORDS = /^(MAPS|PLANNING|BATCH|WEBHOOKS|JOBS|DRAIN)_/;
/** Shorter names are too near to those of others. */
const NEAR_LENGTH_MIN = 6;
const NEAR_EDITS_MAX = 2;

/** Variables that look like ours and are not, each with the one that is nearest. */
export function misspelledVariables(environment: Environment): { name: string; meant: string }[] {
  const known = new Set<string>();
  // All that `readConfig` looks at, so that this list cannot fall behind.
  const spy = new Proxy<Record<string, undefined>>(
    {},
    {
      get: (_, name) => {
        known.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(spy);
  const wordsOf = (name: string): string => name.toUpperCase().split('_').toSorted().join('_');
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return [];
    const [nearest] = [...known]
      .map((each) => ({ each, edits: editsBetween(name.toUpperCase(), each) }))
      .toSorted((a, b) => a.edits - b.edits);
    const meant =
      [...known].find((each) => wordsOf(each) === wordsOf(name)) ??
      (nearest !== undefined && name.length >= NEAR_LENGTH_MIN && nearest.edits <= NEAR_EDITS_MAX
        ? nearest.each
        : undefined) ??
      (OUR_FIRST_WORDS.test(name) ? nearest?.each : undefined);
    return meant === undefined ? [] : [{ name, meant }];
  });
}
