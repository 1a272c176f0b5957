/** Jobs as a client sees them: sent, polled until they end, and their results fetched by link. */
import request from 'supertest';
import type { TestService } from './service.js';
import { until } from './until.js';

export const ROUTING_ASYNC = '/engine/routing/v1/async';

type Keyed = Pick<TestService, 'app' | 'apiKey'>;

export const getFrom = ({ app, apiKey }: Keyed, path: string) =>
  request(app).get(path).set('x-api-key', apiKey);

export const pollJob = (service: Keyed, jobId: string, kind = 'routing') =>
  getFrom(service, `/engine/${kind}/v1/?jobid=${jobId}&details=true`);

export const cancelJob = ({ app, apiKey }: Keyed, jobId: string, kind = 'routing') =>
  request(app).delete(`/engine/${kind}/?jobid=${jobId}`).set('x-api-key', apiKey);

/** Polls until the job is no longer running, and returns the body of the last answer. */
export async function endOfJob(service: Keyed, jobId: string, kind = 'routing') {
  return until(async () => {
    const { body } = await pollJob(service, jobId, kind).expect(200);
    return body.status !== 'Running' && body;
  });
}

/** Returns the path and the signature of a link, for a service that does not listen on a port. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export async function resultOf(service: Pick<TestService, 'app'>, url: string) {
  const { status, body } = await follow(service, url);
  if (status !== 200) throw new Error(`A link is answered with ${status}.`);
  return body;
}

/**
 * Fetches a link, from this service or from the store that it leads to. The body is undefined if it is not JSON. Does
 * not use `fetch`: in Node 22 it throws an uncatchable error if a server closes the connection while a body is read
 * slowly (`assert(!this.paused)` at the end of its parser).
 */
export async function follow({ app }: Pick<TestService, 'app'>, url: string) {
  const { origin, pathname, search } = new URL(url);
  const server = pathname.startsWith('/engine/') ? app : origin;
  const { status, text } = await request(server)
    .get(pathname + search)
    .buffer(true)
    .parse((response, done) => {
      response.setEncoding('utf8');
      response.text = '';
      response.on('data', (chunk: string) => (response.text += chunk));
      response.on('end', () => {
        done(null, undefined);
      });
    });
  return { status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}
