/**
 * Runs one suite for every store: the embedded and the shared store must keep the promises of the same interface.
 *
 *     describeStores((stores) => {
 *       test('…', async () => {
 *         await withStore(stores, async (store) => { … });
 *       });
 *     });
 *
 * If Postgres is missing, the shared half is reported as skipped, with the reason.
 */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { openSharedStore, type Store } from '../../server/storage/index.js';
import { openTestStore, withDataDir } from '../storage/fixtures/store.js';
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from './postgres.js';

export type OpenStore = (options?: { readonly queuedUnitsMax?: number }) => Promise<Store>;

/** A kind of store. */
export type Stores = {
  /** Passes an empty database to the body, which may open several stores on it. `place`: a data directory or a URL. */
  withDatabase<Result>(body: (open: OpenStore, place: string) => Promise<Result>): Promise<Result>;
};

const embedded: Stores = {
  withDatabase: (body) =>
    withDataDir((dataDir) => body((options) => openTestStore(dataDir, options), dataDir)),
};

export function describeStores(suite: (stores: Stores) => void): void {
  describe('the embedded store', () => {
    suite(embedded);
  });
  describePostgres('the shared store', (server) => {
    suite({
      async withDatabase(body) {
        const databaseUrl = await server().newDatabase();
        return body((options) => openSharedStore({ databaseUrl, ...options }), databaseUrl);
      },
    });
  });
}

/** Describes a suite with a server of its own. Its tests get it by calling the function. */
export function describePostgres(
  name: string,
  suite: (server: () => PostgresServer) => void,
): void {
  let running: PostgresServer | null = null;
  const server = (): PostgresServer => {
    if (running === null) throw new Error('The server is there while tests run.');
    return running;
  };
  if (POSTGRES_MISSING !== null) {
    describe.skip(`${name}: left out, ${POSTGRES_MISSING}`, () => {
      suite(server);
    });
    return;
  }
  describe(name, () => {
    beforeAll(async () => {
      running = await startPostgres();
    });
    afterAll(async () => {
      await running?.stop();
    });
    suite(server);
  });
}

export function withStore<Result>(
  stores: Stores,
  body: (store: Store) => Promise<Result>,
  options: { readonly queuedUnitsMax?: number } = {},
): Promise<Result> {
  return stores.withDatabase(async (open) => {
    const store = await open(options);
    try {
      return await body(store);
    } finally {
      await store.close();
    }
  });
}
