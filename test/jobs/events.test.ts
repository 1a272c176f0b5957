/** How many streams an account has open: from the first event to the end, whichever side ends it. */
import { expect, test } from '@jest/globals';
import { asAccountId } from '../../server/accounts/index.js';
import { counted } from '../../server/jobs/events.js';

const accountId = asAccountId('a');

async function* threeEvents() {
  yield 'a';
  yield 'b';
  yield 'c';
}

test('a stream counts while it is read, and no longer', async () => {
  const streams = new Map();
  const one = counted(threeEvents(), streams, accountId);
  const other = counted(threeEvents(), streams, accountId);
  expect(streams.size).toBe(0);
  await one.next();
  await other.next();
  expect(streams.get(accountId)).toBe(2);
  // The client leaves.
  await one.return(undefined);
  expect(streams.get(accountId)).toBe(1);
  for await (const event of other) expect(event).toMatch(/^[bc]$/);
  expect(streams.size).toBe(0);
});
