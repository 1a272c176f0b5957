/** Service: each visit is either served once, completely and on one route, or listed as unserved, and never both. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { visitsOwed } from '../model/visits.js';
import { type Order } from '../model/orders.js';
import { type Served } from '../model/served.js';

const labelOf = (order: Order, visit: number): string =>
  order.entry.visits === undefined
    ? order.entry.order_id
    : `${order.entry.order_id} visit ${visit}`;

/** Checks that each task of the order is served once, and all of them on one route. */
function checkWhole({ order, visit, stops, route }: Served): Finding[] {
  const findings: Finding[] = [];
  const label = labelOf(order, visit);
  const [first] = stops;
  if (first === undefined) return [];
  for (const task of order.tasks) {
    const times = stops.filter(({ stop }) => stop.task === task);
    const [, second] = times;
    const name = task.stopId === undefined ? label : `${label} ${task.stopId}`;
    if (second !== undefined) {
      const pointer = second.stop.pointer;
      findings.push({
        code: 'order_twice',
        pointer,
        expected: 1,
        got: times.length,
        comment: name,
      });
    } else if (times.length === 0) {
      const pointer = first.stop.pointer;
      findings.push({ code: 'order_incomplete', pointer, expected: 1, got: 0, comment: name });
    }
  }
  const elsewhere = stops.find((each) => each.route !== route);
  if (elsewhere !== undefined && findings.length === 0) {
    findings.push({
      code: 'order_split',
      pointer: elsewhere.stop.pointer,
      expected: route.pointer,
      got: elsewhere.route.pointer,
      comment: `${label} is on two routes`,
    });
  }
  return findings;
}

function checkOwed(checked: Checked, order: Order): Finding[] {
  const findings: Finding[] = [];
  const { served, response, problem } = checked;
  const id = order.entry.order_id;
  const servedVisits = served.filter((each) => each.order === order);
  const unserved = response.unserved
    .flatMap(({ visits = [1], order_id }, idx) =>
      visits.map((visit) => ({ visit, id: order_id, idx })),
    )
    .filter((entry) => entry.id === id);
  const owed = new Set(visitsOwed(order, problem.period).map(({ visit }) => visit));

  for (const { visit, stops } of servedVisits) {
    if (!owed.has(visit)) {
      const pointer = stops[0]?.stop.pointer ?? '';
      findings.push({
        code: 'visit_number',
        pointer,
        expected: owed.size,
        got: visit,
        comment: id,
      });
    }
  }
  const listed = new Set<number>();
  for (const { visit, idx } of unserved) {
    const pointer = `/unserved/${idx}`;
    const isServed = servedVisits.some((each) => each.visit === visit);
    if (!owed.has(visit)) {
      findings.push({
        code: 'visit_number',
        pointer,
        expected: owed.size,
        got: visit,
        comment: id,
      });
    } else if (isServed || listed.has(visit)) {
      const comment = `${labelOf(order, visit)} is ${isServed ? 'served' : 'listed'} already`;
      findings.push({ code: 'unserved_twice', pointer, expected: 'once', got: 'twice', comment });
    }
    listed.add(visit);
  }
  for (const visit of owed) {
    if (listed.has(visit) || servedVisits.some((each) => each.visit === visit)) continue;
    const comment = `${labelOf(order, visit)} is neither served nor unserved`;
    findings.push({
      code: 'order_lost',
      pointer: '/unserved',
      expected: 'an entry',
      got: null,
      comment,
    });
  }
  return findings;
}

export function checkService(checked: Checked): Finding[] {
  const { problem, response, served } = checked;
  const strangers = response.unserved.flatMap(({ order_id }, idx): Finding[] => {
    if (problem.orders.has(order_id)) return [];
    const pointer = `/unserved/${idx}/order_id`;
    const comment = 'no such order';
    return [{ code: 'unserved_unknown', pointer, expected: 'an order', got: order_id, comment }];
  });
  return [
    ...served.flatMap(checkWhole),
    ...[...problem.orders.values()].flatMap((order) => checkOwed(checked, order)),
    ...strangers,
  ];
}
