/**
 * The versions of the parts of the API, and how a version is retired:
 *
 *     current ────────► deprecated ──sunset, 90 days later at the earliest──► retired
 *     answers           answers, with `deprecation`, `sunset`                 308 to the successor,
 *                       and a `link` to the successor                         whether or not its code still exists
 *
 * A path without a version, such as `/engine/matrix`, means the latest version, whose route lists it as an older name.
 */
import { DAY_MS } from '../time/index.js';

export type ApiVersion = {
  /** Such as `matrix/v1`. */
  name: string;
  /** The start of all its paths, in lower case. */
  prefix: string;
  /** When the version ends, in epoch milliseconds, and what replaces it. Absent if no end is planned. */
  ends?: { deprecatedAtMs: number; sunsetAtMs: number; successor: string };
};

export type VersionState = 'current' | 'deprecated' | 'retired';

/** The minimum time between the deprecation of a version and its end. */
export const NOTICE_DAYS = 90;

const version = (name: string): ApiVersion => ({ name, prefix: `/engine/${name}` });

export const API_VERSIONS: readonly ApiVersion[] = [
  version('routing/v1'),
  version('matrix/v1'),
  version('jobs/v1'),
  version('maps/v1'),
  version('speeds/v1'),
  version('account/v1'),
];

export type Versions = {
  /** Returns the version of a path, written as in routes, or undefined if it has no version. */
  of: (path: string) => ApiVersion | undefined;
  stateOf: (version: ApiVersion) => VersionState;
  /** Returns the headers that announce the end of a version; none while it is current. */
  headersOf: (version: ApiVersion) => Readonly<Record<string, string>>;
  /** Returns the retired version of a path and the path that replaces it; undefined unless the version is retired. */
  successorOf: (path: string) => { version: ApiVersion; path: string } | undefined;
};

/** Throws if two versions have one name, or if a version ends without a successor or with too short a notice. */
export function createVersions(list: readonly ApiVersion[], clock: () => number): Versions {
  const byName = new Map(list.map((each) => [each.name, each]));
  if (byName.size < list.length) throw new TypeError('Two versions have one name.');
  const ending = list.filter(({ ends }) => ends !== undefined);
  const successors = new Map(
    ending.map((each) => {
      const { deprecatedAtMs = 0, sunsetAtMs = 0, successor = '' } = each.ends ?? {};
      const next = byName.get(successor);
      if (next === undefined || next === each) {
        throw new TypeError(`${each.name} needs a version that comes after it.`);
      }
      if (sunsetAtMs - deprecatedAtMs < NOTICE_DAYS * DAY_MS) {
        throw new TypeError(`${each.name} must be deprecated for ${NOTICE_DAYS} days at least.`);
      }
      return [each, next] as const;
    }),
  );

  const of = (path: string, among = list): ApiVersion | undefined =>
    among.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));

  const stateOf = ({ ends }: ApiVersion): VersionState => {
    const now = clock();
    if (ends === undefined || now < ends.deprecatedAtMs) return 'current';
    return now < ends.sunsetAtMs ? 'deprecated' : 'retired';
  };

  /** Follows the successors to the first version that is not retired. */
  const lastOf = (each: ApiVersion): ApiVersion => {
    const next = stateOf(each) === 'retired' ? successors.get(each) : undefined;
    return next === undefined ? each : lastOf(next);
  };

  return {
    of: (path) => of(path),
    stateOf,
    headersOf: (each) => {
      const next = successors.get(each);
      if (next === undefined || each.ends === undefined || stateOf(each) === 'current') return {};
      return {
        // RFC 9745 and RFC 8594.
        deprecation: `@${Math.floor(each.ends.deprecatedAtMs / 1000)}`,
        sunset: new Date(each.ends.sunsetAtMs).toUTCString(),
        link: `<${next.prefix}>; rel="successor-version"`,
      };
    },
    successorOf: (path) => {
      const found = of(path, ending);
      if (found === undefined || stateOf(found) !== 'retired') return undefined;
      return { version: found, path: lastOf(found).prefix + path.slice(found.prefix.length) };
    },
  };
}
