/** The documentation shows what the service does: every example is sent, run or parsed. */
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { exampleCurl } from '../../server/first-start.js';
import { parseOwnProfiles, parseSpeedsFile, parseTrafficFile } from '../../server/travel/index.js';
import { portoMapsDir } from '../support/maps.js';
import { pathOf } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';
import { PAGES, bodyOf, exampleCommentCount, examplesOf, pageOf, type Example } from './pages.js';
import { renewPage, renewedJson } from './renew.js';
import { linesOf, linesShown, shownAs } from './shown.js';
import { until } from '../support/until.js';

/** `UPDATE_EXAMPLES=1` writes the current values of answers into the pages. */
const isRenewing = process.env['UPDATE_EXAMPLES'] === '1';

const KEY_PLACEHOLDER = 'YOUR_KEY';
const OPERATOR_KEY_PLACEHOLDER = 'OPERATOR_KEY';
const BASE_URL = 'http://127.0.0.1:8080';

const REQUESTS = ['request', 'change', 'curl'];
const ANSWERS = ['response', 'lines', 'events'];

const examples = PAGES.flatMap(examplesOf);
const ofKind = (...kinds: readonly string[]): Example[] =>
  examples.filter(({ kind }) => kinds.includes(kind));

let service: TestService;
let operatorKey = '';
const clockOffsetMs = Date.UTC(2026, 0, 31, 8) - Date.now();
/** The first run builds the map of Porto: seconds on a free core, and minutes on a busy one. */
const MAP_TIMEOUT_MS = 600_000;
beforeAll(async () => {
  service = await startTestService({
    config: { mapsDir: await portoMapsDir() },
    // Live speeds of the examples expire at nine.
    clock: () => Date.now() + clockOffsetMs,
  });
  const { accountId } = service;
  operatorKey = (await service.accounts.addKey({ accountId, isOperator: true })).apiKey;
}, MAP_TIMEOUT_MS);
afterAll(() => service.stop());

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** Placeholders of later examples on a page, with values from the answers to earlier ones. */
const known = { JOB_ID: '', RESULT_LINK: '' };

function remember(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  if ('JobId' in body) known.JOB_ID = String(body.JobId);
  if ('url' in body) known.RESULT_LINK = pathOf(String(body.url));
}

function callOf(example: Example): Call {
  const { kind, argument, code, at } = example;
  if (kind === 'curl') return parseCurl(code);
  const headers = { 'x-api-key': KEY_PLACEHOLDER, 'content-type': 'application/json' };
  const path = argument === '' ? '/engine/matrix/v1/' : argument;
  const [page] = at.split(':');
  const beside = examples.filter((each) => each.at.startsWith(`${page}:`));
  return { method: 'POST', path, headers, body: bodyOf(example, beside) };
}

/** Splits words as a shell does: at spaces, with lines joined by a trailing backslash, and single quotes kept whole. */
function parseCurl(command: string): Call {
  const joined = command.replaceAll('\\\n', ' ');
  const words = [...joined.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const call: Call = { method: 'GET', path: '', headers: {}, body: undefined };
  const [program, ...rest] = words;
  expect(program).toBe('curl');
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-H') {
      const [name = '', value = ''] = (rest.shift() ?? '').split(': ');
      call.headers[name] = value;
    } else if (word === '-d') {
      if (call.method === 'GET') call.method = 'POST';
      call.body = rest.shift();
    } else if (word === '-X') {
      const method = rest.shift();
      if (method !== 'PUT' && method !== 'DELETE') throw new Error(`-X ${method ?? ''}`);
      call.method = method;
    } else if (word === 'RESULT_LINK') call.path = known.RESULT_LINK;
    else if (word.startsWith(BASE_URL)) {
      call.path = word.slice(BASE_URL.length).replace('JOB_ID', known.JOB_ID);
    } else expect(['-s', '-N', '--compressed']).toContain(word);
  }
  return call;
}

async function send({ method, path, headers, body }: Call): Promise<request.Response> {
  const keyed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(OPERATOR_KEY_PLACEHOLDER, operatorKey).replace(KEY_PLACEHOLDER, service.apiKey),
    ]),
  );
  const asked = request(service.app);
  switch (method) {
    case 'GET':
      return asked.get(path).set(keyed).buffer(true);
    case 'DELETE':
      return asked.delete(path).set(keyed);
    case 'PUT':
      return asked.put(path).set(keyed).send(body);
    case 'POST':
      return asked.post(path).set(keyed).send(body);
  }
}

/** A running job is polled until it is as shown, or has ended. */
async function sendUntilShown(asked: Example, shown: Example): Promise<request.Response> {
  return until(async () => {
    const response = await send(callOf(asked));
    const { body } = response;
    const isThere = isRenewing ? isOfForm : isAsShown;
    return (body.status !== 'Running' || isThere(body, shown)) && response;
  });
}

function isAsShown(body: unknown, shown: Example): boolean {
  try {
    expectShown(body, shown);
    return true;
  } catch {
    return false;
  }
}

/** A job whose status is the shown one has all the fields that are shown. */
function isOfForm(body: { status?: unknown }, { code }: Example): boolean {
  try {
    renewedJson(code, body);
    return body.status === JSON.parse(code).status;
  } catch {
    return false;
  }
}

function expectShown(body: unknown, { kind, code }: Example): void {
  const shown = JSON.parse(code);
  if (kind === 'lines') expect(linesOf(shown, body)).toEqual(linesShown(shown, body));
  else expect(body).toEqual(shownAs(shown, body));
}

/** Writes the current answer into the page. */
function renew({ kind, code, at }: Example, body: unknown): void {
  const answered = kind === 'lines' ? linesOf(JSON.parse(code), body) : body;
  renewPage(at, code, renewedJson(code, answered));
}

function renewEvents({ at, code }: Example, sent: readonly [string, unknown][]): void {
  const shown = eventsOf(code).length;
  let idx = 0;
  const renewed = code.replaceAll(/^data: (.*)$/gm, (line, data: string) => {
    idx += 1;
    if (idx !== 1 && idx !== shown) return line;
    return `data: ${renewedJson(data, (idx === 1 ? sent[0] : sent.at(-1))?.[1])}`;
  });
  renewPage(at, code, renewed);
}

/** Name and data of each event, in order. */
function eventsOf(text: string): [string, unknown][] {
  return Array.from(text.matchAll(/^event: (.*)\ndata: (.*)$/gm), ([, name = '', data = '']) => [
    name,
    JSON.parse(data),
  ]);
}

test('no example is skipped', () => {
  for (const page of PAGES) {
    expect([page.path, examplesOf(page).length]).toEqual([page.path, exampleCommentCount(page)]);
  }
});

test('every request has a response below it, and every response a request above it', () => {
  const order = PAGES.map((page) =>
    examplesOf(page)
      .filter(({ kind }) => [...REQUESTS, ...ANSWERS].includes(kind))
      .map(({ kind }) => (ANSWERS.includes(kind) ? 'R' : 'Q'))
      .join(''),
  );
  for (const kinds of order) expect(kinds).toMatch(/^(QR)*$/);
  expect(order.join('')).not.toBe('');
});

test.each(ofKind(...REQUESTS).map((asked) => [asked.at, asked] as const))(
  '%s is answered as shown',
  async (_at, asked) => {
    const shown = examples[examples.indexOf(asked) + 1];
    if (shown === undefined) throw new Error('it has no response');
    if (shown.kind === 'events') {
      const { text } = await send(callOf(asked));
      const [sent, told] = [eventsOf(text), eventsOf(shown.code)];
      if (isRenewing) renewEvents(shown, sent);
      else for (const at of [0, -1]) expect(sent.at(at)).toEqual(shownAs(told.at(at), sent.at(at)));
      return;
    }
    const response = await sendUntilShown(asked, shown);
    remember(response.body);
    if (isRenewing) renew(shown, response.body);
    else expectShown(response.body, shown);
    expect(String(response.status)).toBe(shown.argument);
  },
);

test('the README shows the request that the first start prints', () => {
  expect(pageOf('README.md')).toContain(exampleCurl(BASE_URL, KEY_PLACEHOLDER));
});

test.each(ofKind('run').map(({ at, code }) => [at, code] as const))(
  '%s evaluates as stated',
  (_at, code) => {
    const checked = code.replaceAll(/^(.*); \/\/ → (\S+).*$/gm, 'results.push([$1, "$2"]);');
    const results: [unknown, string][] = [];
    runInNewContext(checked, { results });
    expect(results.length).toBeGreaterThan(0);
    for (const [got, said] of results) expect(String(got)).toBe(said);
  },
);

test.each(ofKind('traffic file').map(({ at, code }) => [at, code] as const))(
  '%s is a valid traffic file',
  (_at, code) => {
    expect(parseTrafficFile(code)).toMatchObject({ kind: 'ok' });
  },
);

test.each(ofKind('speeds file').map(({ at, code }) => [at, code] as const))(
  '%s is a valid speeds file for the shipped traffic file',
  (_at, code) => {
    expect(parseSpeedsFile(code, 8)).toMatchObject({ kind: 'ok' });
  },
);

test.each(ofKind('profiles file').map(({ at, code }) => [at, code] as const))(
  '%s is a valid profiles file',
  (_at, code) => {
    expect(parseOwnProfiles(code)).toMatchObject({ kind: 'ok' });
  },
);
