#!/usr/bin/env node
/**
 * `route-engine`: plans, matrices, jobs and usage on the command line. Results go to standard output, everything else
 * to standard error.
 */
import { parseArgs } from 'node:util';
import { writeFile } from 'node:fs/promises';
import { createClient, type RouteEngine } from '../index.js';
import { readMatrixRequest, readRoutingRequest, UsageError } from './input.js';
import { progressBar } from './progress-bar.js';
import { accountTable, jobsTable, matrixTable, planTable, usageTable } from './tables.js';

const HELP = `route-engine COMMAND [OPTION...]

  solve REQUEST.json              a plan for a request
  solve ORDERS.csv --depot LAT,LON  a plan for a table with the columns order_id, latitude, longitude and optionally
                                  duration, start_time, end_time; every other column is a load
  matrix REQUEST.json|PLACES.csv  distances and travel times; columns location_id, latitude, longitude
  jobs                            jobs of the account
  usage                           credits and usage of the account

  --url URL              the URL of the service; or ROUTE_ENGINE_URL [http://127.0.0.1:8080]
  --key KEY              the key of the account; or ROUTE_ENGINE_KEY
  --format table|json    [table on a terminal, else json]
  --out FILE             also write the result to a file, as JSON
  --quiet                do not show progress

  for solve with a table:
  --vehicles N           [1]
  --capacity NAME=AMOUNT,...
  --start TIME --end TIME  the shift, ISO 8601 [today from 08:00 to 18:00]
  --time-limit SECONDS
`;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  depot: { type: 'string' },
  vehicles: { type: 'string' },
  capacity: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

export type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The result of a command, and a function that formats it as a table. */
type Outcome = { value: unknown; table: () => string };

async function run(words: readonly string[], flags: Flags, signal: AbortSignal): Promise<Outcome> {
  const [command, file] = words;
  const engine = engineOf(flags);
  const bar = progressBar(process.stderr, { isQuiet: flags.quiet === true });
  try {
    switch (command) {
      case 'solve': {
        const request = await readRoutingRequest(fileOf(file), flags);
        const plan = await engine.solve(request, { signal, onProgress: bar.show });
        return { value: plan, table: () => planTable(plan) };
      }
      case 'matrix': {
        const request = await readMatrixRequest(fileOf(file));
        const matrix = await engine.matrix(request, { signal, onProgress: bar.show });
        return { value: matrix, table: () => matrixTable(matrix) };
      }
      case 'jobs': {
        const page = await engine.jobs();
        return { value: page, table: () => jobsTable(page) };
      }
      case 'usage': {
        const [account, usage] = [await engine.account(), await engine.usage()];
        const table = (): string => `${accountTable(account)}\n\n${usageTable(usage)}`;
        return { value: { account, ...usage }, table };
      }
      default:
        throw new UsageError(
          command === undefined ? HELP : `There is no command ${command}.\n\n${HELP}`,
        );
    }
  } finally {
    bar.end();
  }
}

function engineOf({ url, key }: Flags): RouteEngine {
  const apiKey = key ?? process.env['ROUTE_ENGINE_KEY'];
  if (apiKey === undefined) throw new UsageError('Give --key, or set ROUTE_ENGINE_KEY.');
  const baseUrl = url ?? process.env['ROUTE_ENGINE_URL'] ?? 'http://127.0.0.1:8080';
  return createClient({ baseUrl, apiKey });
}

function fileOf(file: string | undefined): string {
  if (file === undefined) throw new UsageError('The command needs a file.');
  return file;
}

async function main(): Promise<void> {
  const { values: flags, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (flags.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const leave = new AbortController();
  process.once('SIGINT', () => {
    leave.abort(new Error('interrupted; if a job was running, it is cancelled'));
  });
  const { value, table } = await run(positionals, flags, leave.signal);
  const json = `${JSON.stringify(value, undefined, 2)}\n`;
  if (flags.out !== undefined) await writeFile(flags.out, json);
  const format = flags.format ?? (process.stdout.isTTY ? 'table' : 'json');
  if (format !== 'table' && format !== 'json')
    throw new UsageError('--format must be table or json.');
  process.stdout.write(format === 'table' ? `${table()}\n` : json);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
