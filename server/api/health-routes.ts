/** Health for supervisors and load balancers: alive (the process answers) and ready (it can do its work). */
import Type from 'typebox';
import { jsonAnswer, type Operation, type Route } from './route.js';

export type HealthOptions = {
  /** Names of the parts that cannot work now; empty when the service is ready. */
  notReady: () => Promise<readonly string[]>;
};

export function healthRoutes({ notReady }: HealthOptions): Route[] {
  return [
    {
      method: 'get',
      paths: ['/engine/health/live'],
      access: 'open',
      operation: operation('getLiveness', 'The process answers', [200]),
      handle: () => jsonAnswer(200, { status: 'live' }),
    },
    {
      method: 'get',
      paths: ['/engine/health/ready'],
      access: 'open',
      operation: operation('getReadiness', 'The service can take requests', [200, 503]),
      handle: async () => {
        const parts = await notReady();
        return parts.length === 0
          ? jsonAnswer(200, { status: 'ready' })
          : jsonAnswer(503, { status: 'not_ready', not_ready: parts });
      },
    },
  ];
}

function operation(operationId: string, summary: string, statuses: readonly number[]): Operation {
  const schema = Type.Object(
    {
      status: Type.Enum(['live', 'ready', 'not_ready'], {
        description: 'How the service is.',
      }),
      not_ready: Type.Optional(
        Type.Array(Type.String(), { description: 'The parts that cannot work now.' }),
      ),
    },
    { title: 'Health', description: 'Whether the service is well.' },
  );
  return {
    operationId,
    summary,
    description: 'Needs no key.',
    tag: 'Service',
    answers: Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: status === 200 ? 'Yes.' : 'No; the parts that are not ready are named.',
          contentType: 'application/json',
          schema,
        },
      ]),
    ),
    errors: [],
  };
}
