/** What is known of a server that hangs or is away, so that no caller waits for it in vain. */
export { createBreaker, type Breaker, type BreakerOptions } from './breaker.js';
