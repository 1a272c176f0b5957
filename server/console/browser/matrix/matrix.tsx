/** Travel times between places clicked on the map, at any time of the day. */
import { useEffect } from 'preact/hooks';
import { formatDistance, formatDuration, formatNumber } from '../format.js';
import { scene } from '../map/scene.js';
import { Notice } from '../parts/parts.js';
import { TEXTS } from '../texts.js';
import {
  answer,
  attempt,
  choosePair,
  chooseWindow,
  compute,
  costOf,
  error,
  letter,
  matrixScene,
  pair,
  places,
  profile,
  secondsOf,
  setPlaces,
  setProfile,
  showExample,
  windowIdx,
  type MatrixBody,
  type Pair,
  type Profile,
} from './state.js';

export function Matrix() {
  const drawn = matrixScene.value;
  useEffect(() => {
    scene.value = drawn;
  }, [drawn]);
  const { matrix: texts } = TEXTS;
  const known = answer.value;
  return (
    <div class="stack">
      <h1>{texts.title}</h1>
      <p class="hint">{texts.hint}</p>
      <div class="buttons">
        <button type="button" onClick={showExample}>
          {texts.example}
        </button>
        <button type="button" disabled={places.value.length === 0} onClick={() => setPlaces([])}>
          {texts.clear}
        </button>
        <select
          aria-label={texts.vehicle}
          value={profile.value}
          onChange={(event) => setProfile(event.currentTarget.value as Profile)}
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
          onClick={() => attempt(compute())}
        >
          {texts.compute}
        </button>
      </div>
      {error.value !== undefined && <Notice kind="error">{error.value}</Notice>}
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
        value={windowIdx.value}
        aria-valuetext={clocksOf(body, windowIdx.value)}
        onInput={(event) => chooseWindow(Number(event.currentTarget.value))}
      />
      <output for="window">{clocksOf(body, windowIdx.value)}</output>
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
  const isPair = pair.value?.from === from && pair.value.to === to;
  return (
    <button
      type="button"
      class="cell"
      aria-label={`${texts.pair(letter(from), letter(to))}: ${seconds === undefined ? texts.noWay : formatDuration(seconds)}`}
      aria-pressed={isPair}
      onClick={() => choosePair(isPair ? undefined : { from, to })}
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
          <li key={idx} class={idx === windowIdx.value ? 'chosen' : ''}>
            <span>{clocksOf(body, idx)}</span>
            <span class="used" style={{ width: `${((seconds[idx] ?? 0) / most) * 100}%` }} />
            <span>{formatDuration(seconds[idx] ?? 0)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
