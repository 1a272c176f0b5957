/** The instructions of docs/webhooks.md for receivers work. */
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { newWebhookSecret, signWebhook } from '../../server/webhooks/index.js';
import { ROUTING_ASYNC, cancelJob, getFrom, resultOf } from '../support/jobs.js';
import { startTestService } from '../support/service.js';
import { httpReceiver } from '../webhooks/fixtures/receiver.js';
import { examplesOf, pageOf } from './pages.js';

const page = pageOf('docs/webhooks.md');

/** The first code block of a language. */
function blockOf(language: string): string {
  const code = new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(page)?.[1];
  if (code === undefined) throw new Error(`there is no block of ${language}`);
  return code;
}

test('the shown function reads a message of the service and refuses any other', () => {
  const source = blockOf('js')
    .replace(/^import .*$/m, '')
    .replace('export function', 'function');
  const readMessage: unknown = runInNewContext(`${source}; readMessage`, { Webhook });
  if (typeof readMessage !== 'function') throw new TypeError('the block is no function');

  const secret = newWebhookSecret();
  const message = {
    id: 'msg_1',
    timestampSeconds: Math.floor(Date.now() / 1_000),
    body: '{"a":1}',
  };
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': signWebhook(secret, message),
  };
  expect(readMessage(secret, headers, message.body)).toEqual({ a: 1 });
  expect(() => readMessage(secret, headers, '{"a":2}')).toThrow('No matching signature');
});

test('the shown message has the shown signature', () => {
  const fields = Object.fromEntries(
    [...blockOf('text').matchAll(/^([\w-]+): +(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const { secret = '', body = '' } = fields;
  const id = fields['webhook-id'] ?? '';
  const timestampSeconds = Number(fields['webhook-timestamp']);
  const shown = fields['webhook-signature'];
  expect(signWebhook(secret, { id, timestampSeconds, body })).toBe(shown);
  expect(new Webhook(secret).sign(id, new Date(timestampSeconds * 1_000), body)).toBe(shown);
});

test('the shown message is what the service sends, for a completed job and for a cancelled one', async () => {
  const told: { headers: IncomingHttpHeaders; body: string }[] = [];
  let wake = (): void => undefined;
  const receiver = await httpReceiver((message, answer) => {
    void text(message).then((body) => {
      told.push({ headers: message.headers, body });
      answer.end();
      wake();
    });
  });
  const publicUrl = 'https://example.org';
  const service = await startTestService({
    config: { publicUrl, webhooks: { allowPrivate: true, httpsOnly: false } },
  });
  const options = { webhook_url: receiver.url };
  /** The id of the job, and the message about it. */
  const messageOf = async (more: object, afterwards: (jobId: string) => Promise<unknown>) => {
    const toldOfIt = new Promise<void>((resolve) => (wake = resolve));
    const body = { ...ROUTING_EXAMPLE, options: { ...options, ...more } };
    const { body: job } = await service.postTo(ROUTING_ASYNC)(body).expect(202);
    await afterwards(job.JobId);
    await toldOfIt;
    const message = told.pop();
    if (message === undefined) throw new Error('nothing was told');
    return { jobId: String(job.JobId), ...message };
  };
  try {
    const { body: account } = await getFrom(service, '/engine/account/v1/webhook-secret');
    const completed = await messageOf({ max_iterations: 10 }, async () => undefined);
    expect(completed.headers['webhook-id']).toBe(`msg_${completed.jobId}`);
    const headers = Object.fromEntries(
      Object.entries(completed.headers).map(([name, value]) => [name, String(value)]),
    );
    const sent: any = new Webhook(account.secret).verify(completed.body, headers);
    const [example] = examplesOf({ path: 'docs/webhooks.md', text: page }).filter(
      ({ kind }) => kind === 'message',
    );
    const shown = JSON.parse(example?.code ?? '{}');
    expect(Object.keys(sent)).toEqual(Object.keys(shown));
    expect(Object.keys(sent.data)).toEqual(Object.keys(shown.data));
    const { type } = shown;
    const { kind, status } = shown.data;
    expect(sent).toMatchObject({ type, data: { jobid: completed.jobId, kind, status } });
    expect(new Date(sent.timestamp).toISOString()).toBe(sent.timestamp);
    const linkTo = (jobId: string) => `${publicUrl}/engine/results/v1/${jobId}-1.json?expires=`;
    expect(shown.data.url).toContain(linkTo(shown.data.jobid));
    expect(sent.data.url).toContain(linkTo(completed.jobId));
    expect(await resultOf(service, sent.data.url)).toMatchObject({ status: 'Ok' });

    const cancelled = await messageOf({ max_iterations: 1e12, time_limit: 600 }, (jobId) =>
      cancelJob(service, jobId).expect(200),
    );
    expect(JSON.parse(cancelled.body)).toEqual({
      type: 'job.cancelled',
      timestamp: expect.any(String),
      data: { jobid: cancelled.jobId, kind: 'routing', status: 'Cancelled' },
    });
  } finally {
    await service.stop();
    await receiver.close();
  }
});
