/** The search for a plan: what a planning thread does. */
export { epochMs } from './clock.js';
export {
  createPlanTask,
  type PlanFigures,
  type PlanInput,
  type PlanOutput,
  type PlanReport,
  type PlanTask,
} from './task.js';
