/** Collects the problems of a request. */
import { PROBLEM_COUNT_MAX, type ApiProblem } from '../errors.js';

/**
 * The problems that an answer lists, and the count of all problems. A hostile body may have millions: all are counted,
 * but objects are created only for those that are listed.
 */
export class ApiProblemList {
  readonly listed: ApiProblem[] = [];
  count = 0;

  add(describe: () => ApiProblem): void {
    this.count += 1;
    if (this.listed.length < PROBLEM_COUNT_MAX) this.listed.push(describe());
  }
}
