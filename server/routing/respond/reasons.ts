/** Why visits are unserved: the core's codes, with names, times and a sentence each. */
import type { ReasonCode, ReasonMessage } from '../problem.js';
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
  span?: 'week' | 'period';
  attribute?: string;
  order_id?: string;
  stop_id?: string;
  time?: TimeText;
  allowed_time?: TimeText;
  cost?: number;
  unserved_cost?: number;
  alone?: true;
  comment: string;
};

/** What an order is called, and what it costs to leave a visit of it out. */
export type OrderOfReason = { idx: number; orderId: string; unservedCost: number };

export function reasonView(reason: ReasonMessage, order: OrderOfReason, of: Solved): ReasonView {
  const { names } = of.context;
  const { code } = reason;
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
    ...attributeOf(reason, order, of),
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
  return { ...view, comment: sentence(view, { isAlone: reason.alone, isEarly }) };
}

/** A change to the request with which the visit would be served, as it was tried. */
export function suggestionView(remedy: ReasonMessage, order: OrderOfReason, of: Solved) {
  const view = reasonView(remedy, order, of);
  return { ...view, comment: suggestion(view) };
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

/** The window that comes nearest to the planning period, and what of the period it misses. */
function outsidePeriod({ stop }: ReasonMessage, { problem, context }: Solved) {
  const [startAt, endAt] = problem.period;
  const windows = stop === null ? [] : (context.names.stops[stop]?.closed ?? []);
  const missed = windows.flatMap(([opens, closes]) => {
    if (closes !== null && startAt !== null && closes < startAt)
      return [{ amount: startAt - closes, at: closes, allowedAt: startAt }];
    if (opens !== null && endAt !== null && opens > endAt)
      return [{ amount: opens - endAt, at: opens, allowedAt: endAt }];
    return [];
  });
  return missed.toSorted((a, b) => a.amount - b.amount)[0];
}

type Said = Omit<ReasonView, 'comment'>;
type Manner = { isAlone: boolean; isEarly: boolean };

function sentence(reason: Said, manner: Manner): string {
  const said = headline(reason, manner);
  return `${said}${where(reason)}.`;
}

function where({ code, vehicle_id, shift_id, date }: Said): string {
  if (vehicle_id !== undefined) return ` on ${vehicle_id} (shift ${shift_id}, ${date})`;
  return OF_ALL.has(code) ? ' on every vehicle' : '';
}

const OF_ALL: ReadonlySet<ReasonCode> = new Set([
  'attribute_missing',
  'attribute_forbidden',
  'vehicle_not_allowed',
]);

/** A limit that counts over several shifts. */
const per = ({ span }: Said): string => (span === undefined ? '' : ` per ${span}`);

function headline(reason: Said, { isAlone, isEarly }: Manner): string {
  const { code, amount, dimension, attribute, order_id, time, allowed_time } = reason;
  const by = (unit: string): string => (amount === undefined ? '' : `: ${amount} ${unit}`);
  const room = isAlone ? 'There is room, but it' : 'It';
  switch (code) {
    case 'no_vehicle':
      return 'No shift may serve it: there is none within the planning period';
    case 'unreachable':
      return 'Unreachable: no road leads to it and on from there';
    case 'attribute_missing':
      return `${room} lacks the attribute ${attribute}`;
    case 'attribute_forbidden':
      return `${room} has the attribute ${attribute}, which the order forbids`;
    case 'vehicle_not_allowed':
      return `${room} is a vehicle that the order does not allow:`;
    case 'capacity':
      return dimension === undefined
        ? 'Capacity: more reloads than allowed'
        : `Capacity ${dimension}: ${amount ?? 0} too much`;
    case 'load_incompatible':
      return 'A load is on board that may not travel with it';
    case 'time_window': {
      const whose = order_id === undefined ? 'Time window' : `Time window of ${order_id}`;
      const when = time === undefined ? '' : `, service would start at ${time}`;
      const allowed = allowed_time === undefined ? '' : ` instead of ${allowed_time}`;
      return `${whose}${by(isEarly ? 's too early' : 's too late')}${when}${allowed}`;
    }
    case 'shift_time':
      return time === undefined
        ? `Number of shifts${per(reason)}${by('too many')}`
        : `Shift time${by('s missing')}, the route would end at ${time} instead of ${allowed_time}`;
    case 'latest_start':
      return `Latest start${by('s too late')}, the route would start at ${time} instead of ${allowed_time}`;
    case 'shift_rest':
      return `Rest between shifts${by('s too short')}`;
    case 'duration':
      return `Limit of duration${per(reason)}${by('s too long')}`;
    case 'driving_duration':
      return `Limit of driving time${per(reason)}${by('s too long')}`;
    case 'distance':
      return `Limit of distance${per(reason)}${by('m too far')}`;
    case 'stops':
      return `Limit of stops${by('too many')}`;
    case 'waiting_duration':
      return `Limit of waiting time${by('s too long')}`;
    case 'ride_duration':
      return `Ride${by('s too long')}`;
    case 'break':
      return 'A break that is owed could not begin within its windows';
    case 'driving_rules':
      return `The rests that driving asks for leave too little time${by('s without a rest')}`;
    case 'load_order':
      return 'Stops would unload in another order than asked for';
    case 'end_load':
      return `The route would end with ${amount ?? 0} of ${dimension ?? 'a load'} on board`;
    case 'route_position':
      return 'Stops of its route that have to be first or last would not be';
    case 'relation':
      return `A relation with other orders would be broken${by('s')}`;
    case 'visit_spacing':
      return 'The spacing of its visits would be broken, or not all of them can be made';
    case 'lock':
      return 'Locked stops of the plan leave no room';
    case 'outside_period':
      return time === undefined
        ? 'Outside the planning period: none of its time windows opens within it'
        : `Outside the planning period${by('s')}, its nearest time window is at ${time}, the period at ${allowed_time}`;
    case 'cheaper_unserved':
      return `To serve it would add ${reason.cost} to the cost, to leave it out costs ${reason.unserved_cost}`;
    case 'not_found_in_time':
      return 'No place was found for it before the search ended';
  }
}

function suggestion(reason: Said): string {
  return `${change(reason)}${where(reason)}: every other rule is kept then.`;
}

function change({ code, amount, dimension, attribute, order_id, span }: Said): string {
  const limit = span === undefined ? 'limit' : `limit per ${span}`;
  switch (code) {
    case 'capacity':
      return `Fits with ${amount} more ${dimension ?? ''}`.trimEnd();
    case 'shift_time':
      return span === undefined
        ? `Fits with ${amount} s of overtime`
        : `Fits with ${amount} more in the limit of shifts per ${span}`;
    case 'stops':
      return `Fits with ${amount} more in the limit of stops`;
    case 'distance':
      return `Fits with ${amount} m more in the ${limit} of distance`;
    case 'duration':
    case 'driving_duration':
    case 'waiting_duration':
      return `Fits with ${amount} s more in the ${limit} of ${code}`;
    case 'ride_duration':
      return `Fits with rides ${amount} s longer`;
    case 'time_window':
      return `Fits with a time window ${order_id === undefined ? '' : `of ${order_id} `}wider by ${amount} s`;
    case 'attribute_missing':
      return `Fits with the attribute ${attribute}`;
    case 'attribute_forbidden':
      return `Fits without the attribute ${attribute}`;
    default:
      return 'Fits if the order allows it';
  }
}
