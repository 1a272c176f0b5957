/** The search for a plan: what a planning thread does. */
export { createPlanTask, type PlanInput, type PlanOutput, type PlanTask } from './task.js';
