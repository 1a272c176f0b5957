/** The search for a plan: what a planning thread does. */
export { epochMs } from './clock.js';
export {
  createPlanTask,
  type PlanFigures,
  type PlanInput,
  type PlanOutput,
  type PlanReport,
  type PlanTask,
  type TravelTable,
} from './task.js';
export { runTeam, shareTables, type TeamOptions } from './team.js';
