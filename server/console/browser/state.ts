/** The state that several parts of the page share. Each fact is stored once; everything else is computed from it. */
import { batch, computed, signal } from '@preact/signals';
import type { Plan, PlanRequest } from './plan/types.js';

export type View = 'new' | 'plan' | 'matrix' | 'jobs' | 'account';
const VIEWS: readonly View[] = ['new', 'plan', 'matrix', 'jobs', 'account'];

/** Parses `#plan/JOB`: a link to a job's plan that can be bookmarked and sent to others with access to the account. */
const partsOf = (hash: string): [view: View, jobId: string | undefined] => {
  const [name, jobId] = hash.slice(1).split('/');
  return [VIEWS.find((view) => name === view) ?? 'new', jobId === '' ? undefined : jobId];
};

export const view = signal<View>(partsOf(location.hash)[0]);
/** The job that the address names. */
export const linked = signal<string | undefined>(partsOf(location.hash)[1]);
addEventListener('hashchange', () => {
  [view.value, linked.value] = partsOf(location.hash);
});
export function show(next: View): void {
  location.hash = next;
}
export const linkOf = (jobId: string): string => `#plan/${jobId}`;
export function showJob(jobId: string): void {
  location.hash = linkOf(jobId);
}

/** A plan with its request: both are needed to change the plan. */
export type Shown = { jobId: string | undefined; request: PlanRequest; plan: Plan };
export const shown = signal<Shown | undefined>(undefined);
/** A job that is being watched. `back` is the view that it was started from. */
export type Watched = { jobId: string; request: PlanRequest; back?: View };
export const watched = signal<Watched | undefined>(undefined);

/** Whether the address names a job other than the one shown. */
export const isElsewhere = computed(
  () => linked.value !== undefined && linked.value !== shown.value?.jobId,
);
/** Whether the watched job is shown. It comes before any plan, unless the address names another job. */
export const isWatching = computed(
  () =>
    watched.value !== undefined &&
    (linked.value === undefined || linked.value === watched.value.jobId),
);

/** Shows another plan and puts its job in the address, so that it can be bookmarked, sent and reloaded. */
export function showPlan(next: Shown): void {
  batch(() => {
    shown.value = next;
    hidden.value = new Set();
    chosen.value = undefined;
    if (view.peek() === 'plan') setAddress(next.jobId);
  });
}

export function setAddress(jobId: string | undefined): void {
  if (jobId === undefined) return;
  history.replaceState(null, '', linkOf(jobId));
  linked.value = jobId;
}

/** The route or stop under the pointer, highlighted on the map, in lists and in the timeline. */
export type Pointed = { route: number; stop?: number };
export const pointed = signal<Pointed | undefined>(undefined);
/** The route or stop that was clicked. Lists open there. */
export const chosen = signal<Pointed | undefined>(undefined);
/** Routes that are hidden. */
export const hidden = signal<ReadonlySet<number>>(new Set());

export type Theme = 'light' | 'dark';
const THEME = 'route-engine-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const kept = localStorage.getItem(THEME);
export const theme = signal<Theme>(
  kept === 'light' || kept === 'dark' ? kept : dark.matches ? 'dark' : 'light',
);
export function setTheme(next: Theme): void {
  localStorage.setItem(THEME, next);
  theme.value = next;
}
