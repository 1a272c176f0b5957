/** The search for a plan: what a planning thread does. */
export {
  createPlanTask,
  type PlanFigures,
  type PlanInput,
  type PlanOutput,
  type PlanReport,
  type PlanTask,
} from './task.js';
