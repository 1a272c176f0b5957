/** `GET /engine/account/v1/keys`: lists the keys of an account, but not the secrets, which only the owner has. */
import Type from 'typebox';
import type { Accounts } from '../accounts/index.js';
import { timeOrNull, timeOrNullSchema } from './instant.js';
import { jsonAnswer, type Route } from './route.js';

const keySchema = Type.Object(
  {
    key_id: Type.String({ description: 'The key id, as in the usage by key.' }),
    label: Type.String({ description: 'The name that the operator gave it.' }),
    current: Type.Boolean({ description: 'Whether this request was made with the key.' }),
    created_time: Type.String({
      format: 'date-time',
      description: 'When the key was created, UTC.',
    }),
    expires_time: timeOrNullSchema('Until when it is let in, UTC. `null`: for good.'),
    revoked_time: timeOrNullSchema('When it was revoked, UTC. `null`: it was not.'),
  },
  { title: 'ApiKey', description: 'Information about a key, without the key itself.' },
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
      description: 'Free of charge. The operator creates and revokes keys.',
      answers: {
        200: {
          description: 'All keys, including expired and revoked ones.',
          contentType: 'application/json',
          schema: Type.Object(
            { keys: Type.Array(keySchema, { description: 'The keys, oldest first.' }) },
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
          expires_time: timeOrNull(expiresAtMs),
          revoked_time: timeOrNull(revokedAtMs),
        })),
      });
    },
  };
}
