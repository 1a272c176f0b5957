/** The contents of the form for a new plan, and the request made from them. */
import { signal } from '@preact/signals';
import type { LonLat } from '../map/scene.js';
import type { Order, PlanRequest, Vehicle } from '../plan/types.js';

export type DraftOrder = {
  id: string;
  at: LonLat;
  minutes: number;
  /** Times of day, such as `09:30`; empty if unset. */
  from: string;
  to: string;
  loads: Record<string, number>;
  /** Whether the order was added by a click on the map, not from a table. */
  isClicked?: boolean;
};
export type DraftVehicle = {
  name: string;
  type: string;
  count: number;
  from: string;
  to: string;
  breakMinutes: number;
  /** The period in which the break begins and ends. */
  breakFrom: string;
  breakTo: string;
  capacity: string;
};
export type Draft = {
  day: string;
  depot: LonLat | undefined;
  orders: DraftOrder[];
  vehicles: DraftVehicle[];
};

const DAY_MS = 86_400_000;

/** The next day by the clock of the browser. */
const tomorrow = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000 + DAY_MS)
    .toISOString()
    .slice(0, 10);
};

export const VEHICLE: DraftVehicle = {
  ...{ name: 'van', type: 'van', count: 2, from: '08:00', to: '17:00' },
  ...{ breakMinutes: 45, breakFrom: '11:30', breakTo: '14:00', capacity: '' },
};

export const draft = signal<Draft>({
  day: tomorrow(),
  depot: undefined,
  orders: [],
  vehicles: [VEHICLE],
});

export const change = (fields: Partial<Draft>): void => {
  draft.value = { ...draft.peek(), ...fields };
};

/** Returns an order id that is not yet taken. */
export function freeId(orders: readonly DraftOrder[]): string {
  const ids = new Set(orders.map(({ id }) => id));
  let number = orders.length + 1;
  while (ids.has(`order ${number}`)) number += 1;
  return `order ${number}`;
}

export function requestOfDraft({ day, depot, orders, vehicles }: Draft): PlanRequest {
  // A shift that ends before it begins ends on the next day. Then an order due before the first shift begins is meant
  // for the next day.
  const isOverNight = vehicles.some(({ from, to }) => to !== '' && to <= from);
  const first = vehicles.map(({ from }) => from).toSorted()[0] ?? '';
  const after = (clock: string, earlier: string): string =>
    `${clock < earlier ? nextDay(day) : day}T${clock}`;
  const at = (clock: string): string => after(clock, isOverNight ? first : '');
  const places = depot === undefined ? [] : [{ location_id: DEPOT, ...placeOf(depot) }];
  const ends = depot === undefined ? {} : { start_location: DEPOT, end_location: DEPOT };
  return {
    locations: places,
    vehicles: vehicles.map((vehicle): Vehicle => ({
      ...{ vehicle_id: vehicle.name, type: vehicle.type, count: vehicle.count },
      ...(vehicle.capacity.trim() === '' ? {} : { capacity: amountsOf(vehicle.capacity) }),
      costs: { fixed: 30, per_hour: 20, per_kilometer: 0.4 },
      shifts: [
        {
          ...{ shift_id: 'day', ...ends },
          start_time: `${day}T${vehicle.from}`,
          end_time: `${vehicle.to <= vehicle.from ? nextDay(day) : day}T${vehicle.to}`,
          ...(vehicle.breakMinutes > 0
            ? { breaks: [breakOf(vehicle, (clock) => after(clock, vehicle.from))] }
            : {}),
        },
      ],
    })),
    orders: orders.map(({ id, at: where, minutes, from, to, loads }): Order => ({
      ...{ order_id: id, location: placeOf(where), duration: Math.round(minutes * 60) },
      ...(Object.keys(loads).length === 0 ? {} : { load: loads }),
      ...(from === '' && to === ''
        ? {}
        : {
            time_windows: [
              {
                ...(from === '' ? {} : { start_time: at(from) }),
                ...(to === '' ? {} : { end_time: at(to) }),
              },
            ],
          }),
    })),
  };
}

function nextDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(midnight) ? day : new Date(midnight + DAY_MS).toISOString().slice(0, 10);
}

const DEPOT = 'Depot';

const breakOf = (
  { breakMinutes, breakFrom, breakTo }: DraftVehicle,
  at: (clock: string) => string,
) => ({
  ...{ break_id: 'break', duration: breakMinutes * 60 },
  time_windows: [{ start_time: at(breakFrom), end_time: at(breakTo) }],
});

const placeOf = ([longitude, latitude]: LonLat) => ({ latitude, longitude });

/** Reads amounts such as `crates=40, weight=900`. An invalid number is left for the service to refuse. */
function amountsOf(text: string): Record<string, number> {
  const pairs = text.split(/[,;]/).map((part) => part.split('='));
  return Object.fromEntries(
    pairs.map(([name = '', amount = '']): [string, number] => [name.trim(), Number(amount)]),
  );
}
