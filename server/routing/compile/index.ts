/** Compiles a request that has been read into the problem of the core. */
export {
  compileProblem,
  type CompiledProblem,
  type PlacePoint,
  type ProblemWithoutTravel,
} from './compile.js';
