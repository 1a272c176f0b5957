/** The native program that has roads where one memory of WebAssembly is too small. */
export type { ProgramLines } from './line.js';
export { programRoads } from './program-roads.js';
export {
  checkMapByProgram,
  checkRoadsProgram,
  startRoadsProgram,
  type RoadsProgram,
} from './start.js';
