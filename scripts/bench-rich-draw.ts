/**
 * Small generated requests: one of each kind for a smoke test, and `plain`, whose routes need no simulation. The rate
 * of other kinds relative to its evaluations per second shows how expensive they are. Places are spread evenly but
 * irregularly (a Kronecker sequence), the same in every run.
 */
import type { RichRequest } from './bench-rich-requests.js';

const DAY = '2026-05-05';
/** Porto and its suburbs. */
const AREA = { south: 41.12, west: -8.68, north: 41.2, east: -8.56 };
const COSTS = { fixed: 50, per_hour: 30, per_kilometer: 0.3 };
const VISITS_PER_VEHICLE = 9;
const SMOKE_SIZE = 12;

/** Capacity only, without traffic. */
export function plainRequest(size: number): RichRequest {
  return drawn('plain', size, () => ({
    vehicles: vans(size, { capacity: { kg: 150 } }),
    orders: orders(size, (idx) => ({ load: { kg: 1 + (idx % 10) } })),
    travel: { use_traffic: false },
  }));
}

export function smokeRequests(): RichRequest[] {
  const size = SMOKE_SIZE;
  return [
    drawn('lunch', size, () => ({
      vehicles: vans(size, {}, { breaks: [lunch()] }),
      orders: orders(size, (idx) =>
        idx % 2 === 0 ? { time_windows: [hours(8 + idx / 2, 2)] } : {},
      ),
    })),
    drawn('wishes', size, () => ({
      vehicles: vans(size),
      orders: orders(size, (idx) => ({
        soft_time_windows: [
          { ...hours(9 + idx / 2, 1), cost_per_hour_early: 5, cost_per_hour_late: 25 },
        ],
      })),
    })),
    drawn('shipments', size, () => ({
      vehicles: vans(size, { type: 'bicycle', capacity: { boxes: 4 } }),
      orders: Array.from({ length: size }, (_, idx) => ({
        order_id: `o${idx}`,
        pickups: [{ stop_id: 'p', ...stop(2 * idx), load: { boxes: 1 } }],
        dropoffs: [{ stop_id: 'd', ...stop(2 * idx + 1), load: { boxes: 1 } }],
      })),
    })),
    drawn('rules', size, () => ({
      vehicles: vans(size, {
        type: 'truck',
        driving_rules: {
          max_driving_duration: 5400,
          break_duration: 2700,
          break_parts: [900, 1800],
        },
      }),
      orders: orders(size, (idx) => (idx % 3 === 0 ? { mandatory: false, unserved_cost: 20 } : {})),
    })),
  ];
}

function drawn(kind: string, size: number, draw: () => object): RichRequest {
  const read = () => ({ ...draw(), options: { geometry: 'none' } });
  return { name: `${kind}-${size}-drawn`, kind, size, read };
}

function vans(size: number, vehicle: object = {}, shift: object = {}) {
  const depot = place(10_000);
  const ends = { start_location: depot, end_location: depot };
  const times = { start_time: at(7.5), end_time: at(17.5) };
  return [
    {
      vehicle_id: 'van',
      count: Math.max(3, Math.ceil(size / VISITS_PER_VEHICLE)),
      costs: COSTS,
      ...vehicle,
      shifts: [{ ...ends, ...times, ...shift }],
    },
  ];
}

function orders(size: number, fields: (idx: number) => object) {
  return Array.from({ length: size }, (_, idx) => ({
    order_id: `o${idx}`,
    ...stop(idx),
    ...fields(idx),
  }));
}

const stop = (idx: number) => ({ location: place(idx), duration: 120 + 60 * (idx % 3) });

const place = (idx: number) => ({
  latitude: between(AREA.south, AREA.north, idx * 0.754_877_666),
  longitude: between(AREA.west, AREA.east, idx * 0.569_840_291),
});

const between = (low: number, high: number, share: number) => low + (high - low) * (share % 1);

const lunch = () => ({ break_id: 'lunch', duration: 2700, time_windows: [hours(12, 2)] });

const hours = (first: number, count: number) => ({
  start_time: at(first),
  end_time: at(first + count),
});

function at(hour: number): string {
  const minutes = Math.round((hour % 1) * 60);
  return `${DAY}T${String(Math.floor(hour)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
