/** A rule that a route breaks, with the names of the request. */
import type { LimitField, ReasonCode, SpanMessage, ViolationMessage } from '../problem.js';
import type { Solved } from './context.js';

export type ViolationView = {
  code: ReasonCode;
  amount?: number;
  stop?: number;
  dimension?: string;
  span?: Exclude<SpanMessage, 'shift'>;
  limit?: LimitField;
  relation?: number;
  orders?: string[];
};

/** `relation` is a position in the request. A rule between visits is reported once, at the later visit. */
export function violationView(violation: ViolationMessage, of: Solved): ViolationView {
  const { problem, context } = of;
  const { code, amount, stop, span, limit, visits } = violation;
  const dimension =
    violation.dimension === null ? undefined : context.names.dimensions[violation.dimension];
  const relation =
    violation.relation === null ? undefined : context.names.relations[violation.relation];
  const orderIdOf = (visit: number): string =>
    context.names.orders[problem.visits[visit]?.order ?? -1]?.orderId ?? '';
  return {
    code,
    ...(amount === null ? {} : { amount: amount / (dimension?.scale ?? 1) }),
    ...(stop === null ? {} : { stop }),
    ...(dimension === undefined ? {} : { dimension: dimension.name }),
    ...(span === 'shift' ? {} : { span }),
    ...(limit === undefined ? {} : { limit }),
    ...(relation === undefined ? {} : { relation }),
    ...(visits === null ? {} : { orders: [...new Set(visits.map(orderIdOf))] }),
  };
}
