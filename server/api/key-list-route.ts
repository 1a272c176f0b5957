/** `GET /engine/account/v1/keys`: which keys an account has. Never the keys themselves: nobody but their owner has them. */
import Type from 'typebox';
import type { Accounts } from '../accounts/index.js';
import { jsonAnswer, type Route } from './route.js';

const timeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

const keySchema = Type.Object(
  {
    key_id: Type.String({ description: 'Names the key, in the usage by key as well.' }),
    label: Type.String({ description: 'As the operator gave it.' }),
    current: Type.Boolean({ description: 'Whether this request was made with it.' }),
    created_time: Type.String({ format: 'date-time', description: 'When it was made, UTC.' }),
    expires_time: timeOrNull('Until when it is let in, UTC. `null`: for good.'),
    revoked_time: timeOrNull('When it was revoked, UTC. `null`: it was not.'),
  },
  { title: 'ApiKey', description: 'What is known of a key, but for the key.' },
);

export function keyListRoute(accounts: Pick<Accounts, 'keys'>): Route {
  return {
    method: 'get',
    paths: ['/engine/account/v1/keys'],
    access: 'key',
    operation: {
      operationId: 'listKeys',
      tag: 'Account',
      summary: 'List the keys of the account',
      description: 'Free of charge. Keys are made and revoked by the operator.',
      answers: {
        200: {
          description: 'All keys, those that are over as well.',
          contentType: 'application/json',
          schema: Type.Object(
            { keys: Type.Array(keySchema, { description: 'Oldest first.' }) },
            { title: 'KeyList', description: 'The keys of an account.' },
          ),
        },
      },
      errors: [],
    },
    handle: async ({ caller }) => {
      const keys = await accounts.keys(caller.accountId);
      return jsonAnswer(200, {
        keys: keys.map(({ id, label, createdAtMs, expiresAtMs, revokedAtMs }) => ({
          key_id: id,
          label,
          current: id === caller.keyId,
          created_time: new Date(createdAtMs).toISOString(),
          expires_time: timeText(expiresAtMs),
          revoked_time: timeText(revokedAtMs),
        })),
      });
    },
  };
}

const timeText = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString();
