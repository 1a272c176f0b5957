/** Starts of a process whose database or bucket is wrong: one sentence says which variable, and what to do. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { describeShared, environmentOf } from '../support/deployments.js';
import { endProcesses, newFolder, run } from '../support/process.js';

afterEach(endProcesses);

/** An address of this machine at which no server listens. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

describeShared('a start', (servers) => {
  test.each([
    [
      'a bucket that is not there',
      async (good: Record<string, string>) => ({
        RESULTS_URL: (good['RESULTS_URL'] ?? '').replace('s3://results/', 's3://nowhere/'),
      }),
      /^RESULTS_URL: there is no such bucket; create it, or correct its name\.$/,
    ],
    [
      'a wrong secret of the bucket',
      async () => ({ AWS_SECRET_ACCESS_KEY: 'a-wrong-secret-0123456789' }),
      /^RESULTS_URL: the store refuses the key: AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is wrong, .*\.$/,
    ],
    [
      'a bucket whose server is away',
      async () => ({ RESULTS_URL: `s3://results?endpoint=http://${await closedAddress()}` }),
      /^RESULTS_URL: .*[^.]\.$/,
    ],
    [
      'a database that is not there',
      async (good: Record<string, string>) => ({
        DATABASE_URL: (good['DATABASE_URL'] ?? '').replace('/test_', '/nowhere_'),
      }),
      /^DATABASE_URL: .*database "nowhere_\d+" does not exist[^.]*\.$/,
    ],
    [
      'a database whose server is away',
      async () => ({ DATABASE_URL: `postgres://user:secret-password@${await closedAddress()}/x` }),
      /^DATABASE_URL: no server accepts connections there; start it, .* \(.*\)\.$/,
    ],
    [
      'a database on a host that is not there',
      async () => ({ DATABASE_URL: 'postgres://user:secret-password@nowhere.invalid/x' }),
      /^DATABASE_URL: there is no such host; correct it, .* \(.*nowhere\.invalid\)\.$/,
    ],
    [
      'TLS to a database without TLS',
      async (good: Record<string, string>) => ({
        DATABASE_URL: `${good['DATABASE_URL'] ?? ''}&sslmode=verify-full`,
      }),
      /^DATABASE_URL: the server does not use TLS; .* \(.*\)\.$/,
    ],
  ])('with %s is reported', async (_, change, sentence) => {
    const good = environmentOf(await servers().newBackends());
    const changed = await change(good);
    const service = run({ ...good, ...changed, DATA_DIR: newFolder() }, 'api');
    expect(await service.ended).toBe(1);
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines[0]).toBe('The configuration is not valid:');
    expect(lines).toHaveLength(2);
    expect(lines[1]?.trim()).toMatch(sentence);
    expect(service.output()).not.toContain('secret-password');
  });
});
