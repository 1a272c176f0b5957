/** Collects the problems and warnings of a request while it is read. */
import type { Warning, WarningCode } from '../../api/index.js';
import type { ApiProblemCode } from '../../errors.js';
import type { ApiProblemList } from '../../validation/index.js';

export type { Warning };

export type Report = {
  problem: (pointer: string, code: ApiProblemCode, comment: string) => void;
  warning: (pointer: string, code: WarningCode, comment: string) => void;
};

/** Bounds the answer to a request with, for example, thousands of local times in a gap of the clock. */
export const WARNING_COUNT_MAX = 1000;

export function createReport(problems: ApiProblemList, warnings: Warning[]): Report {
  return {
    problem: (pointer, code, comment) => problems.add(() => ({ pointer, code, comment })),
    warning: (pointer, code, comment) => {
      if (warnings.length < WARNING_COUNT_MAX) warnings.push({ code, pointer, comment });
    },
  };
}

/** Quotes a caller's text for a comment, truncated. */
export const shown = (text: string | number): string => {
  const quoted = JSON.stringify(text);
  return quoted.length <= 60 ? quoted : `${quoted.slice(0, 60)}…`;
};
