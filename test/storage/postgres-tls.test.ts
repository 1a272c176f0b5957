/** TLS to Postgres as docs/operations.md describes it: an unverified certificate is refused, also by `require`. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openSharedStore } from '../../server/storage/index.js';
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from '../support/postgres.js';

const CERT = 'test/fixtures/tls/cert.pem';
const KEY = 'test/fixtures/tls/key.pem';
/** The certificate is signed by itself, so it is its own CA. */
const CA = `sslrootcert=${encodeURIComponent(CERT)}`;

const describeTls = POSTGRES_MISSING === null ? describe : describe.skip;
describeTls(`a server with TLS${POSTGRES_MISSING === null ? '' : `: ${POSTGRES_MISSING}`}`, () => {
  let postgres: PostgresServer;
  let url: string;
  beforeAll(async () => {
    postgres = await startPostgres({ cert: CERT, key: KEY });
    url = postgres.tlsUrlOf(await postgres.newDatabase());
  });
  afterAll(() => postgres.stop());

  /** Whether the store's own connection uses TLS. */
  async function usesTls(parameters: string): Promise<unknown> {
    const store = await openSharedStore({ databaseUrl: `${url}?${parameters}`, patienceMs: 200 });
    try {
      const query = sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
      const [row] = await store.read({ compile: () => query.compile(store.queries) });
      return row;
    } finally {
      await store.close();
    }
  }

  test.each(['verify-full', 'require'])('%s with the CA of the server uses TLS', async (mode) => {
    expect(await usesTls(`sslmode=${mode}&${CA}`)).toEqual({ ssl: true });
  });

  test.each(['verify-full', 'require'])(
    '%s refuses a certificate of an unknown CA',
    async (mode) => {
      await expect(usesTls(`sslmode=${mode}`)).rejects.toThrow(/certificate/);
    },
  );

  test('verify-full refuses a certificate for another name', async () => {
    // The certificate names localhost and 127.0.0.1.
    const other = url.replace('localhost', '127.0.0.2');
    await expect(
      openSharedStore({ databaseUrl: `${other}?sslmode=verify-full&${CA}`, patienceMs: 200 }),
    ).rejects.toThrow(/127\.0\.0\.2 is not in the cert/);
  });
});
