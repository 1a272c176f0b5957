/** Travel tables of a problem. */
export { fillTravelTables, type FilledProblem, type TravelModel } from './fill.js';
export type { TravelSources } from './service.js';
export type { FillOptions } from './table.js';
