/**
 * Relations between orders. They apply to those of their orders that are served; `simultaneous` is all or nothing.
 *
 * An order starts when service begins at its first stop, and ends when the vehicle leaves its last stop. A gap is the
 * time between the end of one order and the start of the next: the next in the list for types with a sequence, and the
 * next in time for the others. Visits of periodic orders are related by number, except that `same_vehicle` and
 * `different_vehicles` relate all visits.
 */
import { type RelationEntry } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { namesVehicle } from '../model/costs.js';
import { hasBegun, type Served } from '../model/served.js';
import { visitsOwed } from '../model/visits.js';

type Report = (
  at: Served,
  expected: unknown,
  got: unknown,
  comment: string,
  amount?: number,
) => void;

const idOf = (served: Served): string => served.order.entry.order_id;
const vehicleOf = (served: Served): string => served.route.occurrence.vehicle.vehicleId;

const pairs = (members: readonly Served[]): [Served, Served][] =>
  members.slice(1).flatMap((next, idx) => {
    const before = members[idx];
    return before === undefined ? [] : [[before, next] as [Served, Served]];
  });

function checkOneRoute(members: readonly Served[], report: Report): void {
  const [first] = members;
  const other = members.find(({ route }) => route !== first?.route);
  if (first !== undefined && other !== undefined) {
    report(other, first.route.pointer, other.route.pointer, 'on the same route');
  }
}

function checkOneVehicle(members: readonly Served[], report: Report): void {
  const [first] = members;
  if (first === undefined) return;
  const other = members.find((each) => vehicleOf(each) !== vehicleOf(first));
  if (other !== undefined) report(other, vehicleOf(first), vehicleOf(other), 'by the same vehicle');
}

function checkDifferentVehicles(members: readonly Served[], report: Report): void {
  members.forEach((member, idx) => {
    const twin = members
      .slice(0, idx)
      .find((each) => vehicleOf(each) === vehicleOf(member) && each.order !== member.order);
    if (twin !== undefined)
      report(member, 'another vehicle', vehicleOf(member), `as ${idOf(twin)}`);
  });
}

const idxOf = ({ stops }: Served, which: 0 | -1): number => stops.at(which)?.stop.idx ?? 0;

function checkSequence(members: readonly Served[], isConsecutive: boolean, report: Report): void {
  for (const [before, next] of pairs(members)) {
    if (before.route !== next.route) continue;
    const from = idxOf(before, -1);
    const to = idxOf(next, 0);
    if (to < from) {
      report(next, `after ${idOf(before)}`, 'before it', 'in the sequence of the relation');
    } else if (isConsecutive) {
      const between = before.route.stops.slice(from + 1, to).find(({ task }) => task !== undefined);
      const got = between?.raw.order_id;
      if (between !== undefined) report(next, `directly after ${idOf(before)}`, got, 'consecutive');
    }
  }
}

function checkBefore(members: readonly Served[], report: Report): void {
  for (const [before, next] of pairs(members)) {
    const amount = before.end - next.start;
    if (amount > 0)
      report(next, before.end, next.start, `starts before ${idOf(before)} ends`, amount);
  }
}

function checkGaps(members: readonly Served[], relation: RelationEntry, report: Report): void {
  const { min_gap = -Infinity, max_gap = Infinity } = relation;
  for (const [before, next] of pairs(members)) {
    const gap = next.start - before.end;
    const since = `seconds since ${idOf(before)}`;
    if (gap < min_gap) report(next, `at least ${min_gap}`, gap, since, min_gap - gap);
    if (gap > max_gap) report(next, `at most ${max_gap}`, gap, since, gap - max_gap);
  }
}

/** Checks that starts differ by at most `max_gap` (0 by default) and at least `min_gap`. */
function checkSimultaneous(
  members: readonly Served[],
  relation: RelationEntry,
  report: Report,
): void {
  const { min_gap = 0, max_gap = 0 } = relation;
  const byStart = [...members].sort((left, right) => left.start - right.start);
  const [first] = byStart;
  const last = byStart.at(-1);
  if (first === undefined || last === undefined) return;
  const spread = last.start - first.start;
  const comment = 'seconds between the starts';
  if (spread > max_gap) report(last, `at most ${max_gap}`, spread, comment, spread - max_gap);
  for (const [before, next] of pairs(byStart)) {
    const gap = next.start - before.start;
    if (gap < min_gap) report(next, `at least ${min_gap}`, gap, comment, min_gap - gap);
  }
  const served = new Set(members.map(idOf));
  const missing = relation.orders.filter((id) => !served.has(id));
  if (missing.length > 0 && !members.some(hasBegun))
    report(first, relation.orders, [...served], 'all of them or none');
}

/** Checks one group. `members` are in the order of the relation's list. */
function checkGroup(members: readonly Served[], relation: RelationEntry, report: Report): void {
  const byStart = [...members].sort((left, right) => left.start - right.start);
  const { type } = relation;
  if (type === 'simultaneous') {
    checkSimultaneous(members, relation, report);
    return;
  }
  const isListed = type === 'sequence' || type === 'consecutive' || type === 'before';
  if (type === 'same_route' || type === 'sequence' || type === 'consecutive') {
    checkOneRoute(members, report);
  }
  if (type === 'sequence' || type === 'consecutive') {
    checkSequence(members, type === 'consecutive', report);
  }
  if (type === 'before') checkBefore(members, report);
  checkGaps(isListed ? members : byStart, relation, report);
}

/** Returns the orders of the relation that have a visit with this number. */
function ordersWith(visit: number, { orders }: RelationEntry, { problem }: Checked): string[] {
  return orders.filter((id) => {
    const order = problem.orders.get(id);
    if (order?.entry.visits === undefined) return true;
    return visitsOwed(order, problem.period).some((each) => each.visit === visit);
  });
}

function checkRelation(relation: RelationEntry, checked: Checked): Finding[] {
  const { served } = checked;
  const findings: Finding[] = [];
  const report: Report = (at, expected, got, comment, amount) => {
    const pointer = at.stops[0]?.stop.pointer ?? at.route.pointer;
    const extra = amount === undefined ? {} : { amount };
    const said = `${relation.type}: ${comment}`;
    findings.push({ code: 'relation', pointer, expected, got, comment: said, ...extra });
  };
  const members = relation.orders.flatMap((id) => served.filter((each) => idOf(each) === id));
  if (relation.type === 'same_vehicle') checkOneVehicle(members, report);
  if (relation.type === 'different_vehicles') checkDifferentVehicles(members, report);
  for (const member of members) {
    const { vehicle_id } = relation;
    if (vehicle_id !== undefined && !namesVehicle(vehicle_id, member.route)) {
      report(member, vehicle_id, vehicleOf(member), 'by the vehicle of the relation');
    }
  }
  for (const visit of new Set(members.map((member) => member.visit))) {
    const isPeriodic = (member: Served): boolean => member.order.entry.visits !== undefined;
    checkGroup(
      members.filter((member) => !isPeriodic(member) || member.visit === visit),
      { ...relation, orders: ordersWith(visit, relation, checked) },
      report,
    );
  }
  return findings;
}

export function checkRelations(checked: Checked): Finding[] {
  const relations = checked.problem.request.relations ?? [];
  return relations.flatMap((relation) => checkRelation(relation, checked));
}
