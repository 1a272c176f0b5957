/** `npm run account -- notices`: the accounts that used a version of the API that ends, and the message to each. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VersionUse } from '../server/accounts/index.js';
import { NOTICE_DAYS, type ApiVersion } from '../server/api/index.js';
import { DAY_MS } from '../server/time/index.js';

/** An account that has not used a version for this long is considered to have left it. */
export const USED_WITHIN_DAYS = 30;

type Ends = NonNullable<ApiVersion['ends']>;

export type NoticeWish = {
  /** Usage of all versions. */
  uses: readonly VersionUse[];
  versions: readonly ApiVersion[];
  nowMs: number;
  /** Restricts the notices to this version, whether or not its end has been announced. */
  version: string | undefined;
  /** The folder for a message to each account that does not have one there yet; undefined: no messages are written. */
  folder: string | undefined;
};

/** Returns the text to print. */
export function notices({ uses, versions, nowMs, version, folder }: NoticeWish): string {
  const asked = versions.filter(({ name, ends }) =>
    version === undefined ? ends !== undefined : name === version,
  );
  if (asked.length === 0) {
    return version === undefined
      ? 'No version of the API ends.'
      : `There is no version ${version}: ${versions.map(({ name }) => name).join(', ')}.`;
  }
  return asked.map((each) => noticesOf(each, uses, nowMs, folder)).join('\n');
}

function noticesOf(
  { name, ends }: ApiVersion,
  uses: readonly VersionUse[],
  nowMs: number,
  folder: string | undefined,
): string {
  const users = uses.filter(({ version }) => version === name);
  const lines = users.map((use) => `  ${use.accountId}  ${use.name}  last on ${use.lastUsed}`);
  const used = `used by ${users.length} accounts in the last ${USED_WITHIN_DAYS} days`;
  if (ends === undefined) return [`${name}  ${used}`, ...lines].join('\n');
  const daysLeft = Math.ceil((ends.sunsetAtMs - nowMs) / DAY_MS);
  const due =
    daysLeft <= 0
      ? 'has ended'
      : `ends in ${daysLeft} days${isLate(daysLeft) ? ', tell them' : ''}`;
  const written = folder === undefined ? [] : [writeMessages(folder, users, ends)];
  return [`${name}  ${dayOf(ends.sunsetAtMs)}  ${due}  ${used}`, ...lines, ...written].join('\n');
}

/** Writes only messages that do not exist yet, so that a daily run creates each once: the new ones are to be sent. */
function writeMessages(folder: string, users: readonly VersionUse[], ends: Ends): string {
  mkdirSync(folder, { recursive: true });
  const fileOf = ({ accountId, version }: VersionUse): string =>
    join(folder, `${accountId}-${version.replace('/', '-')}.txt`);
  const untold = users.filter((use) => !existsSync(fileOf(use)));
  for (const use of untold) writeFileSync(fileOf(use), messageTo(use, ends));
  return `  ${untold.length} new messages in ${folder}`;
}

/** Whether the promised notice period has begun, so that accounts must be told now. */
const isLate = (daysLeft: number): boolean => daysLeft <= NOTICE_DAYS;

/** Returns a message in the form of an email: a subject, an empty line, the text. */
function messageTo(
  { name, version, lastUsed }: VersionUse,
  { sunsetAtMs, successor }: Ends,
): string {
  return `Subject: ${version} of the Route Engine API ends on ${dayOf(sunsetAtMs)}

To the account "${name}":

You used ${version} of the Route Engine API, last on ${lastUsed}. It ends on ${dayOf(sunsetAtMs)} (UTC).
Please ask at /engine/${successor} instead of /engine/${version} before that day. From then on requests to
/engine/${version} are answered with 308 and the address of the new version.
`;
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
