/** Determines whether a shift would serve a single order without breaking a rule. */
import { fitsAlone } from '../model/alone.js';
import { type Checked, type Rule } from '../model/checked.js';
import { type Order } from '../model/orders.js';
import { type Occurrence } from '../model/shifts.js';
import { checkBreaks } from './breaks.js';
import { checkClock } from './clock.js';
import { checkCompatibility } from './compatibility.js';
import { checkDays } from './days.js';
import { checkDrivingRules } from './driving-rules.js';
import { checkLimits } from './limits.js';
import { checkLoads } from './loads.js';
import { checkShipments } from './shipments.js';
import { checkTravel } from './travel.js';
import { checkWindows } from './windows.js';

/** The rules that apply to an order that is alone on its route. */
const HARD_RULES: readonly Rule[] = [
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
];

export const wouldServeAlone = (order: Order, occurrence: Occurrence, checked: Checked): boolean =>
  // What has begun cannot be taken off a route, so nothing is alone there.
  checked.problem.historyOf(occurrence) === undefined &&
  fitsAlone(order, occurrence, checked, HARD_RULES);

/** Returns whether an order depends only on its own route. */
export function isFree({ entry }: Order, { problem: { request } }: Checked): boolean {
  const isRelated = (request.relations ?? []).some(({ orders }) => orders.includes(entry.order_id));
  return entry.visits === undefined && !isRelated;
}
