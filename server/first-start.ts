/**
 * The first start with an empty store: creates one account with one key, so that a new user's first request works.
 */
import { AccountsError, asAccountId, type Accounts } from './accounts/index.js';
import type { Config } from './config.js';
import { MATRIX_EXAMPLE } from './matrix/index.js';

/** A fixed id, so that only one of several processes that start at once with an empty store creates the account. */
const FIRST_ACCOUNT_ID = asAccountId('00000000-0000-7000-8000-000000000001');

/** Creates the account and returns its key (`INITIAL_API_KEY` or a new one), or undefined if an account exists. */
export async function ensureFirstAccount(
  accounts: Accounts,
  config: Pick<Config, 'initialApiKey' | 'initialCredits'>,
): Promise<string | undefined> {
  if (await accounts.hasAnyAccount()) return undefined;
  try {
    const { apiKey } = await accounts.createAccount({
      id: FIRST_ACCOUNT_ID,
      name: 'first account',
      credits: config.initialCredits,
      ...(config.initialApiKey === undefined ? {} : { key: config.initialApiKey }),
    });
    return apiKey;
  } catch (error) {
    const wasFaster =
      error instanceof AccountsError &&
      (error.code === 'account_exists' || error.code === 'key_taken');
    if (wasFaster) return undefined;
    throw error;
  }
}

/** Returns an example request that a new user can paste into a shell. */
export function exampleCurl(baseUrl: string, apiKey: string): string {
  return [
    `curl -s ${baseUrl}/engine/matrix/v1/`,
    `-H 'x-api-key: ${apiKey}'`,
    "-H 'content-type: application/json'",
    `-d '${JSON.stringify(MATRIX_EXAMPLE)}'`,
  ].join(' \\\n  ');
}
