/** TLS to Postgres as docs/operations.md describes it: every mode that uses TLS refuses an unverified certificate. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../server/config.js';
import { openSharedStore } from '../../server/storage/index.js';
import { S3_CREDENTIALS } from '../blobs/fixtures/versitygw.js';
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from '../support/postgres.js';

const CERT = 'test/fixtures/tls/cert.pem';
const KEY = 'test/fixtures/tls/key.pem';
/** The certificate is signed by itself, so it is its own CA. */
const CA = `sslrootcert=${encodeURIComponent(CERT)}`;

const MODES = ['verify-full', 'verify-ca', 'require', 'prefer'];

/** Opens the store as a process does that has this variable. */
function open(DATABASE_URL: string) {
  const { shared } = readConfig({
    ...{ DATABASE_URL, RESULTS_URL: 's3://results' },
    AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  });
  return openSharedStore({ databaseUrl: shared?.databaseUrl ?? '', patienceMs: 200 });
}

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
    const store = await open(`${url}?${parameters}`);
    try {
      const query = sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
      const [row] = await store.read({ compile: () => query.compile(store.queries) });
      return row;
    } finally {
      await store.close();
    }
  }

  test.each(MODES)('%s with the CA of the server uses TLS', async (mode) => {
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
    await expect(open(`${other}?sslmode=verify-full&${CA}`)).rejects.toThrow(
      /127\.0\.0\.2 is not in the cert/,
    );
  });
});
