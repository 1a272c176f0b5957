/** Valid requests with changes that a faulty client, or an attacker, might send. */
import { gzipSync } from 'node:zlib';
import type { Random } from './random.js';

export type Mangled = {
  body: Buffer;
  headers: Record<string, string>;
};

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 0.5, -0, 1e308, -1e308, 2 ** 31, 2 ** 53, 5e-324, '', ' ', '0', 'NaN'],
  ...['\u0000', '\ud800', '😀'.repeat(100), 'a'.repeat(10_000), '__proto__', '../../etc/passwd'],
  ...['2026-02-30', '25:61:61', '2026-03-29T02:30:00', '9999-12-31T23:59:59', 'FREQ=DAILY'],
  ...['FREQ=YEARLY;BYDAY=5MO', 'http://127.0.0.1/', [], {}, [[]], [[[[[]]]]], [{}], { '': 0 }],
  ...[Array.from({ length: 1_000 }, () => 0), { constructor: {}, toString: 0 }],
];

const HEADERS: readonly [string, string][] = [
  ...(['gzip', 'deflate', 'br', 'identity', 'zstd', 'gzip, gzip'] as const).map(
    (value): [string, string] => ['content-encoding', value],
  ),
  ...(
    ['text/plain', 'application/json; charset=utf-16', 'application/vnd.x+json', ';'] as const
  ).map((value): [string, string] => ['content-type', value]),
  ['accept-encoding', 'br;q=x, gzip;q=-1, *'],
  ['idempotency-key', 'again'],
  ['idempotency-key', 'a'.repeat(256)],
  ['x-request-id', '{"level":60}'],
  ['x-forwarded-host', '"><script>'],
  ['range', 'bytes=1-0'],
];

export function drawMangled(random: Random, good: unknown): Mangled {
  let value = structuredClone(good);
  const times = random.between(0, 3);
  for (let time = 0; time < times; time += 1) value = mangleValue(random, value);
  let body: Buffer = Buffer.from(JSON.stringify(value));
  if (random.between(0, 3) === 0) body = mangleBytes(random, body);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (random.between(0, 5) === 0) {
    body = gzipSync(body);
    headers['content-encoding'] = 'gzip';
    if (random.between(0, 1) === 0) body = mangleBytes(random, body);
  }
  if (random.between(0, 3) === 0) {
    const [name, content] = random.pick(HEADERS);
    headers[name] = content;
  }
  return { body, headers };
}

/** Changes a random field: removes it, duplicates it, or sets it to another value or to one from elsewhere. */
function mangleValue(random: Random, whole: unknown): unknown {
  const places = placesWithin(whole);
  if (places.length === 0) return random.pick(VALUES);
  const { owner, key } = random.pick(places);
  const other = random.pick(places);
  switch (random.between(0, 4)) {
    case 0:
      Reflect.deleteProperty(owner, key);
      break;
    case 1:
      Reflect.set(owner, key, structuredClone(Reflect.get(other.owner, other.key)));
      break;
    case 2:
      if (Array.isArray(owner)) owner.push(structuredClone(Reflect.get(owner, key)));
      else Reflect.set(owner, `${key}x`, structuredClone(Reflect.get(owner, key)));
      break;
    case 3:
      Reflect.set(owner, key, numberNear(random, Reflect.get(owner, key)));
      break;
    default:
      Reflect.set(owner, key, structuredClone(random.pick(VALUES)));
  }
  return whole;
}

function numberNear(random: Random, value: unknown): unknown {
  if (typeof value !== 'number') return structuredClone(random.pick(VALUES));
  return random.pick([value + 1, value - 1, -value, value * 1e6, value / 7, Math.trunc(value)]);
}

function placesWithin(value: unknown): { owner: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    { owner: value, key },
    ...placesWithin(Reflect.get(value, key)),
  ]);
}

/** Flips a bit, removes, repeats or moves a piece, or truncates the bytes. */
function mangleBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.between(0, Math.max(0, bytes.length - 1));
  const end = random.between(at, bytes.length);
  switch (random.between(0, 4)) {
    case 0: {
      const turned = Buffer.from(bytes);
      if (turned.length > 0) turned[at] = (turned[at] ?? 0) ^ (1 << random.between(0, 7));
      return turned;
    }
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
    default:
      return bytes.subarray(0, at);
  }
}
