/** `/engine/account/v1/webhook-secret`: what the account's webhooks are signed with, to look at and to replace. */
import Type from 'typebox';
import type { Accounts, WebhookSecret } from '../accounts/index.js';
import { jsonAnswer, type Answer, type Operation, type Route } from './route.js';

const PATHS = ['/engine/account/v1/webhook-secret'] as const;

const SECRET_ANSWER = {
  contentType: 'application/json',
  schema: Type.Object(
    {
      secret: Type.String({
        description: 'As Standard Webhooks has it: `whsec_` and base64.',
        pattern: '^whsec_[A-Za-z0-9+/]+=*$',
      }),
      created_at: Type.String({ format: 'date-time', description: 'When it was made, UTC.' }),
    },
    { title: 'WebhookSecret', description: 'What webhooks are signed with.' },
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
        description: 'Free of charge. Made when it is first asked for.',
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
          'Free of charge, takes no body. For 24 hours, messages are signed with the replaced secret as well.',
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
