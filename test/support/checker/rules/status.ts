/** `status`: Ok if every mandatory visit is served, Partial otherwise, Invalid for a plan with violations. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { isBroken } from './violations.js';

export function checkStatus({ problem, response }: Checked): Finding[] {
  const isMandatory = (orderId: string): boolean =>
    problem.orders.get(orderId)?.entry.mandatory ?? true;
  const isOfGivenPlan = ['check', 'insert'].includes(problem.request.options?.mode ?? 'optimize');
  const isInvalid = isOfGivenPlan && response.routes.some(isBroken);
  const isPartial = response.unserved.some(({ order_id }) => isMandatory(order_id));
  const expected = isInvalid ? 'Invalid' : isPartial ? 'Partial' : 'Ok';
  const got = response.status;
  const comment = 'by what is served and what is violated';
  const findings: Finding[] =
    got === expected ? [] : [{ code: 'status', pointer: '/status', expected, got, comment }];
  if (isOfGivenPlan) return findings;
  return findings.concat(
    response.routes.flatMap(({ violations = [] }, idx): Finding[] => {
      if (violations.length === 0) return [];
      const pointer = `/routes/${idx}/violations`;
      const rule = 'an optimized plan breaks no hard rule';
      return [{ code: 'violations', pointer, expected: [], got: violations, comment: rule }];
    }),
  );
}
