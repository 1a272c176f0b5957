/** The effect of manual changes: cost, broken rules, and what the user can do next. */
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
import { violationWords } from './violation-words.js';

const IMPROVE_SECONDS = 5;
/** The number of broken rules in the verdict, which stays visible everywhere. */
const BROKEN_SHOWN = 2;

type Props = { before: Plan; after: Plan };

const brokenRules = ({ routes }: Plan): string[] =>
  routes.flatMap((route) => route.violations.map((each) => violationWords(each, route)));

const differenceOf = ({ before, after }: Props): number =>
  after.statistics.cost.total - before.statistics.cost.total;

function Difference(props: Props) {
  const difference = differenceOf(props);
  return (
    <span class={difference > 0 ? 'bad' : 'good'}>
      {difference > 0 ? '+' : ''}
      {formatMoney(difference)}
    </span>
  );
}

/** The verdict in one line, visible in every part of the plan. */
export function Verdict(props: Props) {
  const { edit } = TEXTS;
  if (changeCount.value === 0 && !isChecking.value && editError.value === undefined) return null;
  const broken = brokenRules(props.after);
  return (
    <section class="verdict" aria-live="polite" data-testid="verdict">
      <div>
        {changeCount.value > 0 && (
          <p>
            <strong>{edit.changes(changeCount.value)}</strong> · {edit.difference}{' '}
            <Difference {...props} />
            {' · '}
            {broken.length === 0 ? edit.keepsRules : edit.brokenCount(broken.length)}
          </p>
        )}
        {isChecking.value && <p class="hint">{edit.checking}</p>}
        {editError.value !== undefined && <p class="bad">{editError.value}</p>}
        <ul class="violations">
          {broken.slice(0, BROKEN_SHOWN).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      <button type="button" disabled={changeCount.value === 0} onClick={undo} title="Ctrl+Z">
        {edit.undo}
      </button>
    </section>
  );
}

export function Changes(props: Props) {
  const [error, setError] = useState<string>();
  const { edit } = TEXTS;
  const broken = brokenRules(props.after);
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
            <Difference {...props} />.{' '}
            {isChecking.value ? edit.checking : edit.tookMs(checkMs.value ?? 0)}.
          </p>
          {broken.length === 0 ? (
            <p>{edit.keepsRules}</p>
          ) : (
            <>
              <h3>{edit.broken}</h3>
              <ul class="violations">
                {broken.map((words) => (
                  <li key={words}>{words}</li>
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
