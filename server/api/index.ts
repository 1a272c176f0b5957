/** Routes and their parameters, the OpenAPI document that describes them, and the page that shows the document. */
export { instantSchema, parseInstant, timeOrNull, timeOrNullSchema } from './instant.js';
export { accountRoutes } from './account-routes.js';
export { bodyTask, bytesOf, isLarge } from './body-task.js';
export { DOCS_PATH, docsPages } from './docs.js';
export type { Page } from './page.js';
export { ERROR_SCHEMA } from './error-schema.js';
export { healthRoutes } from './health-routes.js';
export { openApiRoute, type ApiInfo } from './openapi.js';
export type { FirstAnswers } from './first-answers.js';
export {
  chargeRefusal,
  insufficientCredits,
  paidAnswer,
  repeatedAnswer,
  type Computed,
  type Payment,
} from './paid-answer.js';
export { DRY_RUN, DRY_RUN_IN_WORDS, PRICE_ANSWER, priceAnswer } from './price.js';
export { readFlag, readOneOf, readQuery, readInteger } from './query.js';
export {
  jsonAnswer,
  type Answer,
  type BodyBlocks,
  type BodyRequest,
  type Callback,
  type DescribedAnswer,
  type DescribedPath,
  type KeyedRequest,
  type Operation,
  type Route,
  type RouteRequest,
} from './route.js';
export {
  API_VERSIONS,
  NOTICE_DAYS,
  createVersions,
  type ApiVersion,
  type Versions,
} from './versions.js';
export { snappedPositionSchema } from './snapped.js';
export { speedsVersionSchema } from './speeds-version.js';
export { warningSchema, WARNINGS, type Warning, type WarningCode } from './warnings.js';
