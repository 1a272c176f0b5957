/**
 * Which routes a path belongs to: by its text, or by a template such as `/engine/maps/v1/tiles/{z}/{x}/{y}.mvt`.
 *
 * Texts are looked up, since a router tries one path after the other: a tenth of what the event loop did for a small request.
 * Only what is no text is tried against the few templates.
 */
import type { Route } from '../api/index.js';

export type FoundRoutes = {
  routes: readonly Route[];
  /** As the routes have it: what logs and metrics know the path by. */
  template: string;
  /** What stands where the template has `{name}`. */
  values: Readonly<Record<string, string>>;
};

const NO_VALUES: FoundRoutes['values'] = {};

/** The function takes a path as `plainPath` gives it. */
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

/** Without the slash at its end, and in small letters: both are left to the caller. */
export function plainPath(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  // A letter that is percent-encoded is that letter (RFC 3986, 6.2.2.2).
  const plain = trimmed.replace(ENCODED_LETTER, (encoded) => decodeURIComponent(encoded));
  return plain.toLowerCase();
}

/** `-`, `.`, digits, letters, `_` and `~`: what needs no encoding. */
const ENCODED_LETTER = /%(2d|2e|3\d|4[1-9a-f]|5[\da]|5f|6[1-9a-f]|7[\dae])/gi;

function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
