/** The operator's own profiles, read once at the start: maps are built for them, and requests may name them. */
import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from './config.js';
import { parseOwnProfiles, type OwnProfilesOutcome } from './travel/index.js';

export type LoadedOwnProfiles = Extract<OwnProfilesOutcome, { kind: 'ok' }>;

/** Loads the profiles file. Throws `ConfigError` with every fault of the file. */
export async function loadOwnProfiles({
  profilesFile,
}: Pick<Config, 'profilesFile'>): Promise<LoadedOwnProfiles> {
  if (profilesFile === undefined) return { kind: 'ok', types: new Map(), roadUsers: [] };
  const text = await readFile(profilesFile, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`PROFILES_FILE: ${reason}.`]);
  });
  const outcome = parseOwnProfiles(text);
  if (outcome.kind === 'ok') return outcome;
  throw new ConfigError(outcome.problems.map((problem) => `PROFILES_FILE: ${problem}.`));
}
