/** Circuit breakers: calls to a server that hangs or is away fail fast, so that no caller waits in vain. */
export { createBreaker, type Breaker, type BreakerOptions } from './breaker.js';
