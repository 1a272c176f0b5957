/** Health checks for supervisors and load balancers: live (the process answers) and ready (it can do its work). */
import Type from 'typebox';
import { jsonAnswer, type Operation, type Route } from './route.js';

export type HealthOptions = {
  /** Returns the names of the parts that are not ready; empty if the service is ready. */
  notReady: () => Promise<readonly string[]>;
};

export function healthRoutes({ notReady }: HealthOptions): Route[] {
  return [
    {
      method: 'get',
      paths: ['/engine/health/live'],
      access: 'open',
      operation: operation('getLiveness', 'Check that the process responds', [200]),
      handle: () => jsonAnswer(200, { status: 'live' }),
    },
    {
      method: 'get',
      paths: ['/engine/health/ready'],
      access: 'open',
      operation: operation(
        'getReadiness',
        'Check that the service is ready for requests',
        [200, 503],
      ),
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
        description: 'The state of the service.',
      }),
      not_ready: Type.Optional(
        Type.Array(Type.String(), { description: 'The parts of the service that are not ready.' }),
      ),
    },
    { title: 'Health', description: 'The health of the service.' },
  );
  return {
    operationId,
    summary,
    description: 'Requires no API key.',
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
