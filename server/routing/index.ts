/** Routing requests: their schema, the check, the compilation to the problem of the search, and the endpoints. */
export { compileProblem, type CompiledProblem } from './compile/index.js';
export { routingAsyncRoute, routingPriceRoute } from './async-endpoint.js';
export { routingRoute, slotsRoute, type RoutingOptions } from './endpoint.js';
export { routingJob } from './job.js';
export type { Names } from './names.js';
export { createOutlineTask, type OutlineTask } from './outline-task.js';
export { createRoutingReadTasks, type RoutingReadTasks } from './compile-task.js';
export { createPrepareTasks, type PrepareTasks } from './prepare-task.js';
export { routingCredits, searchSeconds, secondsCredits } from './price.js';
export type { ProblemMessage, SolutionMessage } from './problem.js';
export { createRequestCheck, type CheckedRequest, type CheckOutcome } from './read/index.js';
export { routingResponseSchema } from './respond/schema.js';
export { createRespondTask, type RespondTask } from './respond/task.js';
export { ROUTING_EXAMPLE, routingRequestSchema, type RoutingRequest } from './schema/index.js';
export {
  fillTravel,
  travelOf,
  type FilledTravel,
  type TravelModel,
  type TravelSources,
} from './travel/index.js';
