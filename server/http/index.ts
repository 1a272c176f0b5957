/** The HTTP layer: serves the routes, and answers every error with the same body. */
export { createOwnCounters, openCounters } from './counters.js';
export {
  createMetrics,
  createMetricsServer,
  type Metric,
  type Metrics,
  type WebhookOutcome,
} from './metrics.js';
export { createRateLimit } from './rate-limit.js';
export { createHttp, type Http } from './server.js';
export { HANDSHAKE_MS, guardSocket, type SocketGuard } from './socket.js';
export { createFailedAuthLimit } from './failed-auth-limit.js';
