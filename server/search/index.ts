/** The search for a plan: what a search thread does. */
export { epochMs } from './clock.js';
export {
  buffersToMove,
  createSearchTask,
  type PlanSummary,
  type SearchInput,
  type SearchOutput,
  type SearchReport,
  type SearchTask,
  type TravelTable,
} from './task.js';
export { createThreadShares, type Share, type ThreadShares } from './shares.js';
export { runTeam, shareTables, threadsOfUse, type TeamOptions } from './team.js';
