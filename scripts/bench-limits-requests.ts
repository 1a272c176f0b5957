/**
 * Requests within all limits that demand as much as possible of one part of planning, to test that time limits hold.
 *
 * Those whose operation is `sync` have fewer than 50 places and are accepted as synchronous requests. Places are spread
 * evenly but irregularly (a Kronecker sequence), and nothing is random: every run sends the same requests.
 */

export type HostileRequest = {
  name: string;
  operation: 'sync' | 'async' | 'slots';
  request: object;
};

const DAY = '2026-05-05';
const AREA = { south: 41.12, west: -8.68, north: 41.2, east: -8.56 };
const COSTS = { fixed: 10, per_hour: 30, per_kilometer: 0.3, per_waiting_hour: 5 };
const SYNC_PLACES = 48;
/** Shorter than some legs, so that rests are needed on the road. */
const DRIVING_RULES = {
  max_driving_duration: 1200,
  break_duration: 900,
  break_parts: [300, 600],
};

const times = <Item>(count: number, make: (idx: number) => Item): Item[] =>
  Array.from({ length: count }, (_, idx) => make(idx));

const spread = (idx: number) => ({
  latitude: AREA.south + (AREA.north - AREA.south) * ((idx * 0.754_877_666) % 1),
  longitude: AREA.west + (AREA.east - AREA.west) * ((idx * 0.569_840_291) % 1),
});

const locations = (count: number) =>
  times(count, (idx) => ({ location_id: `l${idx}`, ...spread(idx + 1) }));

const hour = (value: number): string => {
  const minutes = Math.round(value * 60);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${DAY}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

const lunch = { break_id: 'lunch', duration: 2700, time_windows: [between(11.5, 13.5)] };
const coffee = {
  break_id: 'coffee',
  duration: 900,
  time_windows: [between(9, 10)],
  cost_per_hour_late: 12,
  skip_cost: 20,
};

function between(from: number, to: number) {
  return { start_time: hour(from), end_time: hour(to) };
}

type Scene = {
  places: number;
  vehicles: number;
  vehicle?: object;
  shift?: object;
  orders: number;
  order: (idx: number, at: (offset?: number) => string) => object;
  rest?: object;
};

function scene({ places, vehicles, vehicle, shift, orders, order, rest }: Scene): object {
  return {
    locations: locations(places),
    vehicles: [
      {
        ...{ vehicle_id: 'van', count: vehicles, costs: COSTS, ...vehicle },
        shifts: [
          {
            ...{ start_location: 'l0', end_location: 'l0' },
            ...{ start_time: `${DAY}T06:00`, end_time: `${DAY}T22:00`, ...shift },
          },
        ],
      },
    ],
    orders: times(orders, (idx) => ({
      order_id: `o${idx}`,
      duration: 300,
      ...order(idx, (offset = 0) => `l${1 + ((idx * 7 + offset) % (places - 1))}`),
    })),
    ...rest,
  };
}

const ride = (stops: number) => (_: number, at: (offset: number) => string) => ({
  pickups: times(stops / 2, (idx) => ({ stop_id: `p${idx}`, location: at(idx * 5) })),
  dropoffs: times(stops / 2, (idx) => ({ stop_id: `d${idx}`, location: at(20 + idx * 3) })),
  load: { kg: 1 },
});

const softWindows = (count: number, idx: number) =>
  times(count, (nth) => ({
    ...between(7 + ((idx + nth * 5) % 13), 7.2 + ((idx + nth * 5) % 13)),
    cost_per_hour_early: 3,
    cost_per_hour_late: 6 + nth,
  }));

/** Returns the requests. They are as large as synchronous ones may be, unless stated otherwise. */
export function hostileRequests(): HostileRequest[] {
  const sync = (name: string, of: Omit<Scene, 'places'>): HostileRequest => ({
    name,
    operation: 'sync',
    request: scene({ places: SYNC_PLACES, ...of }),
  });
  const async = (name: string, of: Scene): HostileRequest => ({
    name,
    operation: 'async',
    request: scene(of),
  });
  const rests = { breaks: [lunch], soft_breaks: [coffee] };
  const dayOfBreaks = {
    breaks: times(20, (idx) => ({
      ...{ break_id: `b${idx}`, duration: 120, location: `l${1 + idx}` },
      time_windows: [between(6 + idx * 0.7, 9 + idx * 0.7)],
    })),
    soft_breaks: times(20, (idx) => ({
      ...{ break_id: `s${idx}`, duration: 60, skip_cost: 3 + idx },
      ...{ time_windows: [between(6 + idx * 0.7, 8 + idx * 0.7)], cost_per_hour_late: 2 },
    })),
  };
  const longRoute = {
    vehicles: 1,
    vehicle: { driving_rules: DRIVING_RULES },
    shift: { ...dayOfBreaks, end_time: '2026-05-19T06:00' },
    order: (idx: number, at: () => string) => ({
      location: at(),
      soft_time_windows: softWindows(5, idx),
    }),
  };
  const givenPlan = (stops: number, stop: object) => ({
    routes: [
      {
        vehicle_id: 'van',
        stops: times(stops, (idx) => ({ order_id: `o${idx}`, ...stop })),
      },
    ],
  });
  return [
    sync('5 orders of 8 stops, rests', {
      ...{ vehicles: 2, vehicle: { driving_rules: DRIVING_RULES }, shift: rests },
      ...{ orders: 5, order: ride(8) },
    }),
    sync('250 orders of 8 stops, rests', {
      ...{ vehicles: 10, vehicle: { driving_rules: DRIVING_RULES }, shift: rests },
      ...{ orders: 250, order: ride(8) },
    }),
    sync('20 orders of 100 stops', {
      ...{ vehicles: 3, vehicle: { capacity: { kg: 60 } } },
      ...{ shift: { reloads: [{ location: 'l0', duration: 300 }] } },
      ...{ orders: 20, order: ride(100) },
    }),
    sync('200 orders of 8 stops and reloads, little room', {
      ...{ vehicles: 4, vehicle: { capacity: { kg: 3 } } },
      ...{ shift: { reloads: times(10, (idx) => ({ location: `l${idx}`, duration: 300 })) } },
      ...{ orders: 200, order: ride(8) },
    }),
    sync('500 pairs, lifo, rides, soft windows', {
      ...{ vehicles: 20, shift: rests, orders: 500 },
      order: (idx, at) => ({
        ...ride(2)(idx, at),
        ...{ load_order: 'lifo', max_ride_duration: 3000 },
        soft_time_windows: softWindows(3, idx),
      }),
    }),
    sync('1,000 orders of 48 places each', {
      ...{ vehicles: 20, orders: 1000 },
      order: (_, at) => ({
        location: at(),
        alternative_locations: times(SYNC_PLACES - 2, (nth) => ({ location: at(nth + 1) })),
      }),
    }),
    sync('1,000 orders of 48 places each, most of which go nowhere', {
      ...{ vehicles: 20, vehicle: { capacity: { kg: 10 } }, orders: 1000 },
      order: (_, at) => ({
        ...{ location: at(), load: { kg: 1 }, time_windows: [between(9, 9.001)] },
        alternative_locations: times(SYNC_PLACES - 2, (nth) => ({
          ...{ location: at(nth + 1), time_windows: [between(9, 9.001)] },
        })),
      }),
    }),
    sync('300 orders of 48 places each, soft windows, rests', {
      ...{ vehicles: 10, vehicle: { driving_rules: DRIVING_RULES }, shift: rests, orders: 300 },
      order: (idx, at) => ({
        location: at(),
        alternative_locations: times(SYNC_PLACES - 2, (nth) => ({ location: at(nth + 1) })),
        soft_time_windows: softWindows(5, idx),
      }),
    }),
    sync('1,000 orders, soft breaks', {
      ...{ vehicles: 30, shift: { soft_breaks: [coffee] }, orders: 1000 },
      order: (_, at) => ({ location: at() }),
    }),
    sync('1,000 orders, 40 breaks a shift', {
      ...{ vehicles: 30, vehicle: { driving_rules: DRIVING_RULES }, shift: dayOfBreaks },
      ...{ orders: 1000, order: (_, at) => ({ location: at() }) },
    }),
    sync('2,000 orders, 20 soft windows each, rests', {
      ...{ vehicles: 40, vehicle: { driving_rules: DRIVING_RULES }, shift: rests, orders: 2000 },
      order: (idx, at) => ({ location: at(), soft_time_windows: softWindows(20, idx) }),
    }),
    sync('one route of two weeks, 2,000 orders', { ...longRoute, orders: 2000 }),
    sync('12 weeks, 2,000 visits that bind one another', {
      vehicles: 5,
      shift: { ...rests, repeat: 'FREQ=DAILY' },
      orders: 80,
      order: (_, at) => ({
        location: at(),
        visits: {
          ...{ count: 2, per: 'week', same_vehicle: 'required', same_time_tolerance: 7200 },
          day_patterns: [
            ['MO', 'TH'],
            ['TU', 'FR'],
          ],
        },
      }),
      rest: {
        planning_period: { start_time: `${DAY}T00:00`, end_time: '2026-07-27T00:00' },
        relations: [{ type: 'different_vehicles', orders: ['o0', 'o1', 'o2'] }],
      },
    }),
    sync('2,000 orders in chains', {
      ...{ vehicles: 40, shift: rests, orders: 2000, order: (_, at) => ({ location: at() }) },
      rest: {
        relations: times(200, (idx) => ({
          type: idx % 2 === 0 ? 'sequence' : 'before',
          orders: times(10, (nth) => `o${idx * 10 + nth}`),
          max_gap: 20_000,
        })),
      },
    }),
    sync('a plan of 1,000 stops to begin with, reloads, other places', {
      vehicles: 2,
      vehicle: { capacity: { kg: 40 } },
      shift: {
        end_time: '2026-05-15T22:00',
        reloads: times(10, (idx) => ({ location: `l${idx}`, duration: 300 })),
        ...rests,
      },
      orders: 1000,
      order: (_, at) => ({
        ...{ location: at(), load: { kg: 1 } },
        alternative_locations: times(5, (nth) => ({ location: at(nth + 1) })),
      }),
      rest: {
        plan: {
          routes: [{ vehicle_id: 'van#1', stops: times(1000, (idx) => ({ order_id: `o${idx}` })) }],
        },
      },
    }),
    sync('2,000 orders that nobody can serve but for one rule', {
      ...{ vehicles: 3, vehicle: { driving_rules: DRIVING_RULES }, shift: rests, orders: 2000 },
      order: (idx, at) => ({
        ...{ location: at(), duration: 3600, load_type: `t${idx % 3}`, load: { kg: 1 } },
        incompatible_load_types: [`t${(idx + 1) % 3}`],
        soft_time_windows: softWindows(3, idx),
      }),
    }),
    sync('one route of two weeks that is judged, 40 breaks', {
      ...longRoute,
      orders: 400,
      rest: { plan: givenPlan(400, {}), options: { mode: 'check' } },
    }),
    sync('routes that are judged, in chains', {
      ...{ vehicles: 40, shift: dayOfBreaks, orders: 800, order: (_, at) => ({ location: at() }) },
      rest: {
        plan: {
          routes: times(40, (van) => ({
            vehicle_id: `van#${van + 1}`,
            stops: times(20, (nth) => ({ order_id: `o${van + nth * 40}` })),
          })),
        },
        relations: times(20, (nth) => ({
          type: 'before',
          orders: times(40, (van) => `o${van + nth * 40}`),
          min_gap: 60,
        })),
        options: { mode: 'check' },
      },
    }),
    sync('one route of two weeks whose times are locked, 40 breaks', {
      ...longRoute,
      orders: 400,
      rest: { plan: givenPlan(200, { lock: 'time' }) },
    }),
    {
      name: '100 slots beside one route of two weeks, 40 breaks',
      operation: 'slots',
      request: scene({
        ...{ ...longRoute, places: SYNC_PLACES, orders: 401 },
        rest: {
          plan: givenPlan(400, {}),
          slots: {
            order_id: 'o400',
            windows: times(100, (idx) => {
              const [day, hourOfDay] = [5 + (idx % 14), 7 + Math.floor(idx / 14)];
              const at = (of: number) =>
                `2026-05-${String(day).padStart(2, '0')}T${String(of).padStart(2, '0')}:00`;
              return { start_time: at(hourOfDay), end_time: at(hourOfDay + 2) };
            }),
          },
        },
      }),
    },
    sync('2,000 orders, each in 250 relations, 20 different vehicles', {
      ...{ vehicles: 1, orders: 2000, order: (_, at) => ({ location: at() }) },
      rest: {
        vehicles: times(20, (idx) => ({
          ...{ vehicle_id: `van${idx}`, costs: { ...COSTS, per_hour: 20 + idx } },
          shifts: [{ start_location: 'l0', start_time: hour(6), end_time: hour(22) }],
        })),
        relations: times(5000, (idx) => ({
          type: 'before',
          orders: times(100, (nth) => `o${((idx % 20) * 100 + nth) % 2000}`),
        })),
      },
    }),
    async('1,000 orders of 8 stops as a job, rests', {
      ...{ places: 1000, vehicles: 60, vehicle: { driving_rules: DRIVING_RULES }, shift: rests },
      ...{ orders: 1000, order: ride(8) },
    }),
    async('5,000 orders as a job, soft windows, rests', {
      ...{ places: 3000, vehicles: 250, vehicle: { driving_rules: DRIVING_RULES }, shift: rests },
      orders: 5000,
      order: (idx, at) => ({ location: at(), soft_time_windows: softWindows(5, idx) }),
    }),
    async('10,000 orders as a job, 1,500 different vehicles that may or may not', {
      ...{ places: 1000, vehicles: 1, orders: 10_000 },
      order: (idx, at) => ({ location: at(), required_attributes: [`a${idx % 7}`] }),
      rest: {
        vehicles: times(1500, (idx) => ({
          ...{ vehicle_id: `van${idx}`, costs: { ...COSTS, per_hour: 20 + idx / 100 } },
          attributes: times(3, (nth) => `a${(idx + nth) % 7}`),
          shifts: [{ start_location: 'l0', start_time: hour(6), end_time: hour(22) }],
        })),
      },
    }),
    async('1,000 orders as a job, 40 different vehicles, a year of days', {
      ...{ places: 500, vehicles: 1, orders: 1000, order: (_, at) => ({ location: at() }) },
      rest: {
        planning_period: { start_time: `${DAY}T00:00`, end_time: '2027-05-05T00:00' },
        vehicles: times(40, (idx) => ({
          ...{ vehicle_id: `van${idx}`, costs: { ...COSTS, per_hour: 20 + idx } },
          shifts: [
            {
              ...{ start_location: 'l0', start_time: hour(6), end_time: hour(22) },
              repeat: 'FREQ=DAILY',
            },
          ],
        })),
      },
    }),
    async('10,000 orders as a job, 60 vehicles', {
      ...{ places: 3000, vehicles: 60, shift: rests, orders: 10_000 },
      order: (_, at) => ({ location: at() }),
    }),
  ];
}
