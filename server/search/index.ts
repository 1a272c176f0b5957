/** The search for a plan, by one search thread or by several. */
export { epochMs } from './clock.js';
export {
  buffersToMove,
  createSearchTask,
  numbersOf,
  type PlanSummary,
  type SearchInput,
  type SearchOutput,
  type SearchReport,
  type SearchTask,
  type TravelTable,
} from './task.js';
export { createSpareSearch, searchWithSpare, type SpareSearch } from './spare.js';
export { createThreadAllocator, type Allotment, type ThreadAllocator } from './thread-allocator.js';
export {
  searchInParallel,
  shareTables,
  usefulThreadsMax,
  type ParallelOptions,
} from './parallel.js';
