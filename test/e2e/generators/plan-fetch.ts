/**
 * Does with the client of openapi-generator's typescript-fetch what every client is to do: a matrix, a plan that is
 * waited for, and a job.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Configuration,
  JobState,
  MatrixApi,
  MatrixRequestFromJSON,
  RoutingApi,
  RoutingRequestFromJSON,
} from './client/index.js';

const configuration = new Configuration({
  basePath: process.env['ROUTE_ENGINE_URL'] ?? '',
  apiKey: process.env['ROUTE_ENGINE_KEY'] ?? '',
});
const [matrixFile = '', planFile = ''] = process.argv.slice(2);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const matrix = await new MatrixApi(configuration).computeMatrix({
  matrixRequest: MatrixRequestFromJSON(read(matrixFile)),
});
const routing = new RoutingApi(configuration);
const routingRequest = RoutingRequestFromJSON(read(planFile));
const plan = await routing.solveRouting({ routingRequest });
const { jobId } = await routing.submitRouting({ routingRequest });
let job = await routing.getRoutingJob({ jobid: jobId, details: 'true' });
while (job.status === JobState.Running) {
  await delay(200);
  job = await routing.getRoutingJob({ jobid: jobId, details: 'true' });
}
const { ordersServed } = plan.statistics;
process.stdout.write(
  `${Object.keys(matrix.travelCosts).length} ${plan.status} ${ordersServed} ${job.status}\n`,
);
