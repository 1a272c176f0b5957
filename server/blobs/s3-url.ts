/**
 * The parser of RESULTS_URL: which bucket to use, which prefix in it, and how to reach it.
 *
 *     s3://<bucket>/<prefix>?endpoint=http://127.0.0.1:7070&region=us-east-1&path_style=true
 *
 * Without an endpoint, it is Amazon's. Credentials are not allowed in it, because URLs are logged and displayed.
 */

export type S3Place = {
  bucket: string;
  /** Put before every name: empty, or ends in a slash. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  /** The bucket is in the path and not in the host name, as most stores other than Amazon's require. */
  pathStyle: boolean;
};

/** RESULTS_URL is invalid. The message and each fault name the variable. */
export class ResultsUrlError extends Error {
  override readonly name = 'ResultsUrlError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.org';
const PARAMETERS = ['endpoint', 'region', 'path_style'];
const REGION_DEFAULT = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** At most 8 folders. With the name of a blob behind it, a key should stay below S3's limit of 1,024 bytes. */
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,8}$/;

/** Parses RESULTS_URL. Throws `ResultsUrlError` with every fault. */
export function parseS3Url(text: string): S3Place {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:') throw new ResultsUrlError([`RESULTS_URL: must be like ${EXAMPLE}.`]);
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => {
    if (!isSo) faults.push(`RESULTS_URL: ${fault}`);
  };

  const inner = url.pathname.replace(/^\/|\/$/g, '');
  const place: S3Place = {
    bucket: url.host,
    prefix: inner === '' ? '' : `${inner}/`,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? REGION_DEFAULT,
    pathStyle: url.searchParams.has('endpoint'),
  };
  const pathStyle = url.searchParams.get('path_style');
  if (pathStyle !== null) place.pathStyle = pathStyle === 'true';

  const { username, password, hash } = url;
  expect(username + password === '', 'pass credentials in the environment, not in the URL.');
  expect(hash === '', 'must not have a "#".');
  expect(
    BUCKET.test(place.bucket),
    'the bucket must have 3 to 63 lower-case letters, digits, "." and "-".',
  );
  expect(
    PREFIX.test(place.prefix),
    'the prefix must be folders of letters, digits, ".", "_" and "-".',
  );
  expect(
    isHttpOrigin(place.endpoint),
    'endpoint must be a URL such as https://s3.example.org, without a path.',
  );
  expect(/^[a-z0-9-]{1,50}$/.test(place.region), 'region must be like us-east-1.');
  expect([null, 'true', 'false'].includes(pathStyle), 'path_style must be true or false.');
  for (const name of new Set(url.searchParams.keys())) {
    expect(PARAMETERS.includes(name), `"${name}" is unknown; there are ${PARAMETERS.join(', ')}.`);
    expect(url.searchParams.getAll(name).length === 1, `"${name}" is given twice.`);
  }
  if (faults.length > 0) throw new ResultsUrlError(faults);
  return place;
}

function isHttpOrigin(endpoint: string | undefined): boolean {
  if (endpoint === undefined) return true;
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  return /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}
