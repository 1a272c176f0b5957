/** A plan: totals, routes and stops, unserved orders with reasons, manual changes, and the comparison. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../api.js';
import {
  formatDate,
  formatDistance,
  formatDuration,
  formatMoney,
  formatNumber,
} from '../format.js';
import { EMPTY_SCENE, scene } from '../map/scene.js';
import { Figure, Notice, Tabs } from '../parts/parts.js';
import { chosen, isElsewhere, linked, setAddress, show, shown } from '../state.js';
import { TEXTS } from '../texts.js';
import { Changes, Verdict } from './changes.js';
import { Compare, ghostOf } from './compare.js';
import { changeCount, displayed, undo } from './edit.js';
import { openJob } from './open-job.js';
import { planScene } from './plan-scene.js';
import { RouteList } from './route-list.js';
import { TakeAway } from './take-away-menu.js';
import type { Plan } from './types.js';
import { UnservedList } from './unserved-list.js';

type Part = keyof typeof TEXTS.plan.tabs;
const part = signal<Part>('routes');

export function PlanView() {
  const [error, setError] = useState<string>();
  const from = shown.value;
  const plan = displayed.value;
  const ghost = plan === undefined ? undefined : ghostOf(plan);
  const wanted = linked.value;
  const isOther = isElsewhere.value;
  useEffect(() => {
    setError(undefined);
    if (wanted === undefined || wanted === shown.peek()?.jobId) return;
    openJob(wanted).catch((failed: unknown) => {
      setError(messageOf(failed));
    });
  }, [wanted]);
  useEffect(() => {
    // If the address names no job, put the shown plan's job into it.
    if (wanted === undefined) setAddress(from?.jobId);
  }, [from, wanted]);
  useEffect(() => {
    // The map moves when another plan is shown, but not after a change to the same plan.
    scene.value =
      plan === undefined || isOther
        ? EMPTY_SCENE
        : planScene(plan, `plan ${from?.jobId ?? plan.routes.length}`, ghost);
  }, [plan, ghost, isOther]);
  useEffect(() => {
    if (chosen.value !== undefined) part.value = 'routes';
  }, [chosen.value]);
  useEffect(() => {
    addEventListener('keydown', undoByKey);
    return () => removeEventListener('keydown', undoByKey);
  }, []);
  if (from === undefined || plan === undefined || isOther) {
    return <Empty error={error} isLoading={wanted !== undefined && error === undefined} />;
  }
  const { tabs, tabsLabel } = TEXTS.plan;
  const count = plan.unserved.length;
  return (
    <div class="stack">
      <Title plan={plan} />
      <Totals plan={plan} />
      {from.jobId !== undefined && from.request.vehicles.length === 0 && (
        <Notice kind="info">{TEXTS.jobs.needsRequest}</Notice>
      )}
      {warningsOf(plan).map(([comment, count]) => (
        <Notice kind="info" key={comment}>
          {comment} {count > 1 && TEXTS.plan.times(count)}
        </Notice>
      ))}
      <TakeAway shown={from} plan={plan} />
      <Tabs
        label={tabsLabel}
        names={{
          ...tabs,
          unserved: (
            <>
              {tabs.unserved}{' '}
              <span class={count > 0 ? 'count bad' : 'count'}>{formatNumber(count)}</span>
            </>
          ),
        }}
        chosen={part.value}
        onChoose={(name) => (part.value = name)}
      />
      {part.value !== 'edit' && <Verdict before={from.plan} after={plan} />}
      {part.value === 'routes' && <RouteList plan={plan} request={from.request} />}
      {part.value === 'unserved' && <UnservedList plan={plan} request={from.request} />}
      {part.value === 'edit' && <Changes before={from.plan} after={plan} />}
      {part.value === 'compare' && <Compare current={from} plan={plan} />}
    </div>
  );
}

/** Undoes the last change, except while the user types: the text field then handles the key. */
function undoByKey(event: KeyboardEvent): void {
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return;
  if (changeCount.peek() === 0) return;
  event.preventDefault();
  undo();
}

function Title({ plan }: { plan: Plan }) {
  const dates = [...new Set(plan.routes.map(({ date }) => date))].toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  return (
    <div class="title-row">
      <h1>
        {first === undefined || last === undefined
          ? TEXTS.app.views.plan
          : first === last
            ? formatDate(first)
            : `${formatDate(first)} – ${formatDate(last)}`}
      </h1>
      <span class={`state ${plan.status}`}>{TEXTS.plan.status[plan.status]}</span>
    </div>
  );
}

/** Returns each distinct warning once, with its count. */
function warningsOf({ warnings }: Plan): [comment: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { comment } of warnings) counts.set(comment, (counts.get(comment) ?? 0) + 1);
  return [...counts];
}

function Totals({ plan: { statistics: sums, unserved } }: { plan: Plan }) {
  const { totals } = TEXTS.plan;
  return (
    <dl class="figures">
      <Figure name={totals.cost} value={formatMoney(sums.cost.total)} />
      <Figure name={totals.distance} value={formatDistance(sums.distance)} />
      <Figure name={totals.driving} value={formatDuration(sums.driving_duration)} />
      <Figure name={totals.duration} value={formatDuration(sums.duration)} />
      <Figure name={totals.waiting} value={formatDuration(sums.waiting_duration)} />
      <Figure name={totals.vehicles} value={formatNumber(sums.vehicles)} />
      <Figure name={totals.served} value={formatNumber(sums.orders_served)} />
      <Figure
        name={totals.unserved}
        value={formatNumber(unserved.length)}
        {...(unserved.length > 0 ? { tone: 'bad' as const } : {})}
      />
    </dl>
  );
}

function Empty({ error, isLoading }: { error: string | undefined; isLoading: boolean }) {
  return (
    <div class="stack">
      <h1>{TEXTS.app.views.plan}</h1>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <p>{isLoading ? TEXTS.common.loading : `${TEXTS.plan.none} ${TEXTS.plan.noneHint}`}</p>
      <button type="button" class="primary" onClick={() => show('new')}>
        {TEXTS.plan.make}
      </button>
    </div>
  );
}
