/**
 * The times of a route: travel, wait, set up, serve, travel on, without gaps or overlaps.
 *
 *     departure ─travel─ arrival ─waiting─ ─setup─ start of service ─duration─ departure
 */
import { type TimeText } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { handlingOf } from '../model/handling.js';
import { taskSecondsOf } from '../model/orders.js';
import { type Place } from '../model/places.js';
import { type Route, type Stop } from '../model/routes.js';
import { readInstant, statedOffset } from '../time/instant.js';
import { offsetAt } from '../time/zone.js';
import { isNextAtDock } from './docks.js';

type Expect = (
  code: string,
  pointer: string,
  expected: number,
  got: number,
  comment: string,
) => void;

/** Returns the seconds of service; undefined if the request does not determine them. */
function serviceSecondsOf(
  { raw, task, pause, softPause, reload }: Stop,
  route: Route,
): number | undefined {
  const { vehicle } = route.occurrence;
  if (raw.type === 'start' || raw.type === 'end') return handlingOf(route)[raw.type];
  if (task !== undefined) return taskSecondsOf(task, vehicle);
  return (pause ?? softPause ?? reload)?.durationSeconds;
}

/** Returns whether a stop needs setup: stops with work at a place do, once between arrival and departure. */
function isSetUp({ task, pause, softPause, reload }: Stop): boolean {
  const rest = pause ?? softPause;
  return task !== undefined || reload !== undefined || rest?.place !== undefined;
}

function checkStops(route: Route, routes: readonly Route[], expect: Expect): void {
  const { stops } = route;
  let settledAt: Place | undefined;
  for (const stop of stops) {
    const { raw, pointer, place } = stop;
    const before = stops[stop.idx - 1];
    const arrival = before === undefined ? stop.arrival : before.departure + raw.travel_duration;
    expect(
      'arrival',
      `${pointer}/arrival_time`,
      arrival,
      stop.arrival,
      'departure before + travel',
    );

    const stated = readInstant(raw.service_start_time, 'Etc/UTC')?.instant ?? Number.NaN;
    const ready = 'arrival + waiting + setup';
    const startPointer = `${pointer}/service_start_time`;
    expect('service_start', startPointer, stop.serviceStart, stated, ready);

    const departure = stop.serviceStart + raw.duration;
    const sum = 'arrival + waiting + setup + duration';
    expect('departure', `${pointer}/departure_time`, departure, stop.departure, sum);

    const isSettled = place === settledAt;
    if (isSetUp(stop) || raw.type === 'start') settledAt = place;
    // Its durations are those that it really took.
    if (stop.hasBegun) continue;

    const service = serviceSecondsOf(stop, route) ?? raw.duration;
    expect('service_duration', `${pointer}/duration`, service, raw.duration, 'as the request says');

    const setup =
      isSetUp(stop) && place !== undefined && !isSettled
        ? place.setupSeconds + (stop.task?.setupSeconds ?? 0)
        : 0;
    expect('setup', `${pointer}/setup_duration`, setup, raw.setup_duration, 'once per arrival');

    if (raw.type === 'start' || raw.type === 'end') {
      const { earliestEnd = -Infinity } = route.occurrence;
      const isEarly = raw.type === 'end' && stop.arrival + raw.duration < earliestEnd;
      const least = isEarly ? earliestEnd - raw.duration - stop.arrival : 0;
      const isForDock =
        raw.type === 'end' && raw.waiting_duration > least && isNextAtDock(stop, routes);
      const waiting = isForDock ? raw.waiting_duration : least;
      const comment =
        'nobody waits at the start, or at the end beyond its earliest time and for a dock';
      expect('waiting', `${pointer}/waiting_duration`, waiting, raw.waiting_duration, comment);
    }
  }
}

function checkOffset(time: TimeText, instant: number, zone: string, pointer: string): Finding[] {
  if (typeof time === 'number') return [];
  const expected = offsetAt(zone, instant);
  const got = statedOffset(time) ?? null;
  const comment = `times have the offset of ${zone}`;
  return expected === got ? [] : [{ code: 'time_offset', pointer, expected, got, comment }];
}

function checkOffsets({ raw, pointer, stops, occurrence, start, end }: Route): Finding[] {
  const zoneAt = (idx: number): string => stops.at(idx)?.place?.zone ?? occurrence.zone;
  return [
    ...checkOffset(raw.start_time, start, zoneAt(0), `${pointer}/start_time`),
    ...checkOffset(raw.end_time, end, zoneAt(-1), `${pointer}/end_time`),
    ...stops.flatMap((stop) => {
      if (stop.place === undefined) return [];
      const { zone } = stop.place;
      const { arrival_time, departure_time } = stop.raw;
      return [
        ...checkOffset(arrival_time, stop.arrival, zone, `${stop.pointer}/arrival_time`),
        ...checkOffset(departure_time, stop.departure, zone, `${stop.pointer}/departure_time`),
      ];
    }),
  ];
}

export function checkClock({ routes }: Checked): Finding[] {
  const findings: Finding[] = [];
  const expect: Expect = (code, pointer, expected, got, comment) => {
    if (expected !== got) findings.push({ code, pointer, expected, got, comment });
  };
  for (const route of routes) {
    checkStops(route, routes, expect);
    const { pointer, stops, start, end } = route;
    const [first] = stops;
    const last = stops.at(-1);
    expect('route_start', `${pointer}/start_time`, first?.arrival ?? start, start, 'first arrival');
    expect('route_end', `${pointer}/end_time`, last?.departure ?? end, end, 'last departure');
    findings.push(...checkOffsets(route));
  }
  return findings;
}
