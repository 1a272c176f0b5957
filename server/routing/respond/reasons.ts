/** Why visits are unserved: the core's codes, with names and a sentence each. */
import type { ReasonCode, SolutionMessage } from '../problem.js';
import type { Names } from '../names.js';

type ReasonMessage = SolutionMessage['unserved'][number]['reasons'][number];

export type ReasonView = {
  code: ReasonCode;
  vehicle_id?: string;
  shift_id?: string;
  amount?: number;
  dimension?: string;
  comment: string;
};

/** What a shift does not do, and in what its amounts are counted. */
const PREDICATES: Readonly<Record<ReasonCode, { predicate: string; unit?: string }>> = {
  no_vehicle: { predicate: 'may serve it' },
  unreachable: { predicate: 'finds no road to it and on from there' },
  attribute_missing: { predicate: 'lacks an attribute that it requires' },
  attribute_forbidden: { predicate: 'has an attribute that it forbids' },
  vehicle_not_allowed: { predicate: 'belongs to a vehicle that it does not allow' },
  capacity: { predicate: 'has too little capacity', unit: 'too much' },
  load_incompatible: { predicate: 'has a load on board that may not travel with it' },
  time_window: { predicate: 'would start service outside its time windows', unit: 's too late' },
  shift_time: { predicate: 'has too little time left', unit: 's missing' },
  duration: { predicate: 'would exceed its limit of duration', unit: 's too long' },
  driving_duration: { predicate: 'would exceed its limit of driving time', unit: 's too long' },
  distance: { predicate: 'would exceed its limit of distance', unit: 'm too far' },
  stops: { predicate: 'would exceed its limit of stops', unit: 'too many' },
  waiting_duration: { predicate: 'would exceed its limit of waiting time', unit: 's too long' },
  ride_duration: { predicate: 'would keep it on board for too long', unit: 's too long' },
  break: { predicate: 'would miss its breaks', unit: 's missing' },
  driving_rules: { predicate: 'would drive for too long without a rest', unit: 's too long' },
  load_order: { predicate: 'would unload in another order than asked for' },
  relation: { predicate: 'would break a relation with other orders' },
  visit_spacing: { predicate: 'would break the spacing of its visits' },
  lock: { predicate: 'is held by locked stops of the plan' },
  outside_period: { predicate: 'has no time for it within the planning period' },
  cheaper_unserved: { predicate: 'would cost more than leaving it out' },
  not_found_in_time: {
    predicate: 'would have room for it, but the search ended without a way to use it',
  },
};

export function reasonView(reason: ReasonMessage, names: Names): ReasonView {
  const { code } = reason;
  const shift = reason.shift === null ? undefined : names.shifts[reason.shift];
  const dimension = reason.dimension === null ? undefined : names.dimensions[reason.dimension];
  const amount = reason.amount === null ? undefined : reason.amount / (dimension?.scale ?? 1);
  return {
    code,
    ...(shift === undefined ? {} : { vehicle_id: shift.vehicleId, shift_id: shift.shiftId }),
    ...(amount === undefined ? {} : { amount }),
    ...(dimension === undefined ? {} : { dimension: dimension.name }),
    comment: sentence(code, shift, amount, dimension?.name),
  };
}

function sentence(
  code: ReasonCode,
  shift: Names['shifts'][number] | undefined,
  amount: number | undefined,
  dimension: string | undefined,
): string {
  const subject =
    shift === undefined
      ? subjectOfAll(code)
      : `Shift ${shift.shiftId} of ${shift.vehicleId} on ${shift.date}`;
  const { predicate, unit } = PREDICATES[code];
  const ofDimension = dimension === undefined ? '' : ` of ${dimension}`;
  const byHowMuch = amount === undefined || unit === undefined ? '' : ` (${amount} ${unit})`;
  return `${subject} ${predicate}${ofDimension}${byHowMuch}.`;
}

/** What holds of every shift, and what is meant of one that is not named. */
function subjectOfAll(code: ReasonCode): string {
  if (code === 'no_vehicle') return 'No shift';
  return code === 'not_found_in_time' ? 'Some shift' : 'Every shift';
}
