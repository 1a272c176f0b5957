/**
 * The heaps of a process that has the flags of `npm start`. Its small young generation suits the event loop. In a
 * thread that parses many values it would multiply the time, because each collection scans the parser's stack.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { endProcesses, newFolder, start } from '../support/process.js';
import { until } from '../support/until.js';

afterEach(endProcesses);

const MEBIBYTE = 2 ** 20;

test('threads that parse bodies have a larger young generation than the event loop', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [flag = '', ofEventLoop = ''] = /--max-semi-space-size=(\d+)/.exec(scripts.start) ?? [];
  const apiKey = 'an-initial-key-0123456789';
  const report = pathToFileURL(resolve('test/support/report-heaps.mjs')).href;
  const service = await start({
    DATA_DIR: newFolder(),
    INITIAL_API_KEY: apiKey,
    NODE_OPTIONS: `${flag} --import ${report}`,
  });
  // A thread's young generation grows with what survives in it: here, a million arrays.
  const body = `{"orders":[${'[],'.repeat(1_000_000)}[]]}`;
  const answer = await fetch(`${service.url}/engine/routing/v1/price`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(400);
  const size = await until(() => {
    const told = new RegExp(`parsed ${body.length} characters, young: (\\d+)`);
    return told.exec(service.output())?.[1];
  });
  // Both halves count.
  expect(Number(size)).toBeGreaterThan(2 * Number(ofEventLoop) * MEBIBYTE);
});
