/** A running job: its falling cost, its best plan on the map, and a button to stop it early. */
import { useEffect, useState } from 'preact/hooks';
import { call, messageOf, resultOf, send } from './api.js';
import { forgetColors } from './colors.js';
import { formatMoney, formatNumber, formatPercent } from './format.js';
import { jobEvents, type JobStatus } from './job-events.js';
import { scene } from './map/scene.js';
import { requestScene } from './new/request-scene.js';
import { Figure, Notice } from './parts/parts.js';
import { outlineScene, type Outline } from './plan/outline-scene.js';
import { readPlan, type AnsweredPlan } from './plan/read-plan.js';
import { hidden, show, showPlan, watched, type Watched } from './state.js';
import { TEXTS } from './texts.js';

type Course = { status: JobStatus | undefined; costs: [seconds: number, cost: number][] };

export function Watch() {
  const job = watched.value;
  const [course, setCourse] = useState<Course>({ status: undefined, costs: [] });
  const [error, setError] = useState<string>();
  const [hasEnded, setEnded] = useState(false);
  const [isLost, setLost] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (job === undefined) return undefined;
    setError(undefined);
    setEnded(false);
    const abort = new AbortController();
    hidden.value = new Set();
    forgetColors();
    scene.value = requestScene(job.request, `watch ${job.jobId}`);
    follow(job, abort.signal, setCourse, setLost).catch((failed: unknown) => {
      if (abort.signal.aborted) return;
      setError(messageOf(failed));
      setEnded(true);
    });
    return () => abort.abort();
  }, [job?.jobId, attempt]);
  if (job === undefined) return null;
  const { status, costs } = course;
  const best = status?.best ?? undefined;
  const isWaiting = status !== undefined && status.queue_position > 0;
  return (
    <div class="stack">
      <h1>{TEXTS.watch.title}</h1>
      {!hasEnded && (
        <>
          <p class="hint">
            {isWaiting
              ? TEXTS.watch.waiting(status.queue_position)
              : TEXTS.watch.searching(formatPercent(status?.progress ?? 0))}
          </p>
          <progress max={1} value={status?.progress ?? 0} aria-label={TEXTS.watch.title} />
          {isLost && <Notice kind="info">{TEXTS.watch.lost}</Notice>}
        </>
      )}
      <dl class="figures">
        <Figure
          name={TEXTS.watch.best}
          value={best === undefined ? TEXTS.watch.none : formatMoney(best.cost)}
        />
        <Figure name={TEXTS.watch.unserved} value={formatNumber(best?.unserved ?? 0)} />
        <Figure name={TEXTS.watch.vehicles} value={formatNumber(best?.vehicles ?? 0)} />
      </dl>
      <CostCurve costs={costs} />
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {hasEnded ? (
        <div class="buttons">
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            {TEXTS.watch.again}
          </button>
          <button type="button" class="primary" onClick={() => leave(job)}>
            {TEXTS.watch.close}
          </button>
        </div>
      ) : (
        <button
          type="button"
          onClick={() =>
            void cancel(job).catch((failed: unknown) => {
              setError(messageOf(failed));
            })
          }
        >
          {TEXTS.watch.cancel}
        </button>
      )}
    </div>
  );
}

async function follow(
  job: Watched,
  abort: AbortSignal,
  onCourse: (course: Course) => void,
  onLost: (isLost: boolean) => void,
): Promise<void> {
  const costs: Course['costs'] = [];
  let drawnCost: number | undefined;
  for await (const status of jobEvents(job.jobId, abort, onLost)) {
    if (status.best !== null) costs.push([status.elapsed, status.best.cost]);
    onCourse({ status, costs: [...costs] });
    if (status.status === 'Running') {
      drawnCost = await drawBest(job, status, drawnCost, abort);
      continue;
    }
    if (status.status !== 'Completed' || status.url === undefined) {
      const { message = TEXTS.watch.failed, comment = '' } = status.error ?? {};
      throw new Error(
        status.status === 'Cancelled' ? TEXTS.watch.cancelled : `${message} ${comment}`,
      );
    }
    const plan = readPlan(await resultOf<AnsweredPlan>(job.jobId, status.url, abort));
    showPlan({ ...job, plan });
    watched.value = undefined;
    // The job has changed the balance.
    await call('GET', '/engine/account/v1');
  }
}

/** Draws the best plan unless it is already drawn, and returns the cost of the plan that is drawn. */
async function drawBest(
  { jobId }: Watched,
  { best }: JobStatus,
  drawnCost: number | undefined,
  abort: AbortSignal,
): Promise<number | undefined> {
  if (best === null || best.cost === drawnCost) return drawnCost;
  const path = `/engine/jobs/v1/outline?jobid=${encodeURIComponent(jobId)}`;
  // If the outline is not available now, the next event may bring it. The figures matter more.
  const outline = await call<Outline>('GET', path, { signal: abort }).catch((error: unknown) => {
    if (abort.aborted) throw error;
    return undefined;
  });
  if (outline === undefined) return drawnCost;
  if (outline.best === null || outline.best.cost === drawnCost) return drawnCost;
  scene.value = outlineScene(outline, jobId);
  return outline.best.cost;
}

async function cancel(job: Watched): Promise<void> {
  await send('DELETE', `/engine/routing/v1?jobid=${encodeURIComponent(job.jobId)}`);
  leave(job);
}

function leave({ back = 'new' }: Watched): void {
  watched.value = undefined;
  show(back);
}

const WIDTH = 320;
const HEIGHT = 120;

function CostCurve({ costs }: Pick<Course, 'costs'>) {
  const values = costs.map(([, cost]) => cost);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const end = Math.max(...costs.map(([seconds]) => seconds), 1);
  const steps = costs.map(([seconds, cost], idx) => {
    const x = (seconds / end) * WIDTH;
    const y = high > low ? 8 + ((high - cost) / (high - low)) * (HEIGHT - 16) : HEIGHT / 2;
    return idx === 0 ? `M0,${y} H${x}` : `H${x} V${y}`;
  });
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={TEXTS.watch.cost}>
        <path d={steps.join(' ')} />
      </svg>
      <figcaption>{TEXTS.watch.cost}</figcaption>
    </figure>
  );
}
