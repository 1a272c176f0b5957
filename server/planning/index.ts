/** The search for a plan: what a planning thread does. */
export { epochMs } from './clock.js';
export { createPlanTask, type PlanInput, type PlanOutput, type PlanTask } from './task.js';
