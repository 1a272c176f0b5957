/**
 * The very first start on an empty store: one account with one key, so that a newcomer's first request works.
 */
import { AccountsError, asAccountId, type Accounts } from './accounts/index.js';
import type { Config } from './config.js';
import { MATRIX_EXAMPLE } from './matrix/index.js';

/** One id, whichever process makes it: of several processes that start at once on an empty store, one succeeds. */
const FIRST_ACCOUNT_ID = asAccountId('00000000-0000-7000-8000-000000000001');

/**
 * Makes the account and gives its key, the operator's (`INITIAL_API_KEY`) or a new one; undefined when there is one
 * already.
 */
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

/** What a newcomer can paste into a shell. */
export function exampleCurl(baseUrl: string, apiKey: string): string {
  return [
    `curl -s ${baseUrl}/engine/matrix/v1/`,
    `-H 'x-api-key: ${apiKey}'`,
    "-H 'content-type: application/json'",
    `-d '${JSON.stringify(MATRIX_EXAMPLE)}'`,
  ].join(' \\\n  ');
}
