/** The files that operators copy: the service starts with the variables that they set. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config.js';

/** Values that come from the file beside it. */
const SECRETS: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'password',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  INITIAL_API_KEY: 'a-key-of-the-operators',
};

/** `NAME: value` lines of a block of the compose file, which is indented below its first line. */
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
  for (const [role, block] of [
    ['api', api],
    ['worker', worker],
  ] as const) {
    expect(block).toContain(`'dist/server/main.js', '${role}']`);
    const own = variablesOf(block, /^ {4}environment:$/);
    expect(Object.keys(own).length).toBeGreaterThan(1);
    const config = readConfig({ ...places, ...own }, role);
    expect(config).toMatchObject({ role, metricsHost: '0.0.0.0' });
    expect(config.shared?.databaseUrl).toContain('@postgres:5432/');
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
