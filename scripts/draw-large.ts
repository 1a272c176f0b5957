/**
 * A large day in Porto: a given number of orders and places, delivered from one depot within windows of three hours, by
 * more vehicles than needed. Spread evenly but irregularly (a Kronecker sequence), the same in every run.
 */

const DAY = '2026-05-05';
/** The city and its suburbs. */
const AREA = { south: 41.12, west: -8.68, north: 41.2, east: -8.56 };
const DAY_STARTS_HOUR = 8;
const DAY_ENDS_HOUR = 18;
const WINDOW_HOURS = 3;

export type LargeSize = { orders: number; places: number; vehicles: number };

export function drawLargeDay({ orders, places, vehicles }: LargeSize, options: object) {
  const locations = Array.from({ length: places }, (_, idx) => ({
    location_id: `p${idx}`,
    latitude: between(AREA.south, AREA.north, idx * 0.754_877_666),
    longitude: between(AREA.west, AREA.east, idx * 0.569_840_291),
    time_zone: 'Europe/Lisbon',
  }));
  return {
    locations,
    vehicles: [
      {
        vehicle_id: 'van',
        count: vehicles,
        capacity: { volume: 250 },
        costs: { fixed: 80, per_hour: 20, per_kilometer: 0.4 },
        shifts: [
          {
            start_location: 'p0',
            end_location: 'p0',
            start_time: at(DAY_STARTS_HOUR),
            end_time: at(DAY_ENDS_HOUR),
          },
        ],
      },
    ],
    orders: Array.from({ length: orders }, (_, idx) => {
      // No window begins so late that it would end after the day.
      const opens = Math.floor(
        between(DAY_STARTS_HOUR, DAY_ENDS_HOUR - WINDOW_HOURS + 1, idx * 0.381_966_011),
      );
      return {
        order_id: `o${idx}`,
        location: `p${1 + (idx % (places - 1))}`,
        duration: 60 + 30 * (idx % 7),
        load: { volume: 1 + (idx % 5) },
        time_windows: [{ start_time: at(opens), end_time: at(opens + WINDOW_HOURS) }],
      };
    }),
    options,
  };
}

const between = (low: number, high: number, share: number) => low + (high - low) * (share % 1);

const at = (hour: number): string => `${DAY}T${String(hour).padStart(2, '0')}:00:00`;
