/** Travel times between places that are clicked on the map, at any time of the day. */
import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { call, messageOf } from './api.js';
import { formatDistance, formatDuration, formatNumber } from './format.js';
import { scene, type LonLat, type Scene } from './map/scene.js';
import { Notice } from './parts/parts.js';
import { TEXTS } from './texts.js';

type Costs = Record<string, Record<string, number[] | undefined> | undefined>;
type MatrixBody = {
  traffic_windows: { traffic_window_start_times: string[]; traffic_window_end_times: string[] }[];
  travel_costs: Costs;
};
type Profile = keyof typeof TEXTS.matrix.profiles;
type Pair = { from: number; to: number };

const PLACES_MAX = 20;
const EXAMPLE: LonLat[] = [
  [-8.652, 41.1716],
  [-8.6139, 41.1458],
  [-8.6739, 41.1547],
  [-8.5839, 41.1617],
  [-8.6063, 41.1268],
  [-8.694, 41.1858],
];
/** From quick to slow: readable with every kind of color vision. */
const SCALE = ['#2166ac', '#4393c3', '#8c6bb1', '#d6604d', '#b2182b'] as const;

const places = signal<LonLat[]>([]);
const profile = signal<Profile>('car');
const answer = signal<MatrixBody | undefined>(undefined);
const window_ = signal(0);
const pair = signal<Pair | undefined>(undefined);
const fitted = signal(0);

const letter = (idx: number): string => String.fromCharCode(65 + idx);

function setPlaces(next: LonLat[]): void {
  places.value = next;
  answer.value = undefined;
  pair.value = undefined;
}

const costOf = (from: number, to: number): number[] | undefined =>
  answer.value?.travel_costs[letter(from)]?.[letter(to)];
/** The first number of a pair is its distance, then there is one per window. */
const secondsOf = (from: number, to: number): number | undefined =>
  costOf(from, to)?.[window_.value + 1];

const drawn = computed((): Scene => {
  const all = places.value;
  const lines = all.flatMap((at, from) =>
    all.flatMap((other, to) => {
      const seconds = secondsOf(from, to);
      if (from >= to || seconds === undefined) return [];
      const isPair = pair.value?.from === from && pair.value.to === to;
      return [{ route: isPair ? 0 : 1, color: shade(seconds), coordinates: [at, other] }];
    }),
  );
  return {
    lines,
    points: all.map((at, idx) => ({
      at,
      color: '#0b5f8a',
      label: letter(idx),
      title: letter(idx),
    })),
    fit: `matrix ${fitted.value}`,
    onClick: (at) => {
      if (places.peek().length < PLACES_MAX) setPlaces([...places.peek(), at]);
    },
  };
});

const slowest = computed(() => {
  const all = places.value.flatMap((_, from) =>
    places.value.map((__, to) => secondsOf(from, to) ?? 0),
  );
  return Math.max(1, ...all);
});

function shade(seconds: number): string {
  const step = Math.floor((seconds / slowest.value) * SCALE.length);
  return SCALE[Math.min(SCALE.length - 1, step)] ?? SCALE[0];
}

export function Matrix() {
  const [error, setError] = useState<string>();
  useEffect(() => {
    scene.value = drawn.value;
  }, [drawn.value]);
  const { matrix: texts } = TEXTS;
  const known = answer.value;
  return (
    <div class="stack">
      <h1>{texts.title}</h1>
      <p class="hint">{texts.hint}</p>
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            fitted.value += 1;
            setPlaces(EXAMPLE);
          }}
        >
          {texts.example}
        </button>
        <button type="button" disabled={places.value.length === 0} onClick={() => setPlaces([])}>
          {texts.clear}
        </button>
        <select
          aria-label={texts.vehicle}
          value={profile.value}
          onChange={(event) => {
            profile.value = event.currentTarget.value as Profile;
            answer.value = undefined;
          }}
        >
          {Object.entries(texts.profiles).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="primary"
          disabled={places.value.length < 2}
          onClick={() => {
            setError(undefined);
            compute().catch((failed: unknown) => {
              setError(messageOf(failed));
            });
          }}
        >
          {texts.compute}
        </button>
      </div>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {known !== undefined && (
        <>
          <WindowSlider body={known} />
          <Table />
          {pair.value === undefined ? (
            <p class="hint">{texts.pick}</p>
          ) : (
            <PairTimes body={known} pair={pair.value} />
          )}
        </>
      )}
    </div>
  );
}

async function compute(): Promise<void> {
  const locations = places.value.map(([longitude, latitude], idx) => ({
    ...{ location_id: letter(idx), latitude, longitude },
  }));
  const body = { locations, vehicle: { type: profile.value } };
  answer.value = await call<MatrixBody>('POST', '/engine/matrix/v1', { body });
  window_.value = Math.min(window_.value, answer.value.traffic_windows.length - 1);
}

function clocksOf(body: MatrixBody, idx: number): string {
  const { traffic_window_start_times: starts, traffic_window_end_times: ends } = body
    .traffic_windows[idx] ?? { traffic_window_start_times: [], traffic_window_end_times: [] };
  return starts
    .map((start, at) => TEXTS.matrix.windowOf(start.slice(0, 5), (ends[at] ?? '').slice(0, 5)))
    .join(', ');
}

function WindowSlider({ body }: { body: MatrixBody }) {
  return (
    <div class="slider">
      <label for="window">{TEXTS.matrix.window}</label>
      <input
        id="window"
        type="range"
        min={0}
        max={body.traffic_windows.length - 1}
        value={window_.value}
        aria-valuetext={clocksOf(body, window_.value)}
        onInput={(event) => (window_.value = Number(event.currentTarget.value))}
      />
      <output for="window">{clocksOf(body, window_.value)}</output>
    </div>
  );
}

function Table() {
  const { matrix: texts } = TEXTS;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={texts.title}>
      <table class="plain matrix">
        <caption>{texts.caption}</caption>
        <thead>
          <tr>
            <td />
            {places.value.map((_, to) => (
              <th key={to} scope="col">
                {letter(to)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.value.map((_, from) => (
            <tr key={from}>
              <th scope="row">{letter(from)}</th>
              {places.value.map((__, to) => (
                <td key={to}>{from === to ? '–' : <Cell from={from} to={to} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ from, to }: Pair) {
  const seconds = secondsOf(from, to);
  const { matrix: texts } = TEXTS;
  return (
    <button
      type="button"
      class="cell"
      aria-label={`${texts.pair(letter(from), letter(to))}: ${seconds === undefined ? texts.noWay : formatDuration(seconds)}`}
      aria-pressed={pair.value?.from === from && pair.value.to === to}
      onClick={() => (pair.value = { from, to })}
    >
      {seconds === undefined ? '×' : formatNumber(Math.round(seconds / 60))}
    </button>
  );
}

function PairTimes({ body, pair: { from, to } }: { body: MatrixBody; pair: Pair }) {
  const [meters = 0, ...seconds] = costOf(from, to) ?? [];
  const most = Math.max(1, ...seconds);
  return (
    <section>
      <h2>{TEXTS.matrix.pair(letter(from), letter(to))}</h2>
      <p>{formatDistance(meters)}</p>
      <ol class="window-times">
        {body.traffic_windows.map((_, idx) => (
          <li key={idx} class={idx === window_.value ? 'chosen' : ''}>
            <span>{clocksOf(body, idx)}</span>
            <span class="used" style={{ width: `${((seconds[idx] ?? 0) / most) * 100}%` }} />
            <span>{formatDuration(seconds[idx] ?? 0)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
