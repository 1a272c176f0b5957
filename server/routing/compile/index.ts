/** The core's problem of a request that has been read. */
export {
  compileProblem,
  type CompiledProblem,
  type PlacePoint,
  type UntraveledProblem,
} from './compile.js';
