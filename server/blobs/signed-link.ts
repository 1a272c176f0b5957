/**
 * Links to results that this service issues itself: a URL with a signature that permits access until it expires.
 *
 *     /engine/results/v1/<job id>.json?expires=<Unix seconds>&signature=<43 characters>
 *     signature = base64url(HMAC-SHA256(secret, "v1\nGET\n<path>\n<expires>"))
 *
 * The signed text begins with a version and a method, so that a signature of a link is not valid for any other purpose.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from './link-secrets.js';

export const RESULTS_PATH = '/engine/results';

const RESULT_NAME = /^results\/([A-Za-z0-9_-]{1,100})\.json\.gz$/;
const FILE_PATH = /^\/v1\/([A-Za-z0-9_-]{1,100})\.json$/;
const EXPIRES = /^[1-9]\d{0,14}$/;

/** Returns the path of a result below `RESULTS_PATH`. Throws if the blob is not a result: inputs have no links. */
function filePathOf(name: string): string {
  const jobId = RESULT_NAME.exec(name)?.[1];
  if (jobId === undefined) throw new TypeError(`"${name}" is no result, and has no link`);
  return `/v1/${jobId}.json`;
}

/** Returns the name of the blob for a path below `RESULTS_PATH`, or undefined if the path is not that of a result. */
export function blobNameOf(filePath: string): string | undefined {
  const jobId = FILE_PATH.exec(filePath)?.[1];
  return jobId === undefined ? undefined : `results/${jobId}.json.gz`;
}

export function signedLink(
  name: string,
  { expiresAtMs, origin }: { expiresAtMs: number; origin: string },
  [secret]: LinkSecrets,
): string {
  const path = RESULTS_PATH + filePathOf(name);
  // Rounded down, because a link must not outlive its result.
  const expires = String(Math.floor(expiresAtMs / 1000));
  const query = new URLSearchParams({ expires, signature: signatureOf(path, expires, secret) });
  return `${origin}${path}?${query.toString()}`;
}

/** Returns when the link expires, in epoch ms, or undefined if it differs from the link that was issued. */
export function verifiedExpiry(
  filePath: string,
  query: URLSearchParams,
  secrets: LinkSecrets,
): number | undefined {
  const [expires, signature] = [query.get('expires'), query.get('signature')];
  if (query.size !== 2 || expires === null || signature === null) return undefined;
  if (!EXPIRES.test(expires)) return undefined;
  const given = Buffer.from(signature);
  // All secrets are compared, even after a match, so that the time taken reveals nothing.
  const fits = secrets.map((secret) => {
    const expected = Buffer.from(signatureOf(RESULTS_PATH + filePath, expires, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return fits.includes(true) ? Number(expires) * 1000 : undefined;
}

function signatureOf(path: string, expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`v1\nGET\n${path}\n${expires}`).digest('base64url');
}
