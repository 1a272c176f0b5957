/**
 * The independent checker: determines whether a response is a correct answer to a routing request.
 *
 * It reads both as JSON, together with the travel costs that the answer was computed with, and verifies each rule of
 * docs/rules.md. It imports nothing from `server/` and has no knowledge of the core. It is slow and simple on purpose,
 * with one family of rules per file.
 */
import { type RoutingRequest, type RoutingResponse, type TravelTable } from './contract.js';
import { type Finding } from './findings.js';
import { type Checked, type Rule, type Tolerances } from './model/checked.js';
import { readProblem } from './model/problem.js';
import { readRoutes } from './model/routes.js';
import { servedVisits } from './model/served.js';
import { checkBreaks } from './rules/breaks.js';
import { checkClockChanges } from './rules/clock-changes.js';
import { checkClock } from './rules/clock.js';
import { checkCompatibility } from './rules/compatibility.js';
import { checkDays } from './rules/days.js';
import { checkDocks } from './rules/docks.js';
import { checkDrivingRules } from './rules/driving-rules.js';
import { checkTotals } from './rules/totals.js';
import { checkGeometry } from './rules/geometry.js';
import { checkKept } from './rules/kept.js';
import { checkLimits } from './rules/limits.js';
import { checkLoads } from './rules/loads.js';
import { checkNow } from './rules/now.js';
import { checkPeriodic } from './rules/periodic.js';
import { checkPlan } from './rules/plan.js';
import { checkPositions } from './rules/positions.js';
import { checkRelations } from './rules/relations.js';
import { checkService } from './rules/service.js';
import { checkShape } from './rules/shape.js';
import { checkShipments } from './rules/shipments.js';
import { checkSlack } from './rules/slack.js';
import { checkStatus } from './rules/status.js';
import { checkStructure } from './rules/structure.js';
import { checkTravel } from './rules/travel.js';
import { checkUnserved } from './rules/unserved.js';
import { judgeBrokenRoutes, judgeViolations } from './rules/violations.js';
import { checkWindows } from './rules/windows.js';

export type { RoutingRequest, RoutingResponse, TravelTable } from './contract.js';
export type { Finding } from './findings.js';

const RULES: readonly Rule[] = [
  checkStructure,
  checkService,
  checkTravel,
  checkClock,
  checkWindows,
  checkLoads,
  checkShipments,
  checkBreaks,
  checkDrivingRules,
  checkDays,
  checkLimits,
  checkCompatibility,
  checkPositions,
  checkDocks,
  checkRelations,
  checkPeriodic,
  checkPlan,
  checkKept,
  checkNow,
  checkTotals,
  checkStatus,
  checkUnserved,
  checkGeometry,
  checkSlack,
  checkClockChanges,
];

const TOLERANCES: Tolerances = {
  travelSeconds: 1,
  distanceMeters: 1,
  lineMeters: 2000,
  cost: 0.01,
};

/**
 * Returns everything that is wrong with the response; empty if it is correct. The request must be one that the service
 * accepts.
 *
 * `travel` has the costs at speed factor 1 for each vehicle type, in the shape of a matrix response, with weekend costs
 * beside weekday costs. It is not used if the request has its own matrix.
 */
export function checkSolution(
  request: RoutingRequest,
  response: RoutingResponse,
  travel: Readonly<Record<string, TravelTable>> = {},
  tolerances: Partial<Tolerances> = {},
): Finding[] {
  const unreadable = checkShape(request, response);
  if (unreadable.length > 0) return unreadable;
  const problem = readProblem(request, travel);
  const routes = readRoutes(problem, response);
  const checked: Checked = {
    problem,
    response,
    routes,
    served: servedVisits(routes),
    tolerances: { ...TOLERANCES, ...tolerances },
  };
  const findings = RULES.flatMap((rule) => rule(checked));
  return request.options?.mode === 'check'
    ? judgeViolations(checked, findings)
    : judgeBrokenRoutes(checked, findings);
}
