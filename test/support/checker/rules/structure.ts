/** Structure: routes belong to shifts; stops belong to orders, breaks and reloads, and are at one of their places. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { isAt, type Route, type Stop } from '../model/routes.js';

type Report = (
  code: string,
  pointer: string,
  expected: unknown,
  got: unknown,
  comment: string,
) => void;

function checkRoutes({ response, routes }: Checked, report: Report): void {
  const seen = new Set<string>();
  response.routes.forEach(({ vehicle_id, shift_id, date, stops }, idx) => {
    const pointer = `/routes/${idx}`;
    const shift = [vehicle_id, shift_id, date];
    if (!routes.some((route) => route.idx === idx)) {
      report(
        'route_unknown',
        pointer,
        'a vehicle, shift and date of the request',
        shift,
        'no such shift',
      );
    }
    if (seen.has(JSON.stringify(shift))) {
      report('route_twice', pointer, 'one route a shift', shift, 'the shift has a route already');
    }
    seen.add(JSON.stringify(shift));
    if (!stops.some(({ type }) => type === 'order')) {
      report(
        'route_empty',
        pointer,
        'at least one order',
        stops.length,
        'unused shifts have no route',
      );
    }
  });
}

function checkEnds({ stops, occurrence, startPlace, pointer }: Route, report: Report): void {
  const ends = [
    { type: 'start', place: startPlace, idx: 0 },
    { type: 'end', place: occurrence.endPlace, idx: stops.length - 1 },
  ] as const;
  for (const { type, place, idx } of ends) {
    const found = stops.filter(({ raw }) => raw.type === type).map((stop) => stop.idx);
    const expected = place === undefined ? [] : [idx];
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      report(
        `${type}_stop`,
        `${pointer}/stops`,
        expected,
        found,
        `where a stop of type ${type} is`,
      );
    }
  }
}

/** Returns what the stop refers to in the request; undefined if it refers to nothing. */
function meaningOf(
  { raw, task, pause, softPause, reload }: Stop,
  { occurrence, startPlace }: Route,
): unknown {
  switch (raw.type) {
    case 'start':
      return startPlace;
    case 'end':
      return occurrence.endPlace;
    case 'order':
      return task;
    case 'break':
      // A break without a name is one that driving rules require.
      return (
        pause ?? (raw.stop_id === undefined ? occurrence.vehicle.entry.driving_rules : undefined)
      );
    case 'soft_break':
      return softPause;
    case 'reload':
      return reload;
    default:
      return undefined;
  }
}

function checkStop(route: Route, stop: Stop, report: Report): void {
  const { raw, pointer, task, pause, softPause, reload } = stop;
  if (raw.sequence !== stop.idx) {
    report(
      'stop_sequence',
      `${pointer}/sequence`,
      stop.idx,
      raw.sequence,
      'stops are numbered from 0',
    );
  }
  const ends = raw.type === 'start' || raw.type === 'end';
  if (meaningOf(stop, route) === undefined) {
    if (ends) return; // reported by checkEnds
    const got = { type: raw.type, order_id: raw.order_id, stop_id: raw.stop_id };
    report(
      'stop_unknown',
      pointer,
      'something of the request',
      got,
      'the shift or order has no such stop',
    );
    return;
  }
  if (task !== undefined && raw.kind !== task.kind) {
    report('stop_kind', `${pointer}/kind`, task.kind, raw.kind, 'what is done at the stop');
  }
  const { startPlace } = route;
  const { endPlace } = route.occurrence;
  const [own] = [
    pause?.place,
    softPause?.place,
    reload?.place,
    raw.type === 'start' ? startPlace : undefined,
  ]
    .concat(raw.type === 'end' ? endPlace : undefined)
    .filter((place) => place !== undefined);
  const places =
    task === undefined ? (own === undefined ? [] : [own]) : task.places.map(({ place }) => place);
  if (places.length > 0 && !places.some((place) => isAt(raw, place))) {
    const got = raw.location_id ?? [raw.latitude, raw.longitude];
    report(
      'stop_place',
      pointer,
      places.map(({ name }) => name),
      got,
      'the stop is somewhere else',
    );
  }
}

/** A reload beyond the allowed count is at fault at its stop, by the number of reloads that are too many. */
function checkReloadCounts({ stops, occurrence }: Route): Finding[] {
  return occurrence.reloads.flatMap((reload): Finding[] => {
    const used = stops.filter((stop) => stop.reload === reload);
    const excess = used[reload.countMax];
    if (excess === undefined) return [];
    return [
      {
        ...{ code: 'capacity', pointer: excess.pointer, comment: `reloads at ${reload.id}` },
        ...{ expected: `at most ${reload.countMax}`, got: used.length },
        amount: used.length - reload.countMax,
      },
    ];
  });
}

export function checkStructure(checked: Checked): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (code, pointer, expected, got, comment) =>
    findings.push({ code, pointer, expected, got, comment });
  checkRoutes(checked, report);
  for (const route of checked.routes) {
    checkEnds(route, report);
    for (const stop of route.stops) checkStop(route, stop, report);
    findings.push(...checkReloadCounts(route));
  }
  return findings;
}
