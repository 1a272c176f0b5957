/** What the documentation shows is what the service does: every example is sent, run or read. */
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { exampleCurl } from '../../server/first-start.js';
import { parseSpeedsFile, parseTrafficFile } from '../../server/travel/index.js';
import { portoMapsDir } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';
import { PAGES, exampleCommentCount, examplesOf, pageOf, type Example } from './pages.js';

const KEY_PLACEHOLDER = 'YOUR_KEY';
const BASE_URL = 'http://127.0.0.1:8080';
const MORE = '…';

const examples = PAGES.flatMap(examplesOf);
const ofKind = (...kinds: readonly string[]): Example[] =>
  examples.filter(({ kind }) => kinds.includes(kind));

let service: TestService;
/** Porto's map is built the first time: seconds on a free core. */
const MAP_TIMEOUT_MS = 120_000;
beforeAll(async () => {
  service = await startTestService({ config: { mapsDir: await portoMapsDir() } });
}, MAP_TIMEOUT_MS);
afterAll(() => service.stop());

type Call = { path: string; headers: Record<string, string>; body: string | undefined };

function callOf({ kind, argument, code }: Example): Call {
  if (kind === 'curl') return parseCurl(code);
  const headers = { 'x-api-key': KEY_PLACEHOLDER, 'content-type': 'application/json' };
  return { path: argument === '' ? '/engine/matrix/v1/' : argument, headers, body: code };
}

/** Words are as a shell splits them: by spaces, joined by a backslash at the end of a line, single quotes kept whole. */
function parseCurl(command: string): Call {
  const joined = command.replaceAll('\\\n', ' ');
  const words = [...joined.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const call: Call = { path: '', headers: {}, body: undefined };
  const [program, ...rest] = words;
  expect(program).toBe('curl');
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-H') {
      const [name = '', value = ''] = (rest.shift() ?? '').split(': ');
      call.headers[name] = value;
    } else if (word === '-d') call.body = rest.shift();
    else if (word.startsWith(BASE_URL)) call.path = word.slice(BASE_URL.length);
    else expect(word).toBe('-s');
  }
  return call;
}

async function send({ path, headers, body }: Call): Promise<request.Response> {
  const keyed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(KEY_PLACEHOLDER, service.apiKey),
    ]),
  );
  if (body === undefined) return request(service.app).get(path).set(keyed);
  return request(service.app).post(path).set(keyed).send(body);
}

/**
 * `shown` as an asymmetric matcher. `…` stands for any value; at the end of an array for any further elements; as a
 * field of an object for any further fields. Everything else must be equal.
 */
function shownAs(shown: unknown, actual: unknown): unknown {
  if (shown === MORE) return expect.anything();
  if (Array.isArray(shown)) {
    const isOpen = shown.at(-1) === MORE;
    const listed = isOpen ? shown.slice(0, -1) : shown;
    const items = Array.isArray(actual) ? actual : [];
    const expected = listed.map((each, idx) => shownAs(each, items[idx]));
    return isOpen ? [...expected, ...items.slice(listed.length)] : expected;
  }
  if (typeof shown === 'object' && shown !== null) {
    const { [MORE]: more, ...fields } = shown as Record<string, unknown>;
    const values = (typeof actual === 'object' && actual !== null ? actual : {}) as Record<
      string,
      unknown
    >;
    const expected = Object.entries(fields).map(([name, each]) => [
      name,
      shownAs(each, values[name]),
    ]);
    return { ...(more === undefined ? {} : values), ...Object.fromEntries(expected) };
  }
  return shown;
}

test('no example is passed over', () => {
  for (const page of PAGES) {
    expect([page.path, examplesOf(page).length]).toEqual([page.path, exampleCommentCount(page)]);
  }
});

test('every request has a response below it, and every response a request above it', () => {
  const order = PAGES.map((page) =>
    examplesOf(page)
      .filter(({ kind }) => ['request', 'curl', 'response'].includes(kind))
      .map(({ kind }) => (kind === 'response' ? 'R' : 'Q'))
      .join(''),
  );
  for (const kinds of order) expect(kinds).toMatch(/^(QR)*$/);
  expect(order.join('')).not.toBe('');
});

test.each(ofKind('request', 'curl').map((asked) => [asked.at, asked] as const))(
  '%s is answered as shown',
  async (_at, asked) => {
    const shown = examples[examples.indexOf(asked) + 1];
    if (shown === undefined) throw new Error('it has no response');
    const response = await send(callOf(asked));
    expect(response.body).toEqual(shownAs(JSON.parse(shown.code), response.body));
    expect(String(response.status)).toBe(shown.argument);
  },
);

test('the matching of shown answers refuses what differs', () => {
  const cases: [unknown, unknown, boolean][] = [
    [{ a: [1, 2] }, { a: [1, 2] }, true],
    [{ a: [1, 2] }, { a: [1, 3] }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, [MORE]: MORE }, { a: 1, b: 2 }, true],
    [{ a: 1, [MORE]: MORE }, { b: 2 }, false],
    [[1, MORE], [1, 2, 3], true],
    [[1, MORE], [2, 2, 3], false],
    [[1], [1, 2], false],
    [{ a: MORE }, { a: null }, false],
    [{ a: MORE }, {}, false],
  ];
  for (const [shown, actual, fits] of cases) {
    const compare = expect(() => expect(actual).toEqual(shownAs(shown, actual)));
    if (fits) compare.not.toThrow();
    else compare.toThrow();
  }
});

test('the README shows the request that the first start prints', () => {
  expect(pageOf('README.md')).toContain(exampleCurl(BASE_URL, KEY_PLACEHOLDER));
});

test.each(ofKind('run').map(({ at, code }) => [at, code] as const))(
  '%s gives what it says',
  (_at, code) => {
    const checked = code.replaceAll(/^(.*); \/\/ → (\S+).*$/gm, 'results.push([$1, "$2"]);');
    const results: [unknown, string][] = [];
    runInNewContext(checked, { results });
    expect(results.length).toBeGreaterThan(0);
    for (const [got, said] of results) expect(String(got)).toBe(said);
  },
);

test.each(ofKind('traffic file').map(({ at, code }) => [at, code] as const))(
  '%s is a traffic file',
  (_at, code) => {
    expect(parseTrafficFile(code)).toMatchObject({ kind: 'ok' });
  },
);

test.each(ofKind('speeds file').map(({ at, code }) => [at, code] as const))(
  '%s is a speeds file for the traffic file that is shipped',
  (_at, code) => {
    expect(parseSpeedsFile(code, 8)).toMatchObject({ kind: 'ok' });
  },
);
