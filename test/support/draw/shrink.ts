/** Reduces a failing request: removes everything without which it still fails, so that the rest shows the fault. */

/** Returns the reduced request. `stillFails` must return false for requests that are refused. */
export async function shrink(
  request: unknown,
  stillFails: (request: unknown) => Promise<boolean>,
  triesMax = 250,
): Promise<unknown> {
  let best = structuredClone(request);
  let tries = 0;
  for (let hasShrunk = true; hasShrunk && tries < triesMax;) {
    hasShrunk = false;
    for (const path of pathsOf(best)) {
      if (tries >= triesMax) break;
      const smaller = withoutPath(best, path);
      if (smaller === undefined) continue;
      tries += 1;
      if (!(await stillFails(smaller))) continue;
      best = smaller;
      hasShrunk = true;
    }
  }
  return best;
}

type Path = readonly (string | number)[];

/** Returns the paths of what may be removed, the largest first. The costs of travel stay. */
function pathsOf(value: unknown, prefix: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, idx): [number, unknown] => [idx, item]).toReversed()
    : Object.entries(value).filter(([name]) => name !== 'travel');
  const own = entries.map(([key]) => [...prefix, key]);
  return [...own, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...prefix, key]))];
}

function withoutPath(value: unknown, path: Path): unknown {
  const copy: unknown = structuredClone(value);
  let at = copy;
  for (const key of path.slice(0, -1)) at = Reflect.get(Object(at) as object, key);
  const last = path.at(-1);
  if (typeof at !== 'object' || at === null || last === undefined || !Reflect.has(at, last)) {
    return undefined;
  }
  if (Array.isArray(at)) at.splice(Number(last), 1);
  else Reflect.deleteProperty(at, last);
  return copy;
}
