/** `status`: Ok if every mandatory visit is served, Partial otherwise, Invalid for a plan with violations. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { keptOf } from './kept.js';
import { isBroken } from './violations.js';

export function checkStatus(checked: Checked): Finding[] {
  const { problem, response } = checked;
  const isMandatory = (orderId: string): boolean =>
    problem.orders.get(orderId)?.entry.mandatory ?? true;
  const isInvalid = response.routes.some(isBroken);
  const isPartial = response.unserved.some(({ order_id }) => isMandatory(order_id));
  const expected = isInvalid ? 'Invalid' : isPartial ? 'Partial' : 'Ok';
  const got = response.status;
  const comment = 'by what is served and what is violated';
  const findings: Finding[] =
    got === expected ? [] : [{ code: 'status', pointer: '/status', expected, got, comment }];
  if (problem.request.options?.mode === 'check') return findings;
  const kept = keptOf(checked);
  const others = checked.routes.filter((route) => !kept.includes(route));
  return findings.concat(
    others.flatMap(({ idx, pointer }): Finding[] => {
      const { violations = [] } = response.routes[idx] ?? {};
      if (violations.length === 0) return [];
      const comment = 'only routes that are kept may break a hard rule';
      const at = `${pointer}/violations`;
      return [{ code: 'violations', pointer: at, expected: [], got: violations, comment }];
    }),
  );
}
