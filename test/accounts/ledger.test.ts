/** For any sequence of operations, every outcome equals that of a plain model, and the ledger adds up. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chargeOf, checkLedger, newCaller, withAccounts } from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

type Step =
  | { readonly kind: 'grant'; readonly credits: number }
  | { readonly kind: 'charge'; readonly credits: number; readonly key: string | null }
  /** `position` selects one of the charges that were tried so far. */
  | { readonly kind: 'refund'; readonly position: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('grant' as const), credits: fc.nat(50) }),
    fc.record({
      kind: fc.constant('charge' as const),
      credits: fc.nat(40),
      key: fc.constantFrom(null, null, 'k1', 'k2'),
    }),
    fc.record({ kind: fc.constant('refund' as const), position: fc.nat(6) }),
  ),
  { minLength: 20, maxLength: 40 },
);

/** Credits and quota are chosen so that random sequences meet every outcome, also too few credits or no quota left. */
const START_CREDITS = 50;
const DAILY_CREDITS_MAX = 70;

/** The same rules in a few lines of plain arithmetic. It shares no code with the service. */
function createModel(startCredits: number) {
  let balance = startCredits;
  let spentToday = 0;
  const charged: { credits: number; key: string | null; refunded: boolean }[] = [];
  return {
    balance: () => balance,
    grant(credits: number) {
      balance += credits;
    },
    charge(credits: number, key: string | null): { kind: string; position?: number } {
      const earlier = charged.find((one) => key !== null && one.key === key && !one.refunded);
      if (earlier !== undefined) return { kind: 'replayed' };
      if (balance < credits) return { kind: 'insufficient' };
      if (spentToday + credits > DAILY_CREDITS_MAX) return { kind: 'quota_exceeded' };
      balance -= credits;
      spentToday += credits;
      return { kind: 'charged', position: charged.push({ credits, key, refunded: false }) - 1 };
    },
    refund(position: number): string {
      const one = charged[position];
      if (one === undefined || one.refunded) return 'nothing_to_refund';
      one.refunded = true;
      balance += one.credits;
      spentToday -= one.credits;
      return 'refunded';
    },
  };
}

describeStores((stores) => {
  test('random grants, charges and refunds follow the model', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const kindsMet = new Set<string>();
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const limits = { credits: START_CREDITS, dailyCreditsMax: DAILY_CREDITS_MAX };
          const caller = await newCaller(bench, limits);
          const model = createModel(START_CREDITS);
          const requestIds: string[] = [];
          for (const step of sequence) {
            switch (step.kind) {
              case 'grant': {
                model.grant(step.credits);
                await accounts.grantCredits(caller.accountId, step.credits);
                break;
              }
              case 'charge': {
                const { credits, key } = step;
                const idempotency = key === null ? {} : { idempotency: { key, bodyHash: 'same' } };
                const charge = chargeOf(caller, { credits, ...idempotency });
                const expected = model.charge(credits, key);
                expect((await accounts.charge(charge)).kind).toBe(expected.kind);
                kindsMet.add(expected.kind);
                if (expected.position !== undefined)
                  requestIds[expected.position] = charge.requestId;
                break;
              }
              case 'refund': {
                const requestId = requestIds[step.position] ?? 'never charged';
                const outcome = await accounts.refund(requestId);
                expect(outcome.kind).toBe(model.refund(step.position));
                kindsMet.add(outcome.kind);
                break;
              }
            }
            expect(await accounts.balance(caller.accountId)).toBe(model.balance());
          }
        }),
        { numRuns: 60 },
      );
      await checkLedger(store);
      // Sequences that never meet an outcome would prove nothing about it.
      expect([...kindsMet].sort()).toEqual([
        'charged',
        'insufficient',
        'nothing_to_refund',
        'quota_exceeded',
        'refunded',
        'replayed',
      ]);
    });
  });
});
