/**
 * Valid requests with random changes, sent to a whole service: each gets an answer that conforms to the document, none
 * causes an internal error, and in the end the account has paid exactly for what was answered.
 *
 *     FUZZ_TIMES=100   multiplies the number of requests
 *     FUZZ_SEED=7      the seed, printed at the end so that a run can be repeated
 */
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ERRORS } from '../../server/errors.js';
import { MATRIX_EXAMPLE } from '../../server/matrix/index.js';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { createRandom, type Random } from '../support/draw/index.js';
import { drawMangled } from '../support/draw/mangled.js';
import { startTestService, type TestService } from '../support/service.js';

const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const CONNECTIONS = 8;
const REQUESTS = 190 * CONNECTIONS * TIMES;
const CREDITS = 1_000_000_000;
/** No request takes longer; the rest is a margin for a busy machine. */
const LONG_RUN_MS = 60_000 + REQUESTS * 100;

/** The share is how often a request is drawn: searched plans take the longest. */
const TARGETS: readonly { share: number; path: string; good: unknown }[] = [
  { share: 8, path: '/engine/matrix/v1/', good: MATRIX_EXAMPLE },
  { share: 2, path: '/engine/matrix/v1/?dry_run=true', good: MATRIX_EXAMPLE },
  { share: 6, path: '/engine/routing/v1/sync?dry_run=true', good: ROUTING_EXAMPLE },
  { share: 6, path: '/engine/routing/v1/async?dry_run=true', good: ROUTING_EXAMPLE },
  {
    share: 1,
    path: '/engine/routing/v1/sync',
    good: { ...ROUTING_EXAMPLE, options: { max_iterations: 1, time_limit: 1 } },
  },
];
const DRAWN = TARGETS.flatMap((target) => Array.from({ length: target.share }, () => target));

let service: TestService;
let port: number;
let stopListening: () => Promise<void>;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

beforeAll(async () => {
  service = await startTestService({
    credits: CREDITS,
    config: { requestsPerMinute: 1e9, unpaidSecondsPerMinute: 100_000, threads: 2 },
  });
  const server = service.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  ({ port } = server.address() as AddressInfo);
  stopListening = () =>
    new Promise((resolve) => {
      agent.destroy();
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
});
afterAll(async () => {
  await stopListening();
  await service.stop();
});

type Answered = { status: number; charged: number; text: string };

async function send(path: string, headers: Record<string, string>, body: Buffer) {
  return await new Promise<Answered>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method: 'POST', path, agent },
        headers: { 'x-api-key': service.apiKey, ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const charged = Number(response.headers['x-credits-charged']);
          resolve({ status: response.statusCode ?? 0, charged, text });
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** On a fault, throws everything that is needed to reproduce it. */
async function sendOne(random: Random): Promise<Answered> {
  const { path, good } = random.pick(DRAWN);
  const { body, headers } = drawMangled(random, good);
  const shown = () => `${path} ${JSON.stringify(headers)} ${body.toString('base64')}`;
  const answered = await send(path, headers, body).catch((error: unknown) => {
    throw new Error(`no answer: ${shown()}`, { cause: error });
  });
  const { status, text } = answered;
  if (status >= 500) throw new Error(`${status} ${text}: ${shown()}`);
  const said: unknown = headers['accept-encoding'] === undefined ? JSON.parse(text) : undefined;
  if (status < 400 || said === undefined) return answered;
  const code = typeof said === 'object' && said !== null && 'code' in said ? said.code : undefined;
  if (typeof code !== 'string' || !(code in ERRORS)) throw new Error(`${text}: ${shown()}`);
  return answered;
}

test(
  'mangled requests are either refused, or answered and paid for',
  async () => {
    const byStatus = new Map<number, number>();
    let charged = 0;
    // Each connection sends the same number, so that a seed sends the same requests however busy the machine is.
    const sendMany = async (seed: number): Promise<void> => {
      const random = createRandom(seed);
      for (let count = 0; count < REQUESTS / CONNECTIONS; count += 1) {
        const answered = await sendOne(random);
        charged += answered.charged;
        byStatus.set(answered.status, (byStatus.get(answered.status) ?? 0) + 1);
      }
    };
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, idx) => sendMany(SEED * CONNECTIONS + idx)),
    );
    const counts = [...byStatus].sort(([a], [b]) => a - b).map((each) => each.join(' × '));
    process.stderr.write(`${REQUESTS} mangled requests, seed ${SEED}: ${counts.join(', ')}\n`);
    // All kinds of outcomes must occur: if every request had the same one, nothing would have been tested.
    expect(byStatus.get(200)).toBeGreaterThan(REQUESTS / 20);
    expect(byStatus.get(400)).toBeGreaterThan(REQUESTS / 20);
    expect(await service.accounts.balance(service.accountId)).toBe(CREDITS - charged);
    expect(charged).toBeGreaterThan(0);
    const { restarts, failedTasks } = service.pool.stats();
    expect([restarts, failedTasks]).toEqual([0, 0]);
    expect(service.readers.stats().restarts).toBe(0);
  },
  LONG_RUN_MS,
);
