/**
 * Checks a JSON value: returns the request as read, or all of its faults.
 */
import { Compile } from 'typebox/compile';
import type { ApiProblem } from '../../errors.js';
import { TIME_OF_DAY_PATTERN } from '../../time/index.js';
import { OWN_PROFILE_PATTERN_NAME } from '../../travel/index.js';
import { ApiProblemList, schemaProblems } from '../../validation/index.js';
import { routingRequestSchema, slotsRequestSchema, type RoutingRequest } from '../schema/index.js';
import { TIME_LIMIT_SECONDS_MAX } from '../schema/limits.js';
import { readParts, type ReadRequest, type ReadSources, type OperationName } from './read.js';
import { createReport, type Warning } from './report.js';
import { createSalvage } from './salvage.js';

/** A valid request: later steps need no further checks. */
export type CheckedRequest = {
  request: RoutingRequest;
  read: ReadRequest;
  warnings: readonly Warning[];
};

export type CheckOutcome =
  | { kind: 'ok'; checked: CheckedRequest }
  | { kind: 'bad'; problems: readonly ApiProblem[]; problemCount: number };

/** `jobSecondsMax`: the maximum search time of a job, if the operator allows less than the schema. */
export type RequestCheck = (
  value: unknown,
  operation: OperationName,
  jobSecondsMax?: number,
) => CheckOutcome;

const PATTERN_NAMES = {
  ...OWN_PROFILE_PATTERN_NAME,
  [TIME_OF_DAY_PATTERN]: 'a time of day as HH:MM:SS, from 00:00:00 to 23:59:59',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a date as YYYY-MM-DD',
};

/** Creates the check. Compiles schemas, so call it once per thread. */
export function createRequestCheck(sources: ReadSources): RequestCheck {
  const ofPlans = Compile(routingRequestSchema);
  const ofSlots = Compile(slotsRequestSchema);
  const salvage = createSalvage();
  return (value, operation, jobSecondsMax = TIME_LIMIT_SECONDS_MAX) => {
    const problems = new ApiProblemList();
    const warnings: Warning[] = [];
    const validator = operation === 'slots' ? ofSlots : ofPlans;
    const fits = validator.Check(value);
    if (!fits) {
      for (const problem of schemaProblems(validator, value, PATTERN_NAMES)) {
        problems.add(() => problem);
      }
    }
    const parts = fits ? salvage.ofWhole(value) : salvage.ofFaulty(value);
    const read =
      parts === undefined
        ? undefined
        : readParts(parts, { operation, jobSecondsMax }, sources, createReport(problems, warnings));
    if (fits && read !== undefined && problems.count === 0) {
      return { kind: 'ok', checked: { request: value, read, warnings } };
    }
    return { kind: 'bad', problems: problems.listed, problemCount: problems.count };
  };
}
