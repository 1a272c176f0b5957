/** What changes by hand have done: cost, broken rules, and the ways on from here. */
import { useState } from 'preact/hooks';
import { messageOf } from '../api.js';
import { formatMoney } from '../format.js';
import { Notice } from '../parts/parts.js';
import { TEXTS } from '../texts.js';
import {
  apply,
  changeCount,
  checkMs,
  editError,
  forgetEdits,
  improve,
  isChecking,
  undo,
} from './edit.js';
import type { Plan } from './types.js';

const IMPROVE_SECONDS = 5;

export function Changes({ before, after }: { before: Plan; after: Plan }) {
  const [error, setError] = useState<string>();
  const { edit } = TEXTS;
  const violations = after.routes.flatMap(({ vehicle_id: vehicle, violations: broken }) =>
    broken.map(({ code, amount }) => ({ vehicle, code, amount })),
  );
  const difference = after.statistics.cost.total - before.statistics.cost.total;
  const known = editError.value ?? error;
  return (
    <section class="stack" aria-live="polite">
      <p class="hint">{edit.hint}</p>
      {changeCount.value === 0 ? (
        <p>{isChecking.value ? edit.checking : edit.none}</p>
      ) : (
        <>
          <p data-testid="changes">
            <strong>{edit.changes(changeCount.value)}</strong>. {edit.difference}{' '}
            <span class={difference > 0 ? 'bad' : 'good'}>
              {difference > 0 ? '+' : ''}
              {formatMoney(difference)}
            </span>
            . {isChecking.value ? edit.checking : edit.tookMs(checkMs.value ?? 0)}.
          </p>
          {violations.length === 0 ? (
            <p>{edit.keepsRules}</p>
          ) : (
            <>
              <h3>{edit.broken}</h3>
              <ul class="violations">
                {violations.map(({ vehicle, code, amount }, idx) => (
                  <li key={idx}>
                    {code.replaceAll('_', ' ')}
                    {amount === undefined ? '' : ` (${amount})`} {edit.onRoute(vehicle)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {known !== undefined && <Notice kind="error">{known}</Notice>}
      <div class="buttons">
        <button type="button" disabled={changeCount.value === 0} onClick={undo}>
          {edit.undo}
        </button>
        <button type="button" disabled={changeCount.value === 0} onClick={forgetEdits}>
          {edit.discard}
        </button>
        <button type="button" disabled={changeCount.value === 0} onClick={apply}>
          {edit.apply}
        </button>
        <button
          type="button"
          class="primary"
          onClick={() =>
            void improve(IMPROVE_SECONDS).catch((failed: unknown) => {
              setError(messageOf(failed));
            })
          }
        >
          {edit.improve}
        </button>
      </div>
    </section>
  );
}
