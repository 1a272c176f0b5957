/** The files that operators copy: the service starts with the variables that they set. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config.js';
import { startTestService } from '../support/service.js';

/** Values that come from the environment file beside the compose file. */
const SECRETS: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'password',
  DOMAIN: 'routes.example.org',
  S3_DOMAIN: 's3.example.org',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  INITIAL_API_KEY: 'a-key-of-the-operators',
};

/** The `NAME: value` lines of a block of the compose file, which is indented below its first line. */
function variablesOf(text: string, firstLine: RegExp): Record<string, string> {
  const [, block = ''] = new RegExp(`${firstLine.source}\\n((?: +.*\\n)+)`, 'm').exec(text) ?? [];
  const lines = block.matchAll(/^ +([A-Z][A-Z0-9_]+): '?(.*?)'?$/gm);
  return Object.fromEntries(
    Array.from(lines, ([, name = '', value = '']) => [
      name,
      value.replace(/\$\{(\w+)\}/g, (_, secret: string) => SECRETS[secret] ?? ''),
    ]),
  );
}

test('the compose file configures API processes and workers', () => {
  const text = readFileSync('docs/operations/compose.yaml', 'utf8');
  const places = variablesOf(text, /^x-places: &places$/);
  expect(Object.keys(places)).toHaveLength(4);
  const [, api = '', worker = ''] = text.split(/^ {2}(?:api|worker|postgres):$/m);
  // The services publish no ports, because they trust what the proxy says; no client may bypass it.
  for (const block of [api, worker]) expect(block).not.toContain('ports:');
  for (const [role, block] of [
    ['api', api],
    ['worker', worker],
  ] as const) {
    expect(block).toContain(`'dist/programs/main.js', '${role}']`);
    const own = variablesOf(block, /^ {4}environment:$/);
    expect(Object.keys(own).length).toBeGreaterThan(1);
    const config = readConfig({ ...places, ...own }, role);
    expect(config).toMatchObject({ role, metricsHost: '0.0.0.0' });
    expect(config.shared?.databaseUrl).toContain('@postgres:5432/');
    expect(config).toMatchObject({ publicUrl: 'https://routes.example.org', mapsRequired: true });
    if (role === 'api') expect(config).toMatchObject({ trustProxy: 1, requireHttps: true });
  }
});

test('the proxy of the compose file forwards to the API processes and accepts the largest body', () => {
  const text = readFileSync('docs/operations/Caddyfile', 'utf8');
  const { port, bodyBytesMax, answerDeadlineMs } = readConfig({});
  expect(text).toMatch(new RegExp(`name api\\n\\s+port ${port}\\n`));
  expect(Number(/max_size (\d+)MB/.exec(text)?.[1]) * 1e6).toBe(bodyBytesMax);
  expect(Number(/response_header_timeout (\d+)s/.exec(text)?.[1]) * 1e3).toBeGreaterThan(
    answerDeadlineMs,
  );
});

test('alerts and dashboard use existing metrics, by existing labels', async () => {
  const service = await startTestService();
  try {
    // A request and its credits, so that their metrics exist.
    await service.postMatrix({
      locations: [{ location_id: 'a', latitude: 41, longitude: -8 }],
      vehicle: {},
    });
    const text = await service.metrics.text();
    const there = new Set(Array.from(text.matchAll(/^(\w+)(?:\{| )/gm), ([, name = '']) => name));
    const asked = ['alerts.yaml', 'dashboard.json'].flatMap((file) =>
      Array.from(
        readFileSync(`docs/operations/${file}`, 'utf8').matchAll(
          /\b(?:route_engine|process|nodejs)_\w+/g,
        ),
        ([name]) => name,
      ),
    );
    expect(new Set(asked).size).toBeGreaterThan(20);
    expect(asked.filter((name) => !there.has(name))).toEqual([]);
    for (const [, label = '', value = ''] of readFileSync(
      'docs/operations/alerts.yaml',
      'utf8',
    ).matchAll(/\b(end|outcome|part)="(\w+)"/g)) {
      expect(text).toContain(`${label}="${value}"`);
    }
  } finally {
    await service.stop();
  }
});

test('the systemd unit starts the service as `npm start` does', () => {
  const text = readFileSync('docs/operations/route-engine.service', 'utf8');
  const variables = Object.fromEntries(
    Array.from(text.matchAll(/^Environment=(\w+)=(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  expect(readConfig(variables)).toMatchObject({
    port: 8080,
    dataDir: '/var/lib/route-engine/data',
  });
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, command = ''] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(text) ?? [];
  expect(`exec ${command}`).toBe(scripts.start);
  expect(existsSync('server/main.ts')).toBe(true);
});
