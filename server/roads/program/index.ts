/** The native program that holds the roads of maps that are too large for one WebAssembly memory. */
export type { ProgramLines } from './line.js';
export { programRoads } from './program-roads.js';
export {
  checkMapByProgram,
  checkRoadsProgram,
  startRoadsProgram,
  type RoadsProgram,
} from './start.js';
