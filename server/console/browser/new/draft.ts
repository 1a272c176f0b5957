/** What a new plan is made of while it is being made in the form, and the request that it becomes. */
import { signal } from '@preact/signals';
import type { LonLat } from '../map/scene.js';
import type { Order, PlanRequest, Vehicle } from '../plan/types.js';

export type DraftOrder = {
  id: string;
  at: LonLat;
  minutes: number;
  /** Times of day, such as `09:30`. */
  from: string;
  to: string;
  loads: Record<string, number>;
};
export type DraftVehicle = {
  name: string;
  type: string;
  count: number;
  from: string;
  to: string;
  breakMinutes: number;
  capacity: string;
};
export type Draft = {
  day: string;
  depot: LonLat | undefined;
  orders: DraftOrder[];
  vehicles: DraftVehicle[];
};

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const LUNCH = { from: '11:30', to: '14:00' };

export const VEHICLE: DraftVehicle = {
  ...{ name: 'van', type: 'van', count: 2, from: '08:00', to: '17:00' },
  ...{ breakMinutes: 45, capacity: '' },
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

export function requestOfDraft({ day, depot, orders, vehicles }: Draft): PlanRequest {
  const at = (clock: string): string => `${day}T${clock}`;
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
          ...{ start_time: at(vehicle.from), end_time: at(vehicle.to) },
          ...(vehicle.breakMinutes > 0 ? { breaks: [breakOf(vehicle, at)] } : {}),
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

const DEPOT = 'Depot';

const breakOf = ({ breakMinutes }: DraftVehicle, at: (clock: string) => string) => ({
  ...{ break_id: 'break', duration: breakMinutes * 60 },
  time_windows: [{ start_time: at(LUNCH.from), end_time: at(LUNCH.to) }],
});

const placeOf = ([longitude, latitude]: LonLat) => ({ latitude, longitude });

/** `crates=40, weight=900`. What is no number is left to the service to refuse. */
function amountsOf(text: string): Record<string, number> {
  const pairs = text.split(/[,;]/).map((part) => part.split('='));
  return Object.fromEntries(
    pairs.map(([name = '', amount = '']): [string, number] => [name.trim(), Number(amount)]),
  );
}
