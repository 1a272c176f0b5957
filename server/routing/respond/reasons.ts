/** Why visits are unserved: the codes of the core, each with names, times and a sentence. */
import type { LimitField, ReasonCode, ReasonMessage, SpanMessage } from '../problem.js';
import { reasonText } from '../reasons.js';
import type { Solved } from './context.js';
import { roundMoney } from './summary.js';
import { timeAt, type TimeText } from './instants.js';

export type ReasonView = {
  code: ReasonCode;
  vehicle_id?: string;
  shift_id?: string;
  date?: string;
  amount?: number;
  dimension?: string;
  span?: Exclude<SpanMessage, 'shift'>;
  limit?: LimitField;
  attribute?: string;
  relation?: number;
  orders?: string[];
  visits?: number[];
  route_position?: 'first' | 'last';
  order_id?: string;
  stop_id?: string;
  time?: TimeText;
  allowed_time?: TimeText;
  cost?: number;
  unserved_cost?: number;
  alone?: true;
  comment: string;
};

/** The most orders of a relation that a reason names. */
const ORDERS_MAX = 20;

/** The order that a reason is about, with the cost of leaving out one of its visits. */
export type OrderOfReason = { idx: number; orderId: string; unservedCost: number };

export function reasonView(reason: ReasonMessage, order: OrderOfReason, of: Solved): ReasonView {
  const { names } = of.context;
  const { code, limit, isApart } = ruleOf(reason, of);
  const shift = reason.shift === null ? undefined : names.shifts[reason.shift];
  const dimension = reason.dimension === null ? undefined : names.dimensions[reason.dimension];
  const outside = code === 'outside_period' ? outsidePeriod(reason, of) : undefined;
  const amount = reason.amount === null ? outside?.amount : reason.amount / (dimension?.scale ?? 1);
  const { stop } = reason;
  const ownerIdx = stop === null ? undefined : ownerOf(stop, of);
  const isOther = ownerIdx !== undefined && ownerIdx !== order.idx;
  const owner = isOther ? names.orders[ownerIdx]?.orderId : undefined;
  const stopId = stop === null || isOther ? undefined : names.stops[stop]?.stopId;
  const at = reason.at ?? outside?.at;
  const allowedAt = reason.allowed_at ?? outside?.allowedAt;
  const clock = clockOf(reason, of);
  const view = {
    code,
    ...(shift === undefined
      ? {}
      : { vehicle_id: shift.vehicleId, shift_id: shift.shiftId, date: shift.date }),
    ...(amount === undefined ? {} : { amount }),
    ...(dimension === undefined ? {} : { dimension: dimension.name }),
    ...(reason.span === 'shift' ? {} : { span: reason.span }),
    ...(limit === undefined ? {} : { limit }),
    ...attributeOf(reason, order, of),
    ...relationOf(reason, of),
    ...visitsOf(reason, of),
    ...positionOf(reason, ownerIdx, of),
    ...(owner === undefined ? {} : { order_id: owner }),
    ...(stopId === undefined ? {} : { stop_id: stopId }),
    ...(at === undefined ? {} : { time: timeAt(at, clock, of.context.timeFormat) }),
    ...(allowedAt === undefined
      ? {}
      : { allowed_time: timeAt(allowedAt, clock, of.context.timeFormat) }),
    ...(reason.cost === null
      ? {}
      : { cost: roundMoney(reason.cost), unserved_cost: roundMoney(order.unservedCost) }),
    ...(reason.alone ? { alone: true as const } : {}),
  };
  const isEarly = at !== undefined && allowedAt !== undefined && at < allowedAt;
  const said = reasonText(code).says({ ...view, isAlone: reason.alone, isEarly, isApart });
  return { ...view, comment: `${said}${where(view)}.` };
}

/** Returns the rule of a reason. The core takes all windows that never open for those outside the period. */
function ruleOf(
  reason: ReasonMessage,
  of: Solved,
): { code: ReasonCode; limit?: LimitField | undefined; isApart: boolean } {
  const closed = reason.code === 'outside_period' ? closedOf(reason, of) : undefined;
  switch (closed) {
    case 'apart':
      return { code: 'time_window', isApart: true };
    case 'weekdays':
    case 'per':
      return { code: 'visit_spacing', limit: closed, isApart: false };
    default:
      return { code: reason.code, limit: reason.limit, isApart: false };
  }
}

/** Writes a change to the request with which the visit can be served; the core has tried it. */
export function suggestionView(remedy: ReasonMessage, order: OrderOfReason, of: Solved) {
  const view = reasonView(remedy, order, of);
  const facts = { ...view, isAlone: true, isEarly: false, isApart: false };
  const change = reasonText(remedy.code).suggests?.(facts) ?? ALLOWED;
  return { ...view, comment: `${change}${where(view)}: all other rules are then satisfied.` };
}

function attributeOf(
  { attribute, code }: ReasonMessage,
  order: OrderOfReason,
  { problem, context }: Solved,
): { attribute?: string } {
  if (attribute === null) return {};
  const { any_of_attributes: groups = [], required_attributes: required = [] } =
    problem.orders[order.idx] ?? {};
  const isOfGroup = code === 'attribute_missing' && !required.includes(attribute);
  const group = isOfGroup ? groups.find((each) => each[0] === attribute) : undefined;
  const nameOf = (idx: number): string => context.names.attributes[idx] ?? '';
  return { attribute: (group ?? [attribute]).map(nameOf).join(' or ') };
}

/** The relation that would be broken, and the orders that it binds: those that break it, if these are two. */
function relationOf({ code, relation, visits }: ReasonMessage, of: Solved) {
  const { problem, context } = of;
  if (code !== 'relation' || relation === undefined) return {};
  const pair = new Set(visits?.map((visit) => problem.visits[visit]?.order));
  const bound = pair.size > 1 ? visits : problem.relations[relation]?.visits;
  const position = context.names.relations[relation];
  return {
    ...(position === undefined ? {} : { relation: position }),
    orders: orderIds(bound ?? [], of).slice(0, ORDERS_MAX),
  };
}

/** The two orders that cannot share a route, or the visits of one order that do not suit each other. */
function visitsOf({ code, visits }: ReasonMessage, of: Solved) {
  if (visits === undefined || visits[0] === visits[1] || code === 'relation') return {};
  if (code !== 'visit_spacing') return { orders: orderIds(visits, of) };
  const numbers = visits.map((visit) => of.problem.visits[visit]?.number ?? 1);
  return { visits: numbers.toSorted((a, b) => a - b) };
}

function orderIds(visits: readonly number[], { problem, context }: Solved): string[] {
  const ids = visits.map((visit) => context.names.orders[problem.visits[visit]?.order ?? -1]);
  return [...new Set(ids.map((names) => names?.orderId ?? ''))];
}

/** The position that the order which would break the rule must have on its route. */
function positionOf({ code }: ReasonMessage, ownerIdx: number | undefined, { problem }: Solved) {
  const position = problem.orders[ownerIdx ?? -1]?.route_position;
  if (code !== 'route_position' || position === undefined) return {};
  return { route_position: position };
}

function ownerOf(stop: number, { problem }: Solved): number | undefined {
  const visit = problem.stops[stop]?.visit;
  return visit === undefined ? undefined : problem.visits[visit]?.order;
}

function clockOf({ shift, stop }: ReasonMessage, { problem }: Solved) {
  const option = stop === null ? undefined : problem.options[problem.stops[stop]?.options[0] ?? -1];
  const place = option === undefined ? undefined : problem.places[option.place];
  const clock = place?.clock ?? problem.shifts[shift ?? -1]?.clock ?? 0;
  return problem.clocks[clock] ?? { segments: [] };
}

/** Returns the window nearest to the planning period, and by how much it misses the period. */
function outsidePeriod(reason: ReasonMessage, of: Solved) {
  const [startAt, endAt] = of.problem.period;
  const closed = closedOf(reason, of);
  const windows = typeof closed === 'string' ? [] : (closed ?? []);
  const missed = windows.flatMap(([opens, closes]) => {
    if (closes !== null && startAt !== null && closes < startAt)
      return [{ amount: startAt - closes, at: closes, allowedAt: startAt }];
    if (opens !== null && endAt !== null && opens > endAt)
      return [{ amount: opens - endAt, at: opens, allowedAt: endAt }];
    return [];
  });
  return missed.toSorted((a, b) => a.amount - b.amount)[0];
}

function closedOf({ stop }: ReasonMessage, { context }: Solved) {
  return stop === null ? undefined : context.names.stops[stop]?.closed;
}

/** The suggestion for a code that has no text of its own. */
const ALLOWED = 'Fits if the order allows it';

function where({ code, vehicle_id, shift_id, date }: Omit<ReasonView, 'comment'>): string {
  if (vehicle_id !== undefined) return ` on ${vehicle_id} (shift ${shift_id}, ${date})`;
  return reasonText(code).isOfVehicles === true ? ' on every vehicle' : '';
}
