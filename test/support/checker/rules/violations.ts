/**
 * Mode `check`: the violations of each route are exactly the hard rules that the plan breaks, with amounts. In the
 * other modes, so are those of the routes that are kept although they break rules.
 *
 * Takes the findings of the other rules: those with a violation code that the response reports are not errors of the
 * response.
 */
import { type RoutingResponse, type Violation } from '../contract.js';
import { differs, VIOLATION_CODES, type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';

export const isBroken = (route: RoutingResponse['routes'][number] | undefined): boolean =>
  (route?.violations ?? []).length > 0;

const routeIdxOf = ({ pointer }: Finding): number =>
  Number(/^\/routes\/(\d+)/.exec(pointer)?.[1] ?? -1);
const stopIdxOf = ({ pointer }: Finding): number | undefined => {
  const idx = /\/stops\/(\d+)/.exec(pointer)?.[1];
  return idx === undefined ? undefined : Number(idx);
};

/** Returns whether a violation describes a finding. A violation without a stop is about its route. */
const speaksOf = (violation: Violation, finding: Finding): boolean =>
  violation.code === finding.code &&
  (violation.stop === undefined || violation.stop === stopIdxOf(finding)) &&
  (violation.dimension === undefined || finding.comment.startsWith(violation.dimension));

export function judgeViolations({ response, tolerances }: Checked, findings: Finding[]): Finding[] {
  const broken = findings.filter(({ code }) => VIOLATION_CODES.has(code));
  const judged = findings.filter(({ code }) => !VIOLATION_CODES.has(code));

  for (const finding of broken) {
    const reported = (response.routes[routeIdxOf(finding)]?.violations ?? []).filter((violation) =>
      speaksOf(violation, finding),
    );
    if (reported.length === 0) {
      const comment = `not among the violations: ${finding.comment}`;
      judged.push({ ...finding, code: 'violation_missing', comment });
    }
  }
  response.routes.forEach(({ violations = [] }, routeIdx) => {
    violations.forEach((violation, idx) => {
      const pointer = `/routes/${routeIdx}/violations/${idx}`;
      const meant = broken.filter(
        (finding) => routeIdxOf(finding) === routeIdx && speaksOf(violation, finding),
      );
      if (meant.length === 0) {
        const got = violation.code;
        const comment = 'the plan keeps this rule';
        judged.push({ code: 'violation_untrue', pointer, expected: 'none', got, comment });
        return;
      }
      const amounts = meant.map(({ amount }) => amount);
      const { amount: got } = violation;
      const isRight = amounts.some(
        (amount) =>
          got === amount ||
          (got !== undefined &&
            amount !== undefined &&
            !differs(got, amount, tolerances.travelSeconds)),
      );
      const comment = 'by how much the rule is broken';
      if (!isRight)
        judged.push({ code: 'violation_amount', pointer, expected: amounts, got, comment });
    });
  });
  return judged;
}

/** The same for routes that report violations; on others, and about locks, findings are errors of the response. */
export function judgeBrokenRoutes(checked: Checked, findings: Finding[]): Finding[] {
  const isExcused = (finding: Finding): boolean =>
    finding.code !== 'lock' && isBroken(checked.response.routes[routeIdxOf(finding)]);
  const errors = findings.filter((finding) => !isExcused(finding));
  return [...errors, ...judgeViolations(checked, findings.filter(isExcused))];
}
