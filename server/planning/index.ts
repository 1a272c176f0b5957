/** The search for a plan: what a planning thread does. */
export { epochMs } from './clock.js';
export {
  buffersToMove,
  createPlanTask,
  type PlanSummary,
  type PlanInput,
  type PlanOutput,
  type PlanReport,
  type PlanTask,
  type TravelTable,
} from './task.js';
export { createThreadShares, type Share, type ThreadShares } from './shares.js';
export { runTeam, shareTables, threadsOfUse, type TeamOptions } from './team.js';
