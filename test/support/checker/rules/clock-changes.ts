/** Warnings: every time of the request in a gap or an overlap of the clock has a warning with its pointer. */
import { type LocationRef, type TimeText, type TimeWindow } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { firstReferenceOf } from '../model/orders.js';
import { zoneOfShift } from '../model/shifts.js';
import { readInstant } from '../time/instant.js';
import { isRecurring } from '../time/windows.js';

type Dated = { time: TimeText | undefined; zone: string; pointer: string };

const windowTimes = (
  windows: readonly TimeWindow[] | undefined,
  zone: string,
  pointer: string,
): Dated[] =>
  (windows ?? []).flatMap((window, idx) =>
    isRecurring(window)
      ? []
      : [
          { time: window.start_time, zone, pointer: `${pointer}/${idx}/start_time` },
          { time: window.end_time, zone, pointer: `${pointer}/${idx}/end_time` },
        ],
  );

function orderTimes({ problem: { request, zoneOf } }: Checked): Dated[] {
  return request.orders.flatMap((order, idx) => {
    const zone = zoneOf(firstReferenceOf(order));
    const pointer = `/orders/${idx}`;
    const at = (
      list: readonly { location: LocationRef; time_windows?: TimeWindow[] }[] | undefined,
      name: string,
    ): Dated[] =>
      (list ?? []).flatMap((each, eachIdx) =>
        windowTimes(
          each.time_windows,
          zoneOf(each.location),
          `${pointer}/${name}/${eachIdx}/time_windows`,
        ),
      );
    return [
      { time: order.release_time, zone, pointer: `${pointer}/release_time` },
      ...windowTimes(order.time_windows, zone, `${pointer}/time_windows`),
      ...windowTimes(order.soft_time_windows, zone, `${pointer}/soft_time_windows`),
      ...at(order.alternative_locations, 'alternative_locations'),
      ...at(order.pickups, 'pickups'),
      ...at(order.dropoffs, 'dropoffs'),
    ];
  });
}

function shiftTimes({ problem: { request, zoneOf } }: Checked): Dated[] {
  return request.vehicles.flatMap((vehicle, vehicleIdx) =>
    vehicle.shifts.flatMap((shift, shiftIdx) => {
      const zone = zoneOfShift(request, shift, zoneOf);
      const pointer = `/vehicles/${vehicleIdx}/shifts/${shiftIdx}`;
      const lists = {
        breaks: shift.breaks,
        soft_breaks: shift.soft_breaks,
        reloads: shift.reloads,
      };
      return [
        { time: shift.start_time, zone, pointer: `${pointer}/start_time` },
        { time: shift.end_time, zone, pointer: `${pointer}/end_time` },
        ...Object.entries(lists).flatMap(([name, list]) =>
          (list ?? []).flatMap((each, idx) =>
            windowTimes(each.time_windows, zone, `${pointer}/${name}/${idx}/time_windows`),
          ),
        ),
      ];
    }),
  );
}

function requestTimes(checked: Checked): Dated[] {
  const { request, zone, zoneOf } = checked.problem;
  const { start_time, end_time } = request.planning_period ?? {};
  return [
    { time: start_time, zone, pointer: '/planning_period/start_time' },
    { time: end_time, zone, pointer: '/planning_period/end_time' },
    ...(request.locations ?? []).flatMap(({ location_id, time_windows }, idx) =>
      windowTimes(time_windows, zoneOf(location_id), `/locations/${idx}/time_windows`),
    ),
    ...shiftTimes(checked),
    ...orderTimes(checked),
  ];
}

export function checkClockChanges(checked: Checked): Finding[] {
  const warned = new Set((checked.response.warnings ?? []).map(({ pointer }) => pointer));
  return requestTimes(checked).flatMap(({ time, zone, pointer }): Finding[] => {
    const change = time === undefined ? undefined : readInstant(time, zone)?.clockChange;
    if (change === undefined || warned.has(pointer)) return [];
    const comment = `${String(time)} is in ${change === 'gap' ? 'a gap' : 'an overlap'} of the clock`;
    return [{ code: 'warning', pointer: '/warnings', expected: pointer, got: null, comment }];
  });
}
