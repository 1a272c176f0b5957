/** What a path of the service is: routes, their parameters, the document that describes them, the page that shows it. */
export { accountRoutes } from './account-routes.js';
export { bodyTask, isLarge } from './body-task.js';
export { docsPages } from './docs.js';
export type { Page } from './page.js';
export { ERROR_SCHEMA } from './error-schema.js';
export { healthRoutes } from './health-routes.js';
export { openApiRoute, type ApiInfo } from './openapi.js';
export { chargeRefusal, insufficientCredits, paidAnswer, type Computed } from './paid-answer.js';
export { readFlag, readQuery, readWhole } from './query.js';
export {
  jsonAnswer,
  type Answer,
  type BodyBlocks,
  type BodyRequest,
  type Callback,
  type KeyedRequest,
  type Operation,
  type Route,
  type RouteRequest,
} from './route.js';
