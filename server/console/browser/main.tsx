/** The console: starts the page, and shows one view at a time beside the map that they share. */
import 'maplibre-gl/dist/maplibre-gl.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/forms.css';
import './styles/figures.css';
import './styles/narrow.css';
import './styles/plan.css';
import './styles/short.css';
import './styles/print.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Account } from './account.js';
import { apiKey, credits, signOut } from './api.js';
import { Jobs } from './jobs.js';
import { MapPane } from './map/pane.js';
import { Matrix } from './matrix/matrix.js';
import { NewPlan } from './new/new-plan.js';
import { Icon } from './parts/parts.js';
import { PlanView } from './plan/plan-view.js';
import { Sheets } from './plan/sheets.js';
import { Timeline } from './plan/timeline.js';
import { SignIn } from './sign-in.js';
import {
  isElsewhere,
  isWatching,
  setTheme,
  show,
  shown,
  theme,
  view,
  watched,
  type View,
} from './state.js';
import { TEXTS } from './texts.js';
import { Watch } from './watch.js';

const VIEWS = { new: NewPlan, plan: PlanView, matrix: Matrix, jobs: Jobs, account: Account };
const WITH_MAP: ReadonlySet<View> = new Set(['new', 'plan', 'matrix']);

function App() {
  const panel = useRef<HTMLElement>(null);
  const seen = apiKey.value === '' ? undefined : `${view.value} ${isWatching.value}`;
  const before = useRef(seen);
  useEffect(() => {
    // If the focused element vanished with its view, keyboard users continue in the new view, not at the page's top.
    const isLost = document.activeElement === document.body;
    if (isLost && before.current !== seen) panel.current?.focus();
    before.current = seen;
  }, [seen]);
  if (apiKey.value === '') return <SignIn />;
  const Shown = VIEWS[view.value];
  const watches = isWatching.value && view.value === 'plan';
  const hasMap = WITH_MAP.has(view.value);
  const hasTimeline =
    view.value === 'plan' && !watches && !isElsewhere.value && shown.value !== undefined;
  return (
    <>
      <div class={`shell ${hasMap ? 'with-map' : ''} ${hasTimeline ? 'with-timeline' : ''}`}>
        <Header />
        <Navigation />
        <main class="panel" ref={panel} tabIndex={-1}>
          {watches ? <Watch key={watched.value?.jobId} /> : <Shown />}
        </main>
        <MapPane isShown={hasMap} />
        {hasTimeline && <Timeline />}
      </div>
      <Sheets />
    </>
  );
}

function Header() {
  const isDark = theme.value === 'dark';
  const label = isDark ? TEXTS.app.light : TEXTS.app.dark;
  return (
    <header class="top">
      <img src="/engine/console/icon.svg" alt="" width="26" height="26" />
      <span class="name">{TEXTS.app.name}</span>
      <span class="space" />
      {credits.value !== undefined && (
        <span class="badge" data-testid="credits">
          {TEXTS.app.credits(credits.value)}
        </span>
      )}
      <a class="quiet wide-only" href="/engine/docs">
        {TEXTS.app.docs}
      </a>
      <button
        type="button"
        class="quiet"
        aria-label={label}
        title={label}
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
      >
        <Icon name={isDark ? 'sun' : 'moon'} />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={TEXTS.app.signOut}
        title={TEXTS.app.signOut}
        onClick={signOut}
      >
        <Icon name="out" />
      </button>
    </header>
  );
}

function Navigation() {
  return (
    <nav class="rail" aria-label={TEXTS.app.navigation}>
      {(Object.keys(VIEWS) as View[]).map((name) => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={view.value === name ? 'page' : undefined}
          onClick={() => show(name)}
        >
          <Icon name={name} />
          <span>{TEXTS.app.views[name]}</span>
        </a>
      ))}
    </nav>
  );
}

effect(() => {
  const name = apiKey.value === '' ? TEXTS.signIn.title : TEXTS.app.views[view.value];
  document.title = TEXTS.app.pageTitle(name);
});
effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});
const root = document.getElementById('console');
if (root !== null) render(<App />, root);
