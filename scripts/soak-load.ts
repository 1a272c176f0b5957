/** The mixed load of `npm run soak`: valid and invalid requests, and clients that hang up. A seed determines it all. */
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../test/support/draw/random.js';

export const SOAK_KEY = 'soak-key-0123456789-0123456789';

const PROFILES = ['car', 'van', 'truck', 'bicycle', 'foot'] as const;
const JOB_POLL_MS = 250;
/** A job that takes longer than this under load is reported as not ended. */
const JOB_MS_MAX = 300_000;

export type Outcome = { kind: string; result: string };

type Client = { url: string; random: Random };

/** Locations in and around Porto. */
const locationsOf = (random: Random, count: number) =>
  Array.from({ length: count }, (_, idx) => ({
    location_id: `place-${idx}`,
    latitude: 41.14 + random.unit() * 0.05,
    longitude: -8.68 + random.unit() * 0.1,
  }));

const vehicleOf = (random: Random) => ({
  type: PROFILES[Math.floor(random.unit() * PROFILES.length)],
});

function planOf(random: Random, orders: number, seconds: number) {
  const locations = locationsOf(random, orders + 1);
  return {
    locations,
    orders: locations.slice(1).map(({ location_id }, idx) => ({
      order_id: `order-${idx}`,
      location: location_id,
      duration: 300,
    })),
    vehicles: [0, 1].map((idx) => ({
      vehicle_id: `vehicle-${idx}`,
      shifts: [
        {
          shift_id: 'day',
          ...{ start_location: 'place-0', end_location: 'place-0' },
          ...{ start_time: '2026-05-05T08:00:00', end_time: '2026-05-05T18:00:00' },
        },
      ],
    })),
    options: { time_limit: seconds, seed: 1 },
  };
}

async function post(client: Client, path: string, body: unknown): Promise<Response> {
  return await fetch(`${client.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': SOAK_KEY, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function get(client: Client, path: string): Promise<Response> {
  return await fetch(`${client.url}${path}`, { headers: { 'x-api-key': SOAK_KEY } });
}

/** Reads the whole answer, as clients do. */
async function read(answer: Response): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = await answer.text();
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: answer.status, body: Object(body) as Record<string, unknown> };
}

const statusOf = async (answer: Promise<Response>): Promise<string> =>
  String((await read(await answer)).status);

/** Sends a job, polls it until it ends, and fetches its result. */
async function job(client: Client, path: string, body: unknown): Promise<string> {
  const accepted = await post(client, path, body);
  await accepted.text();
  if (accepted.status !== 202) return String(accepted.status);
  const poll = accepted.headers.get('location') ?? '';
  const giveUpAtMs = performance.now() + JOB_MS_MAX;
  while (performance.now() < giveUpAtMs) {
    const { body: state } = await read(await get(client, poll));
    if (state['status'] === 'Completed') {
      const result = await fetch(String(state['url']));
      return (await result.text()).startsWith('{') ? 'Completed' : `link ${result.status}`;
    }
    if (state['status'] !== 'Running') return String(state['status']);
    await delay(JOB_POLL_MS);
  }
  return 'not ended';
}

/** Sends a request and disconnects before the answer. */
function hangUp(client: Client, body: unknown): Promise<string> {
  return new Promise((resolve) => {
    const sent = httpRequest(`${client.url}/engine/matrix/v1/`, {
      method: 'POST',
      headers: { 'x-api-key': SOAK_KEY, 'content-type': 'application/json' },
      agent: false,
    });
    const leave = (): void => {
      sent.destroy();
      resolve('left');
    };
    sent.on('error', () => resolve('left'));
    sent.on('response', leave);
    sent.end(JSON.stringify(body), () => setTimeout(leave, client.random.unit() * 20));
  });
}

const BAD_BODIES = [
  '{',
  '[]',
  '{"locations":[{},{},{}]}',
  '{"locations":'.repeat(50),
  '"'.repeat(1e5),
];

type Kind = { share: number; send: (client: Client) => Promise<string> };

const KINDS: Readonly<Record<string, Kind>> = {
  'matrix, 2 places': {
    share: 30,
    send: (it) =>
      statusOf(
        post(it, '/engine/matrix/v1/', {
          locations: locationsOf(it.random, 2),
          vehicle: vehicleOf(it.random),
        }),
      ),
  },
  'matrix, 60 places': {
    share: 14,
    send: (it) =>
      statusOf(
        post(it, '/engine/matrix/v1/', {
          locations: locationsOf(it.random, 60),
          vehicle: vehicleOf(it.random),
        }),
      ),
  },
  'plan at once': {
    share: 8,
    send: (it) => statusOf(post(it, '/engine/routing/v1/sync', planOf(it.random, 12, 1))),
  },
  'plan as a job': {
    share: 3,
    send: (it) => job(it, '/engine/routing/v1/async', planOf(it.random, 30, 1)),
  },
  'matrix as a job': {
    share: 2,
    send: (it) =>
      job(it, '/engine/matrix/v1/', {
        locations: locationsOf(it.random, 260),
        vehicle: vehicleOf(it.random),
      }),
  },
  'bad body': {
    share: 12,
    send: (it) =>
      statusOf(
        post(
          it,
          '/engine/matrix/v1/',
          BAD_BODIES[Math.floor(it.random.unit() * BAD_BODIES.length)],
        ),
      ),
  },
  'hangs up': {
    share: 10,
    send: (it) =>
      hangUp(it, { locations: locationsOf(it.random, 120), vehicle: vehicleOf(it.random) }),
  },
  usage: { share: 8, send: (it) => statusOf(get(it, '/engine/account/v1/usage')) },
  'list of jobs': { share: 6, send: (it) => statusOf(get(it, '/engine/jobs/v1?limit=50')) },
  'page of the docs': {
    share: 3,
    send: (it) => statusOf(get(it, '/engine/docs/reference')),
  },
  'wrong key': {
    share: 4,
    send: (it) =>
      statusOf(
        fetch(`${it.url}/engine/account/v1`, {
          headers: { 'x-api-key': 'no-such-key-at-all-000' },
        }),
      ),
  },
};

/** Sends one request, or runs one job from acceptance to result. */
export async function sendOne(client: Client): Promise<Outcome> {
  const all = Object.values(KINDS).reduce((sum, { share }) => sum + share, 0);
  let drawn = client.random.unit() * all;
  for (const [kind, { share, send }] of Object.entries(KINDS)) {
    drawn -= share;
    if (drawn > 0) continue;
    const result = await send(client).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    return { kind, result };
  }
  throw new Error('The shares do not add up.');
}
