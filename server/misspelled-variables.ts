/**
 * Finds environment variables that look like ours but are not: a misspelled setting would be ignored silently.
 *
 * A name looks like ours if it has the same words in another order or case, differs by at most two letters, or has the
 * same first word.
 */
import { readConfig, type Environment } from './config.js';
import { editsBetween } from './validation/index.js';

/** First words of our variables that other programs hardly use. */
const OUR_FIRST_WORDS = /^(MAPS|BATCH|WEBHOOKS|JOBS|DRAIN)_/;
/** Shorter names are too similar to those of other programs. */
const NEAR_LENGTH_MIN = 6;
const NEAR_EDITS_MAX = 2;

/** Returns the variables that look like ours but are not, each with the variable that was probably meant. */
export function misspelledVariables(environment: Environment): { name: string; meant: string }[] {
  const known = new Set<string>();
  // All variables that `readConfig` reads, so that this list is always complete.
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
