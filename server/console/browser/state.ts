/** What more than one part of the page looks at. Each thing is held once; the rest is computed from it. */
import { batch, computed, signal } from '@preact/signals';
import type { Plan, PlanRequest } from './plan/types.js';

export type View = 'new' | 'plan' | 'matrix' | 'jobs' | 'account';
const VIEWS: readonly View[] = ['new', 'plan', 'matrix', 'jobs', 'account'];

/** `#plan/JOB` is a link to a job's plan, which may be kept and sent to others of the account. */
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

/** A plan with what was asked for: both are needed to change it. */
export type Shown = { jobId: string | undefined; request: PlanRequest; plan: Plan };
export const shown = signal<Shown | undefined>(undefined);
/** A job that is being watched. */
/** `back` is where it was sent from. */
export type Watched = { jobId: string; request: PlanRequest; back?: View };
export const watched = signal<Watched | undefined>(undefined);

/** Whether the address names another job than the one that is shown. */
export const isElsewhere = computed(
  () => linked.value !== undefined && linked.value !== shown.value?.jobId,
);
/** A job that is watched is seen before any plan but one that the address asks for. */
export const isWatching = computed(
  () =>
    watched.value !== undefined &&
    (linked.value === undefined || linked.value === watched.value.jobId),
);

/** Another plan is another view, with an address of its own: to be kept, sent to others, and there again after a reload. */
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

/** Pointed at in the map, in a list or in the timeline: the same everywhere. */
export type Pointed = { route: number; stop?: number };
export const pointed = signal<Pointed | undefined>(undefined);
/** Clicked, and not only pointed at: lists open there. */
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
