/** Faults of a request as they are found. */
import { PROBLEM_COUNT_MAX, type ApiProblem } from '../errors.js';

/**
 * The problems that an answer lists, and the count of all. A hostile body has millions; each is counted, and only those
 * that will be shown become objects.
 */
export class ApiProblemList {
  readonly listed: ApiProblem[] = [];
  count = 0;

  add(describe: () => ApiProblem): void {
    this.count += 1;
    if (this.listed.length < PROBLEM_COUNT_MAX) this.listed.push(describe());
  }
}
