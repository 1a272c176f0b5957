/** Waiting that can be given up: for a promise, for one of a number of permits. */
export { abortReason, follow, orAborted } from './abort.js';
export { createSemaphore, type Semaphore } from './semaphore.js';
