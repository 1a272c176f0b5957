/**
 * Makes the requests that every generated client must support, with the client of hey-api: a matrix, a synchronous
 * plan, and a job.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from './client/client/index.js';
import {
  computeMatrix,
  getRoutingJob,
  solveRouting,
  submitRouting,
  type MatrixRequest,
  type RoutingRequest,
} from './client/index.js';

const client = createClient({
  baseUrl: process.env['ROUTE_ENGINE_URL'] ?? '',
  auth: process.env['ROUTE_ENGINE_KEY'] ?? '',
});
const [matrixFile = '', planFile = ''] = process.argv.slice(2);
const matrixRequest: MatrixRequest = JSON.parse(readFileSync(matrixFile, 'utf8'));
const planRequest: RoutingRequest = JSON.parse(readFileSync(planFile, 'utf8'));
const throwOnError = true;

const { data: matrix } = await computeMatrix({ client, throwOnError, body: matrixRequest });
if (!('travel_costs' in matrix)) throw new Error('three places became a job');
const { data: plan } = await solveRouting({ client, throwOnError, body: planRequest });
const { data: submitted } = await submitRouting({ client, throwOnError, body: planRequest });
const query = { jobid: submitted.JobId, details: 'true' } as const;
let { data: job } = await getRoutingJob({ client, throwOnError, query });
while (job.status === 'Running') {
  await delay(200);
  ({ data: job } = await getRoutingJob({ client, throwOnError, query }));
}
// Typed at every level: a row of pairs, each an array of numbers.
const rows: Record<string, (number | null)[]>[] = Object.values(matrix.travel_costs);
process.stdout.write(
  `${rows.length} ${plan.status} ${plan.statistics.orders_served} ${job.status}\n`,
);
