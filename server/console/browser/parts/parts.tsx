/** Small components that several views share. */
import type { ComponentChildren } from 'preact';
import { TEXTS } from '../texts.js';

export function Notice({
  kind,
  children,
}: {
  kind: 'error' | 'info';
  children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'error' && <strong>{TEXTS.common.error}. </strong>}
      {children}
    </div>
  );
}

/** The head of a table: one row with the names of its columns. */
export function TableHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function Figure({
  name,
  value,
  tone,
}: {
  name: string;
  value: string;
  tone?: 'good' | 'bad';
}) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd class={tone ?? ''}>{value}</dd>
    </div>
  );
}

type TabsProps<Name extends string> = {
  label: string;
  names: Readonly<Record<Name, ComponentChildren>>;
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Tabs: arrow keys move between them, as screen readers announce. */
export function Tabs<Name extends string>({ label, names, chosen, onChoose }: TabsProps<Name>) {
  const keys = Object.keys(names) as Name[];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = keys[(keys.indexOf(chosen) + step + keys.length) % keys.length];
    if (next === undefined) return;
    onChoose(next);
    const list = event.currentTarget;
    if (list instanceof HTMLElement) {
      list.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
    }
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {keys.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {names[name]}
        </button>
      ))}
    </div>
  );
}

const ICONS = {
  new: 'M12 5v14M5 12h14',
  plan: 'M5 19V9a3 3 0 0 1 3-3h3a3 3 0 0 1 3 3v6a3 3 0 0 0 3 3h2M16 5h3v3',
  matrix: 'M4 4h16v16H4zM4 10h16M4 15h16M10 4v16M15 4v16',
  jobs: 'M5 6h14M5 12h14M5 18h9',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  moon: 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5',
  out: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  lock: 'M7 11h10v9H7zM9 11V8a3 3 0 0 1 6 0v3',
} as const;

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
