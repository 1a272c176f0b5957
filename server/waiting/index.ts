/** Waits that can be abandoned: for a promise, or for a permit of a semaphore. */
export { abortReason, follow, orAborted } from './abort.js';
export { createSemaphore, type Semaphore } from './semaphore.js';
