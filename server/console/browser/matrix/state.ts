/**
 * The clicked places, their travel times, and the path between two of them.
 *
 *     places ──► Compute ──► answer ──► pair ──► road
 *
 * A change at one stage discards everything after it.
 */
import { computed, signal } from '@preact/signals';
import { call } from '../api.js';
import { decodePolyline, type LonLat, type Scene } from '../map/scene.js';
import type { TEXTS } from '../texts.js';

type Costs = Record<string, Record<string, number[] | undefined> | undefined>;
export type MatrixBody = {
  traffic_windows: { traffic_window_start_times: string[]; traffic_window_end_times: string[] }[];
  travel_costs: Costs;
};
export type Profile = keyof typeof TEXTS.matrix.profiles;
export type Pair = { from: number; to: number };

export const PLACES_MAX = 20;
const EXAMPLE: LonLat[] = [
  [-8.652, 41.1716],
  [-8.6139, 41.1458],
  [-8.6739, 41.1547],
  [-8.5839, 41.1617],
  [-8.6063, 41.1268],
  [-8.694, 41.1858],
];
/** From fast to slow, distinguishable with any color vision. */
const SCALE = ['#2166ac', '#4393c3', '#8c6bb1', '#d6604d', '#b2182b'] as const;
const PLACE_COLOR = '#0b5f8a';

export const places = signal<LonLat[]>([]);
export const profile = signal<Profile>('car');
export const answer = signal<MatrixBody | undefined>(undefined);
export const windowIdx = signal(0);
export const pair = signal<Pair | undefined>(undefined);
export const error = signal<string | undefined>(undefined);
/** The path of the pair in the window, once it is known. */
const road = signal<LonLat[] | undefined>(undefined);
/** The first of the two places to click for a pair. */
const first = signal<number | undefined>(undefined);
const fitted = signal(0);

/** The delay before a request, so that none is sent while the slider moves. */
const SLIDING_MS = 250;
let sliding: ReturnType<typeof setTimeout> | undefined;

export const letter = (idx: number): string => String.fromCharCode(65 + idx);

export function setPlaces(next: LonLat[]): void {
  places.value = next;
  answer.value = undefined;
  first.value = undefined;
  choosePair(undefined);
}

export function showExample(): void {
  fitted.value += 1;
  setPlaces(EXAMPLE);
}

export function setProfile(next: Profile): void {
  profile.value = next;
  answer.value = undefined;
  choosePair(undefined);
}

export function choosePair(next: Pair | undefined): void {
  pair.value = next;
  attempt(findRoad());
}

export function chooseWindow(idx: number): void {
  windowIdx.value = idx;
  road.value = undefined;
  clearTimeout(sliding);
  sliding = setTimeout(() => attempt(findRoad()), SLIDING_MS);
}

export const costOf = (from: number, to: number): number[] | undefined =>
  answer.value?.travel_costs[letter(from)]?.[letter(to)];
/** The first number of a pair is its distance; one travel time per window follows. */
export const secondsOf = (from: number, to: number): number | undefined =>
  costOf(from, to)?.[windowIdx.value + 1];

export const matrixScene = computed((): Scene => ({
  lines: linesOf(),
  points: places.value.map((at, idx) => ({
    ...{ at, label: letter(idx), title: letter(idx) },
    color: first.value === idx ? '#d55e00' : PLACE_COLOR,
  })),
  fit: `matrix ${fitted.value}`,
  onClick: (at, title) => {
    if (title === undefined) addPlace(at);
    else pick(title.charCodeAt(0) - 65);
  },
}));

/** Route numbers that no route of a plan has, since routes of a plan may be hidden. */
const WAY = -2;
const PAIRS = -3;

/** Returns straight lines for all pairs, colored by travel time, or only the path of the chosen pair. */
function linesOf(): Scene['lines'] {
  const all = places.value;
  const chosen = pair.value;
  if (chosen !== undefined) {
    const { from, to } = chosen;
    const ends = [all[from], all[to]].filter((at) => at !== undefined);
    const color = shade(secondsOf(from, to) ?? 0);
    return [{ route: WAY, color, coordinates: road.value ?? ends }];
  }
  return all.flatMap((at, from) =>
    all.flatMap((other, to) => {
      const seconds = secondsOf(from, to);
      if (from >= to || seconds === undefined) return [];
      return [{ route: PAIRS, color: shade(seconds), coordinates: [at, other] }];
    }),
  );
}

/** Adds a place. With the second place, the path between the two is computed at once. */
function addPlace(at: LonLat): void {
  const all = places.peek();
  if (all.length >= PLACES_MAX) return;
  setPlaces([...all, at]);
  if (all.length === 1) attempt(compute().then(() => choosePair({ from: 0, to: 1 })));
}

/** Two clicks on places choose a pair. */
function pick(idx: number): void {
  const from = first.peek();
  if (from === undefined || from === idx) {
    first.value = from === idx ? undefined : idx;
    return;
  }
  first.value = undefined;
  const ready = answer.peek() === undefined ? compute() : Promise.resolve();
  attempt(ready.then(() => choosePair({ from, to: idx })));
}

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

export function attempt(work: Promise<void>): void {
  error.value = undefined;
  work.catch((failed: unknown) => {
    error.value = failed instanceof Error ? failed.message : String(failed);
  });
}

const placeOf = ([longitude, latitude]: LonLat) => ({ latitude, longitude });

export async function compute(): Promise<void> {
  const asked = places.peek();
  const locations = asked.map((at, idx) => ({ location_id: letter(idx), ...placeOf(at) }));
  const body = { locations, vehicle: { type: profile.peek() } };
  const found = await call<MatrixBody>('POST', '/engine/matrix/v1', { body });
  if (places.peek() !== asked) return;
  answer.value = found;
  windowIdx.value = Math.min(windowIdx.peek(), found.traffic_windows.length - 1);
}

type CheckedPlan = { routes: { polyline?: string }[] };

/** Finds the path by checking a plan with one stop: its polyline is the path at that time of the day. */
async function findRoad(): Promise<void> {
  road.value = undefined;
  const [chosen, idx] = [pair.peek(), windowIdx.peek()];
  const [from, to] = [places.peek()[chosen?.from ?? -1], places.peek()[chosen?.to ?? -1]];
  if (chosen === undefined || from === undefined || to === undefined) return;
  const clock = answer.peek()?.traffic_windows[idx]?.traffic_window_start_times[0] ?? '00:00';
  const day = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const nextDay = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  const body = {
    vehicles: [
      {
        ...{ vehicle_id: 'vehicle', type: profile.peek() },
        shifts: [
          {
            ...{ start_time: `${day}T${clock.slice(0, 5)}`, end_time: `${nextDay}T23:00` },
            start_location: placeOf(from),
          },
        ],
      },
    ],
    orders: [{ order_id: 'to', location: placeOf(to) }],
    plan: { routes: [{ vehicle_id: 'vehicle', stops: [{ order_id: 'to' }] }] },
    options: { mode: 'check' },
  };
  const { routes } = await call<CheckedPlan>('POST', '/engine/routing/v1/sync', { body });
  const line = routes[0]?.polyline;
  // The user may have chosen another pair or window in the meantime.
  if (pair.peek() !== chosen || windowIdx.peek() !== idx || line === undefined) return;
  road.value = decodePolyline(line);
}

const DAY_MS = 86_400_000;
