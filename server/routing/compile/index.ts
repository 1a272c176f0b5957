/** The core's problem of a request that has been read. */
export {
  compileProblem,
  type CompiledProblem,
  type PlacePoint,
  type ProblemWithoutTravel,
} from './compile.js';
