/** What more than one part of the page looks at. Each thing is held once; the rest is computed from it. */
import { signal } from '@preact/signals';
import type { Plan, PlanRequest } from './plan/types.js';

export type View = 'new' | 'plan' | 'matrix' | 'jobs' | 'account';
const VIEWS: readonly View[] = ['new', 'plan', 'matrix', 'jobs', 'account'];

const viewOf = (hash: string): View => VIEWS.find((view) => hash === `#${view}`) ?? 'new';

export const view = signal<View>(viewOf(location.hash));
addEventListener('hashchange', () => {
  view.value = viewOf(location.hash);
});
export function show(next: View): void {
  location.hash = next;
}

/** A plan with what was asked for: both are needed to change it. */
export type Shown = { jobId: string | undefined; request: PlanRequest; plan: Plan };
export const shown = signal<Shown | undefined>(undefined);
/** A job that is being watched. */
export type Watched = { jobId: string; request: PlanRequest };
export const watched = signal<Watched | undefined>(undefined);

/** Pointed at in the map, in a list or in the timeline: the same everywhere. */
export type Pointed = { route: number; stop?: number };
export const pointed = signal<Pointed | undefined>(undefined);
/** Routes that are hidden. */
export const hidden = signal<ReadonlySet<number>>(new Set());

export type Theme = 'light' | 'dark';
const THEME = 'route-engine-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const chosen = localStorage.getItem(THEME);
export const theme = signal<Theme>(
  chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light',
);
export function setTheme(next: Theme): void {
  localStorage.setItem(THEME, next);
  theme.value = next;
}
