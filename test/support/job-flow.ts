/** A client that sends jobs to a service that may crash at any moment, and finds out how each of them ended. */
import { expect } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';

export const FLOW_KEY = 'a-key-for-all-these-jobs';
export const FLOW_CREDITS = 10_000;

const JOB_SECONDS = 1;
const PAUSE_MS = 100;
const headers = { 'x-api-key': FLOW_KEY, 'content-type': 'application/json' };

type Service = { url: string };

const bodyOf = (number: number): string =>
  JSON.stringify({
    ...ROUTING_EXAMPLE,
    options: { time_limit: JOB_SECONDS, seed: number, geometry: 'none' },
  });

/** Returns the id of the job; undefined without an answer or after a refusal, when the caller has to send again. */
export async function send({ url }: Service, number: number): Promise<string | undefined> {
  const answer = await fetch(`${url}/engine/routing/async`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': `job-${number}` },
    body: bodyOf(number),
  }).catch(() => undefined);
  if (answer?.status !== 202) return undefined;
  const descriptor = await answer.json().catch(() => undefined);
  return descriptor?.JobId;
}

export async function priceOf({ url }: Service): Promise<number> {
  const path = `${url}/engine/routing/async?dry_run=true`;
  const answer = await fetch(path, { method: 'POST', headers, body: bodyOf(0) });
  return (await answer.json()).credits;
}

/**
 * Sends all requests from 1 to `count` again, like a client without an answer, and waits for the end of each job.
 * Checks that each request is one job, and that each link leads to a complete result. Returns the statuses of the ended
 * jobs.
 *
 * A job whose workers have crashed too often has failed and was refunded. Sending its request again creates another
 * job.
 */
export async function settleAll(
  service: Service,
  count: number,
  known: ReadonlyMap<number, string>,
): Promise<string[]> {
  const ids = new Set<string>();
  const ends: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const id = await sendUntilTaken(service, number);
    const earlier = known.get(number) ?? id;
    if (earlier !== id) expect(await endOf(service, earlier)).toBe('Failed');
    ids.add(id);
  }
  expect(ids.size).toBe(count);
  for (const id of ids) ends.push(await endOf(service, id));
  return ends;
}

async function sendUntilTaken(service: Service, number: number): Promise<string> {
  for (;;) {
    const id = await send(service, number);
    if (id !== undefined) return id;
    await pause();
  }
}

async function endOf(service: Service, id: string): Promise<string> {
  for (;;) {
    const { status, url } = await ask(service, `/engine/routing/?jobid=${id}`);
    if (status === 'Completed') {
      const result = await fetch(url);
      expect(result.status).toBe(200);
      expect((await result.json()).status).toBe('Ok');
    }
    if (status !== 'Running') return status;
    await pause();
  }
}

export async function ask({ url }: Service, path: string) {
  const answer = await fetch(`${url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return await answer.json();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
