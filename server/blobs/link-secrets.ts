/**
 * The secrets that links are signed with: a file of one or two lines. The first secret signs and all of them verify, so
 * that a secret can be replaced without breaking existing links (docs/results.md describes how).
 *
 * The file is created when it is first opened, with 32 random bytes. Only its owner can read it.
 */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BlobError } from './blob-store.js';
import { codeOf, ifThere, onDisk, syncFolder } from './durable-file.js';

export type LinkSecrets = readonly [string, ...string[]];

const SECRETS_MAX = 2;
/** 32 characters in base64url have 192 bits, which is enough. */
const SECRET = /^[\x21-\x7e]{32,256}$/;

export async function openLinkSecrets(path: string): Promise<LinkSecrets> {
  const text = (await onDisk(ifThere(readFile(path, 'utf8')))) ?? (await makeSecrets(path));
  const [first, ...others] = text.split('\n').filter((line) => line.trim() !== '');
  const secrets = first === undefined ? undefined : ([first, ...others] as const);
  if (
    secrets === undefined ||
    secrets.length > SECRETS_MAX ||
    !secrets.every((secret) => SECRET.test(secret))
  ) {
    throw new BlobError(
      'unavailable',
      `${path} must have one or ${SECRETS_MAX} lines, each of 32 to 256 visible ASCII characters`,
    );
  }
  return secrets;
}

/** Creates the file and returns its text. If two processes create it at once, the second uses the file of the first. */
async function makeSecrets(path: string): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(8).toString('hex')}.tmp`);
  const secret = `${randomBytes(32).toString('base64url')}\n`;
  const file = await onDisk(open(temporary, 'wx', 0o600));
  try {
    try {
      await onDisk(file.writeFile(secret));
      await onDisk(file.sync());
    } finally {
      await onDisk(file.close());
    }
    await onDisk(link(temporary, path));
    await syncFolder(dirname(path));
    return secret;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return await onDisk(readFile(path, 'utf8'));
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
