/** `/engine/account/v1/webhook-secret`: returns or replaces the secret that signs the account's webhooks. */
import Type from 'typebox';
import type { Accounts, WebhookSecret } from '../accounts/index.js';
import { jsonAnswer, type Answer, type Operation, type Route } from './route.js';

const PATHS = ['/engine/account/v1/webhook-secret'] as const;

const SECRET_ANSWER = {
  contentType: 'application/json',
  schema: Type.Object(
    {
      secret: Type.String({
        description: 'The secret, in the format of Standard Webhooks: `whsec_` and base64.',
        pattern: '^whsec_[A-Za-z0-9+/]+=*$',
      }),
      created_at: Type.String({
        format: 'date-time',
        description: 'When the secret was created, UTC.',
      }),
    },
    { title: 'WebhookSecret', description: 'The secret that signs webhooks.' },
  ),
} satisfies Omit<Operation['answers'][number], 'description'>;

export function webhookSecretRoutes(accounts: Accounts): Route[] {
  return [
    {
      method: 'get',
      paths: PATHS,
      access: 'key',
      operation: {
        operationId: 'getWebhookSecret',
        tag: 'Account',
        summary: "Get the secret that signs the account's webhooks",
        description: 'Free of charge. The first request creates the secret.',
        answers: { 200: { description: 'The current secret.', ...SECRET_ANSWER } },
        errors: [],
      },
      handle: async ({ caller }) => secretAnswer(await accounts.webhookSecret(caller.accountId)),
    },
    {
      method: 'post',
      paths: PATHS,
      access: 'key',
      operation: {
        operationId: 'replaceWebhookSecret',
        tag: 'Account',
        summary: "Replace the secret that signs the account's webhooks",
        description:
          'Free of charge. The request has no body. For 24 hours, messages are also signed with the replaced secret.',
        answers: { 200: { description: 'The new secret.', ...SECRET_ANSWER } },
        errors: [],
      },
      handle: async ({ caller }) =>
        secretAnswer(await accounts.rotateWebhookSecret(caller.accountId)),
    },
  ];
}

function secretAnswer({ secret, createdAtMs }: WebhookSecret): Answer {
  return jsonAnswer(200, { secret, created_at: new Date(createdAtMs).toISOString() });
}
