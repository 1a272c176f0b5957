/**
 * Finds the routes of a path: by exact path, or by a template such as `/engine/maps/v1/tiles/{z}/{x}/{y}.mvt`.
 *
 * Exact paths are looked up in a map. A router, which tries one path after another, took a tenth of the event loop's
 * time for a small request. Other paths are matched against the few templates.
 */
import type { Route } from '../api/index.js';

export type FoundRoutes = {
  routes: readonly Route[];
  /** The path as the routes define it, which is what logs and metrics contain. */
  template: string;
  /** The value of each `{name}` of the template. */
  values: Readonly<Record<string, string>>;
};

const NO_VALUES: FoundRoutes['values'] = {};

/** Returns a function that finds the routes of a path; the path must come from `plainPath`. */
export function findRoutes(routes: readonly Route[]): (path: string) => FoundRoutes | undefined {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) {
    for (const path of route.paths) byPath.set(path, [...(byPath.get(path) ?? []), route]);
  }
  const templates = [...byPath]
    .filter(([template]) => template.includes('{'))
    .map(([template, of]) => ({ template, routes: of, pattern: patternOf(template) }));
  return (path) => {
    const known = path.includes('{') ? undefined : byPath.get(path);
    if (known !== undefined) return { routes: known, template: path, values: NO_VALUES };
    for (const { template, pattern, routes: of } of templates) {
      const values = pattern.exec(path)?.groups;
      if (values !== undefined) return { routes: of, template, values };
    }
    return undefined;
  };
}

/** Returns the path in lower case and without a trailing slash: neither distinguishes paths. */
export function plainPath(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  // An unreserved character and its percent-encoding are equivalent (RFC 3986, 6.2.2.2).
  const plain = trimmed.replace(ENCODED_LETTER, (encoded) => decodeURIComponent(encoded));
  return plain.toLowerCase();
}

/** The encodings of unreserved characters: `-`, `.`, digits, letters, `_` and `~`. */
const ENCODED_LETTER = /%(2d|2e|3\d|4[1-9a-f]|5[\da]|5f|6[1-9a-f]|7[\dae])/gi;

function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
