/** Vehicles and their shifts, with breaks, reloads, limits and costs. */
import type {
  BreakEntry,
  Costs,
  DrivingRules,
  Limits,
  Load,
  LocationRef,
  ReloadEntry,
  ShiftEntry,
  SoftBreakEntry,
  SpanLimits,
  TimeWindow,
  VehicleEntry,
} from '../checker/contract.js';
import {
  dateAfter,
  drawWindows,
  localTime,
  timeOfDay,
  weekdayOf,
  WEEKDAYS,
  type Scene,
} from './scene.js';

export const ATTRIBUTES = ['frozen', 'lift', 'de', 'en'];

export function drawVehicles(scene: Scene): VehicleEntry[] {
  const count = scene.random.between(1, 4);
  return Array.from({ length: count }, (_, idx) => drawVehicle(scene, `v${idx}`));
}

function drawVehicle(scene: Scene, vehicle_id: string): VehicleEntry {
  const { random } = scene;
  return {
    vehicle_id,
    ...(scene.here('count', 0.5) ? { count: random.between(1, 3) } : {}),
    ...(scene.here('speed_factor', 0.6) ? { speed_factor: random.pick([0.7, 0.9, 1.1, 1.5]) } : {}),
    ...(scene.here('capacity', 0.8) ? { capacity: drawCapacity(scene) } : {}),
    ...(scene.here('attributes', 0.8) ? { attributes: random.some(ATTRIBUTES, 0.5) } : {}),
    ...(scene.here('costs', 0.9) ? { costs: drawCosts(scene) } : {}),
    ...drawLimits(scene),
    ...(scene.here('driving_rules', 0.7) ? { driving_rules: drawRules(scene) } : {}),
    ...(scene.here('service_factor', 0.6) ? { service_factor: random.pick([0.5, 0.8, 1.25]) } : {}),
    shifts: drawShifts(scene),
  };
}

function drawCapacity(scene: Scene): Load {
  const { random } = scene;
  const weight = random.between(5, 40) / (scene.has('decimals') ? 2 : 1);
  return scene.has('two_dimensions') && random.chance(0.8)
    ? { weight, volume: random.between(2, 12) }
    : { weight };
}

function drawCosts({ random }: Scene): Costs {
  const costs = {
    fixed: random.between(0, 100),
    per_hour: random.between(0, 400) / 10,
    per_kilometer: random.between(0, 200) / 100,
    per_stop: random.between(0, 5),
    per_waiting_hour: random.between(0, 20),
    per_overtime_hour: random.between(0, 60),
  };
  return Object.fromEntries(random.some(Object.entries(costs), 0.6));
}

function drawLimits(scene: Scene): { limits?: Limits } {
  const { random } = scene;
  const limits: Limits = {};
  if (scene.has('shift_limits')) {
    const all: Limits = {
      duration: random.step(2 * 3600, 9 * 3600, 900),
      driving_duration: random.step(3600, 5 * 3600, 600),
      distance: random.step(10_000, 90_000, 5000),
      stops: random.between(1, 6),
      waiting_duration: random.step(0, 5400, 600),
    };
    Object.assign(limits, Object.fromEntries(random.some(Object.entries(all), 0.3)));
  }
  if (scene.here('span_limits', 0.6)) limits.per_week = drawSpanLimits(scene);
  if (scene.here('span_limits', 0.6)) limits.per_period = drawSpanLimits(scene);
  return Object.keys(limits).length === 0 ? {} : { limits };
}

function drawSpanLimits({ random }: Scene): SpanLimits {
  const all = {
    duration: random.step(3 * 3600, 20 * 3600, 900),
    driving_duration: random.step(3600, 9 * 3600, 600),
    distance: random.step(20_000, 200_000, 5000),
    shifts: random.between(1, 3),
  };
  return Object.fromEntries(random.some(Object.entries(all), 0.4));
}

function drawRules({ random }: Scene): DrivingRules {
  const break_duration = random.pick([900, 1800, 2700]);
  return {
    max_driving_duration: random.step(2400, 4 * 3600, 600),
    break_duration,
    ...(random.chance(0.5) ? { break_parts: [break_duration / 3, (2 * break_duration) / 3] } : {}),
  };
}

function drawShifts(scene: Scene): ShiftEntry[] {
  const { random, days } = scene;
  const count = scene.has('several_shifts') ? random.between(1, 4) : 1;
  const shifts = Array.from({ length: count }, (_, idx) =>
    drawShift(scene, random.pick(days), idx),
  );
  if (scene.here('repeat', 0.7)) {
    const [first] = shifts;
    if (first !== undefined) shifts.splice(0, count, { ...first, repeat: drawRepeat(scene) });
  }
  return shifts;
}

function drawRepeat({ random, days }: Scene): string {
  const last = days.at(-1) ?? '';
  const until = dateAfter(last, random.between(-2, 1)).replaceAll('-', '');
  const ends = [`;COUNT=${random.between(1, 5)}`, `;UNTIL=${until}`, ''];
  return random.pick([
    `FREQ=DAILY${random.pick(ends)}`,
    `FREQ=DAILY;INTERVAL=2${random.pick(ends)}`,
    `FREQ=WEEKLY;BYDAY=${random.draw(WEEKDAYS, random.between(1, 4)).join(',')}${random.pick(ends)}`,
  ]);
}

function drawShift(scene: Scene, date: string, idx: number): ShiftEntry {
  const { random, places } = scene;
  const isOvernight = scene.here('overnight', 0.5);
  const start = isOvernight ? random.step(17, 22, 1) * 3600 : random.step(5 * 3600, 11 * 3600, 900);
  const length = random.step(scene.has('tight') ? 2 * 3600 : 5 * 3600, 11 * 3600, 900);
  const hours: [number, number] = [
    Math.floor(start / 3600),
    Math.floor((start + length) / 3600) - 1,
  ];
  const home = random.pick(places.slice(0, 2));
  const start_location = scene.here('open_start', 0.6) ? undefined : home;
  const end_location = scene.here('open_end', 0.6)
    ? random.chance(0.5)
      ? null
      : undefined
    : random.pick([home, home, ...places]);
  const ofDay = { ...scene, days: [date] };
  const restCount = random.between(1, 2);
  const list = <Entry>(draw: (position: number) => Entry): Entry[] =>
    Array.from({ length: restCount }, (_, position) => draw(position));
  return {
    ...(random.chance(0.8) ? { shift_id: `s${idx}` } : {}),
    ...(start_location === undefined ? {} : { start_location }),
    ...(end_location === undefined ? {} : { end_location }),
    start_time: localTime(date, start),
    end_time: localTime(date, start + length),
    ...(scene.here('overtime', 0.7) ? { max_overtime: random.step(900, 3 * 3600, 900) } : {}),
    ...(scene.here('attributes', 0.3) ? { attributes: random.some(ATTRIBUTES, 0.5) } : {}),
    ...(scene.here('hard_breaks', 0.7)
      ? { breaks: list((position) => drawBreak(ofDay, hours, `b${position}`)) }
      : {}),
    ...(scene.here('soft_breaks', 0.7)
      ? { soft_breaks: list((position) => drawSoftBreak(ofDay, hours, `c${position}`)) }
      : {}),
    ...(scene.here('reloads', 0.7) ? { reloads: list(() => drawReload(ofDay, hours)) } : {}),
  };
}

type Hours = readonly [number, number];

function drawBreak(scene: Scene, hours: Hours, break_id: string): BreakEntry {
  const { random, places } = scene;
  const place: LocationRef = random.pick(places);
  return {
    ...(random.chance(0.6) ? { break_id } : {}),
    duration: random.step(300, 2700, 300),
    ...(random.chance(0.7) ? { time_windows: restWindows(scene, hours) } : {}),
    ...(scene.here('break_places', 0.4) ? { location: place } : {}),
  };
}

function drawSoftBreak(scene: Scene, hours: Hours, name: string): SoftBreakEntry {
  const { random } = scene;
  return {
    ...drawBreak(scene, hours, name),
    ...(random.chance(0.8) ? { cost_per_hour_late: random.between(0, 40) } : {}),
    ...(random.chance(0.8) ? { skip_cost: random.between(0, 60) } : {}),
  };
}

/** Draws mostly wide windows: a single narrow break can make a shift useless. */
function restWindows(scene: Scene, hours: Hours): TimeWindow[] {
  const { random, days } = scene;
  if (random.chance(0.3)) return drawWindows(scene, hours);
  const start = random.step(hours[0] * 3600, hours[1] * 3600, 1800);
  const end = start + random.step(3600, 4 * 3600, 1800);
  if (random.chance(0.5)) {
    return [{ start_time: timeOfDay(start % 86_400), end_time: timeOfDay(end % 86_400) }];
  }
  const date = days[0] ?? '';
  return [{ start_time: localTime(date, start), end_time: localTime(date, end) }];
}

function drawReload(scene: Scene, hours: Hours): ReloadEntry {
  const { random, places } = scene;
  return {
    ...(random.chance(0.5) ? { reload_id: `r${random.between(0, 1e6)}` } : {}),
    location: random.pick(places.slice(0, 3)),
    ...(random.chance(0.7) ? { duration: random.step(0, 1800, 300) } : {}),
    ...(random.chance(0.3) ? { time_windows: restWindows(scene, hours) } : {}),
    ...(random.chance(0.4) ? { max_count: random.between(1, 2) } : {}),
  };
}

export const weekdaysOf = (days: readonly string[]): string[] => [...new Set(days.map(weekdayOf))];
