/**
 * `node dist/scripts/write-openapi.js`: writes the OpenAPI document that the service publishes to `sdk/openapi.json`,
 * from which the clients in `sdk/` are generated. A part of `npm run build:sdk`.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { startService } from '../server/app.js';
import { readConfig } from '../server/config.js';

const dataDir = await mkdtemp(join(tmpdir(), 'route-engine-openapi-'));
const service = await startService({
  config: readConfig({ DATA_DIR: dataDir, THREADS: '1', MAPS_DIR: join(dataDir, 'no-maps') }),
  projectRoot: pathToFileURL(`${process.cwd()}/`),
  logger: pino({ level: 'silent' }),
  clock: Date.now,
  onStoreLost: (error) => {
    throw error;
  },
});
const server = createServer(service.app).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The service has no port.');
const response = await fetch(`http://127.0.0.1:${address.port}/engine/openapi.json`);
const document: unknown = await response.json();
await writeFile('sdk/openapi.json', `${JSON.stringify(document, undefined, 2)}\n`);
server.close();
await service.close();
await rm(dataDir, { recursive: true });
