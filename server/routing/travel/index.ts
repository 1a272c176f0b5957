/** Travel tables of a problem. */
export { fillTravel, travelOf, type FilledTravel, type Travel, type TravelModel } from './fill.js';
export type { TravelSources } from './service.js';
export type { FillOptions } from './table.js';
