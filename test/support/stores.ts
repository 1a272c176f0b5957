/**
 * One suite for every store: what the face promises holds for the embedded one and for the shared one.
 *
 *     describeStores((stores) => {
 *       test('…', async () => {
 *         await withStore(stores, async (store) => { … });
 *       });
 *     });
 *
 * Where there is no Postgres the shared half is listed as skipped, with the reason.
 */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { openSharedStore, type Store } from '../../server/storage/index.js';
import { openTestStore, withDataDir } from '../storage/fixtures/store.js';
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from './postgres.js';

export type OpenStore = (options?: { readonly queuedUnitsMax?: number }) => Promise<Store>;

/** A kind of store. */
export type Stores = {
  /** Gives the body an empty database, on which it may open any number of stores. Its place is a data directory or a URL. */
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

/** A suite with a server of its own, which its tests get by calling the function. */
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
