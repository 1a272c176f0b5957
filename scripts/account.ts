/**
 * The operator's command for accounts, keys and credits: `npm run account -- list`.
 *
 * It opens the database of the service and may run beside it: the store's write lock separates the two, and the service
 * notices a change within seconds. Exit codes: 0 done; 1 failed, or the database is damaged; 2 invalid usage.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  AccountsError,
  asAccountId,
  asKeyId,
  createAccounts,
  type Accounts,
} from '../server/accounts/index.js';
import { API_VERSIONS } from '../server/api/index.js';
import { ConfigError } from '../server/config.js';
import { openConfiguredStore } from '../server/backends.js';
import { StoreError } from '../server/storage/index.js';
import { checkDatabase, repairDatabase, requireDatabase } from './account-database.js';
import { USED_WITHIN_DAYS, notices } from './account-notices.js';

const USAGE = `Usage: npm run account -- COMMAND

  list                               every account with its keys
  create NAME [--credits N] [--daily-credits-max N] [--requests-per-minute N]
                                     a new account and its first key
  add-key ACCOUNT_ID [--label TEXT] [--operator]
                                     another key for an account; of an operator: it may set live speeds
  revoke-key KEY_ID                  a key stops working
  grant ACCOUNT_ID CREDITS           credits are added
  limits ACCOUNT_ID [--daily-credits-max N] [--requests-per-minute N]
                                     sets both limits; one left out is lifted
  weight ACCOUNT_ID N                its share of the work on jobs, 1 to 1000; every account begins with 1
  disable ACCOUNT_ID                 the account's requests are refused
  enable ACCOUNT_ID                  and taken again
  notices [--version NAME] [--write FOLDER]
                                     who used a version of the API that ends, in the last 30 days; with a message
                                     to each account that has none yet in FOLDER, to be sent
  check                              whether the database is whole, and its ledger adds up
  repair                             whole rows of a damaged database into a new file beside it

The database is where DATABASE_URL leads, or else in the directory that DATA_DIR names (default ./data). The service's
first start makes it; this command makes none.
A new key is printed once and cannot be shown again.
`;

const WEIGHT_MAX = 1000;

/** The arguments do not form a valid command. */
class UsageError extends Error {}

/** Resolves with the text to print. */
type Task = (accounts: Accounts) => Promise<string>;

/** The tasks that examine the database itself. */
const DATABASE_TASKS = { check: checkDatabase, repair: repairDatabase } as const;
type DatabaseTask = keyof typeof DATABASE_TASKS;

type Options = {
  readonly credits: number | null;
  readonly dailyCreditsMax: number | null;
  readonly requestsPerMinute: number | null;
  readonly label: string;
  readonly isOperator: boolean;
  readonly version: string | undefined;
  readonly write: string | undefined;
};

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  try {
    const task = parse(argv);
    const place = {
      dataDir: resolve(variable('DATA_DIR') ?? './data'),
      databaseUrl: variable('DATABASE_URL'),
    };
    requireDatabase(place);
    if (typeof task === 'string') {
      const { text, isWell } = await DATABASE_TASKS[task](place);
      process.stdout.write(`${text}\n`);
      return isWell ? 0 : 1;
    }
    const store = await openConfiguredStore({
      ...place,
      clock: Date.now,
      onStoreLost: (error) => {
        process.stderr.write(`${error.message}\n`);
      },
    });
    try {
      const accounts = createAccounts({ store, clock: Date.now });
      process.stdout.write(`${await task(accounts)}\n`);
    } finally {
      await store.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (
      error instanceof AccountsError ||
      error instanceof StoreError ||
      error instanceof ConfigError
    ) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

/** Reads a variable as the service does: an empty one counts as not set. */
function variable(name: string): string | undefined {
  const value = process.env[name]?.trim() ?? '';
  return value === '' ? undefined : value;
}

/** Parses a command, and checks it before anything is opened. The task resolves with the text to print. */
function taskOf(
  command: string,
  operands: readonly string[],
  options: Options,
): Task | DatabaseTask {
  const { dailyCreditsMax, requestsPerMinute, label, isOperator } = options;
  switch (command) {
    case 'list': {
      takeOperands(operands, []);
      return async (accounts) => listing(await accounts.listAccounts());
    }
    case 'create': {
      const [name] = takeOperands(operands, ['NAME']);
      const input = { name, credits: options.credits ?? 0, dailyCreditsMax, requestsPerMinute };
      return async (accounts) => {
        const { account, apiKey } = await accounts.createAccount(input);
        return `account ${account.id}\nkey     ${apiKey}`;
      };
    }
    case 'add-key': {
      const [accountId] = takeOperands(operands, ['ACCOUNT_ID']);
      return async (accounts) => {
        const added = await accounts.addKey({
          ...{ accountId: asAccountId(accountId), label, isOperator },
        });
        return `key id ${added.keyId}\nkey    ${added.apiKey}`;
      };
    }
    case 'revoke-key': {
      const [keyId] = takeOperands(operands, ['KEY_ID']);
      return async (accounts) => {
        await accounts.revokeKey(asKeyId(keyId));
        return `revoked ${keyId}`;
      };
    }
    case 'grant': {
      const [accountId, text] = takeOperands(operands, ['ACCOUNT_ID', 'CREDITS']);
      const credits = wholeNumber(text, 'CREDITS', 1);
      return async (accounts) => {
        const balance = await accounts.grantCredits(asAccountId(accountId), credits);
        return `balance ${String(balance)}`;
      };
    }
    case 'limits': {
      const [accountId] = takeOperands(operands, ['ACCOUNT_ID']);
      return async (accounts) => {
        await accounts.setLimits(asAccountId(accountId), { dailyCreditsMax, requestsPerMinute });
        return `limits of ${accountId} set`;
      };
    }
    case 'weight': {
      const [accountId, text] = takeOperands(operands, ['ACCOUNT_ID', 'N']);
      const weight = wholeNumber(text, 'N', 1);
      if (weight > WEIGHT_MAX) throw new UsageError(`N may be at most ${String(WEIGHT_MAX)}.`);
      return async (accounts) => {
        await accounts.setWeight(asAccountId(accountId), weight);
        return `weight of ${accountId} set`;
      };
    }
    case 'disable':
    case 'enable': {
      const [accountId] = takeOperands(operands, ['ACCOUNT_ID']);
      return async (accounts) => {
        await accounts.setDisabled(asAccountId(accountId), command === 'disable');
        return `${command}d ${accountId}`;
      };
    }
    case 'notices': {
      takeOperands(operands, []);
      return async (accounts) =>
        notices({
          uses: await accounts.versionUses(USED_WITHIN_DAYS),
          versions: API_VERSIONS,
          nowMs: Date.now(),
          version: options.version,
          folder: options.write,
        });
    }
    case 'check':
    case 'repair': {
      takeOperands(operands, []);
      return command;
    }
    default:
      throw new UsageError(`There is no command "${command}".`);
  }
}

function parse(argv: string[]): Task | DatabaseTask {
  const { positionals, values } = parsedArguments(argv);
  const [command, ...operands] = positionals;
  if (command === undefined) throw new UsageError('A command is missing.');
  return taskOf(command, operands, {
    credits: optionalNumber(values.credits, '--credits', 0),
    dailyCreditsMax: optionalNumber(values['daily-credits-max'], '--daily-credits-max', 0),
    requestsPerMinute: optionalNumber(values['requests-per-minute'], '--requests-per-minute', 1),
    label: values.label ?? '',
    isOperator: values.operator ?? false,
    version: values.version,
    write: values.write,
  });
}

function parsedArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        credits: { type: 'string' },
        label: { type: 'string' },
        operator: { type: 'boolean' },
        version: { type: 'string' },
        write: { type: 'string' },
        'daily-credits-max': { type: 'string' },
        'requests-per-minute': { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns exactly the named operands, or throws an error that lists them. */
function takeOperands<const Names extends readonly string[]>(
  operands: readonly string[],
  names: Names,
): { readonly [Idx in keyof Names]: string } {
  if (isOperandsOf(operands, names)) return operands;
  throw new UsageError(
    `Expected ${names.length === 0 ? 'nothing more' : names.join(' ')}, got ${String(operands.length)} values.`,
  );
}

function isOperandsOf<Names extends readonly string[]>(
  operands: readonly string[],
  names: Names,
): operands is { readonly [Idx in keyof Names]: string } {
  return operands.length === names.length && operands.every((operand) => operand !== '');
}

function optionalNumber(text: string | undefined, name: string, min: number): number | null {
  return text === undefined ? null : wholeNumber(text, name, min);
}

function wholeNumber(text: string, name: string, min: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageError(`${name} must be a whole number from ${String(min)}, not "${text}".`);
}

function listing(accounts: Awaited<ReturnType<Accounts['listAccounts']>>): string {
  if (accounts.length === 0) return 'There are no accounts.';
  return accounts
    .map(({ account, keys }) => {
      const limits = [
        account.dailyCreditsMax === null
          ? []
          : [`${String(account.dailyCreditsMax)} credits a day`],
        account.requestsPerMinute === null
          ? []
          : [`${String(account.requestsPerMinute)} requests a minute`],
        account.weight === 1 ? [] : [`weight ${String(account.weight)}`],
        account.disabled ? ['disabled'] : [],
      ].flat();
      const keyLines = keys.map(({ id, label, isOperator, revokedAtMs }) => {
        const state =
          revokedAtMs === null ? '' : `  revoked ${new Date(revokedAtMs).toISOString()}`;
        return `  key ${id}  ${label}${isOperator ? '  operator' : ''}${state}`;
      });
      const head = [account.id, account.name, `${String(account.credits)} credits`, ...limits];
      return [head.join('  '), ...keyLines].join('\n');
    })
    .join('\n');
}
