/** Requests of `bench-check.ts`: orders in the center of Porto, and a plan of them that was not searched for. */

type Place = { latitude: number; longitude: number };
type Order = { order_id: string; location: string; duration: number; load: { kg: number } };

const DEPOT = { location_id: 'depot', latitude: 41.16, longitude: -8.63 };

/** Equal seeds give equal requests. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 2 ** 31;
  };
}

/** Returns orders at places that several of them may share, and vehicles with a lunch break. */
export function requestOf(orderCount: number, vehicleCount: number, placeCount = orderCount) {
  const random = randomFrom(12_345);
  const places = Array.from({ length: placeCount }, (_, idx) => ({
    location_id: `p${idx}`,
    latitude: 41.13 + 0.06 * random(),
    longitude: -8.68 + 0.11 * random(),
  }));
  const lunch = {
    break_id: 'lunch',
    duration: 1800,
    time_windows: [{ start_time: '2026-05-05T11:30', end_time: '2026-05-05T14:00' }],
  };
  return {
    locations: [DEPOT, ...places],
    vehicles: Array.from({ length: vehicleCount }, (_, idx) => ({
      vehicle_id: `v${idx}`,
      capacity: { kg: 1000 },
      costs: { fixed: 50, per_hour: 30, per_kilometer: 0.4 },
      shifts: [
        {
          ...{ start_location: 'depot', end_location: 'depot' },
          ...{ start_time: '2026-05-05T06:00', end_time: '2026-05-05T22:00' },
          breaks: [lunch],
        },
      ],
    })),
    orders: Array.from({ length: orderCount }, (_, idx): Order => ({
      order_id: `o${idx}`,
      location: `p${idx % placeCount}`,
      duration: 180 + Math.floor(200 * random()),
      load: { kg: 5 + Math.floor(10 * random()) },
    })),
  };
}

/** Divides the orders around the depot into one sector per vehicle, each served by nearest neighbor, as by hand. */
export function planOf(
  { locations, vehicles }: ReturnType<typeof requestOf>,
  orders: readonly Order[],
) {
  const placeOf = new Map(locations.map((each) => [each.location_id, each]));
  const around = orders
    .map(({ order_id, location }) => ({ order_id, place: placeOf.get(location) ?? DEPOT }))
    .toSorted((a, b) => bearing(a.place) - bearing(b.place));
  const each = Math.ceil(around.length / vehicles.length);
  const routes = vehicles.map(({ vehicle_id }, idx) => {
    const left = around.slice(idx * each, (idx + 1) * each);
    const stops: { order_id: string }[] = [];
    let here: Place = DEPOT;
    while (left.length > 0) {
      const at = here;
      left.sort((a, b) => distance(b.place, at) - distance(a.place, at));
      const nearest = left.pop();
      if (nearest === undefined) break;
      here = nearest.place;
      stops.push({ order_id: nearest.order_id });
    }
    return { vehicle_id, stops };
  });
  return { routes: routes.filter(({ stops }) => stops.length > 0) };
}

const bearing = ({ latitude, longitude }: Place): number =>
  Math.atan2(latitude - DEPOT.latitude, longitude - DEPOT.longitude);

const distance = (a: Place, b: Place): number =>
  Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude);
