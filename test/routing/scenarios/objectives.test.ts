/** Objectives other than cost: short routes, small delays, balanced work. */
import { afterAll, beforeAll, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  exactly,
  expectPlan,
  from,
  minutes,
  order,
  plan,
  request,
  until,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const first = (term: string, fields: object = {}) => ({
  objective: { minimize: [...new Set(['unserved', term, 'cost'])], ...fields },
});

test('short routes may come before low costs', async () => {
  // From d 30 minutes at 120 an hour; from b, with the approach, 50 at 30.
  const vehicles = [
    vehicle({ costs: { per_hour: 120 } }),
    vehicle(
      { vehicle_id: 'cheap', costs: { per_hour: 30 } },
      { start_location: 'b', end_location: 'd' },
    ),
  ];
  const asked = (fields: object) => request({ orders: [order('x')], vehicles, ...fields });
  await expectPlan(
    service,
    asked(first('duration')),
    plan({ v: ['d 08:00', 'x x 08:10-08:20', 'd 08:30'] }, 60),
    asked(first('cost')),
  );
});

test('no vehicle waits for a soft window if short routes come first', async () => {
  // Waiting 50 minutes costs 50, being 50 minutes early costs 100: 60 minutes without waiting, 110 with it.
  const orders = [
    order('x', { time_windows: [exactly('08:10')] }),
    order('a', { soft_time_windows: [{ ...from('09:30'), cost_per_hour_early: 120 }] }),
  ];
  await expectPlan(
    service,
    request({ orders, ...first('duration') }),
    plan({ v: ['d 08:00', 'x x 08:10-08:20', 'a a 08:40-08:50', 'd 09:00'] }, 160),
    request({ orders, ...first('cost') }),
  );
});

test('a soft break is left out if short routes come first', async () => {
  // The break takes 30 minutes, so 30, and skipping it costs 40.
  const soft_breaks = [{ duration: minutes(30), skip_cost: 40 }];
  const asked = (fields: object) =>
    request({ orders: [order('a')], vehicles: [vehicle({}, { soft_breaks })], ...fields });
  await expectPlan(
    service,
    asked(first('duration')),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 70),
    asked(first('cost')),
  );
});

test('two vehicles are used where one would be late', async () => {
  // One vehicle takes 60 minutes for both sides, and is 30 minutes late at the second; two take 30 each. w costs 5 and
  // must serve x.
  const soft_time_windows = [until('08:10')];
  const orders = [
    order('a', { soft_time_windows }),
    order('x', { soft_time_windows, forbidden_vehicles: ['v'] }),
  ];
  const vehicles = [vehicle(), vehicle({ vehicle_id: 'w', costs: { per_hour: 60, fixed: 5 } })];
  const asked = (fields: object) => request({ orders, vehicles, ...fields });
  await expectPlan(
    service,
    asked(first('lateness')),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'],
        w: ['d 08:00', 'x x 08:10-08:20', 'd 08:30'],
      },
      65,
    ),
    asked(first('vehicles')),
  );
});

test('a vehicle waits instead of being late if small delays come first', async () => {
  // Leaving at 08:40 is 40 minutes late at a and costs 60 + 4; leaving at 08:00 is on time and costs 100.
  const orders = [
    order('a', { soft_time_windows: [{ ...until('08:10'), cost_per_hour_late: 6 }] }),
    order('b', { time_windows: [exactly('09:10')] }),
  ];
  await expectPlan(
    service,
    request({ orders, ...first('lateness') }),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-09:20 waits 40', 'd 09:40'] }, 100),
    request({ orders, ...first('cost') }),
  );
});

/** Three orders at a: the last one takes long or is heavy, and only `cheap` may serve it. */
const three = (fields: object[]) => [
  order('a', { order_id: 'p', time_windows: [exactly('08:10')], ...fields[0] }),
  order('a', { order_id: 'q', ...fields[1] }),
  order('a', { order_id: 'r', forbidden_vehicles: ['dear'], ...fields[2] }),
];
const pair = (cheap: object, dear: object) => [
  vehicle({ vehicle_id: 'cheap', costs: cheap }),
  vehicle({ vehicle_id: 'dear', costs: dear }),
];
const hourly = pair({ per_hour: 30 }, { per_hour: 60 });
const balanced = (balance: string) => first('imbalance', { balance });

test('the times of routes are balanced', async () => {
  // r | p q: 60 and 40 minutes, 30 + 40. Balanced by stops, r p | q is as good, and costs 35 + 30. One vehicle alone:
  // 40.
  const asked = (fields: object) =>
    request({ orders: three([{}, {}, { duration: minutes(40) }]), vehicles: hourly, ...fields });
  const routes = {
    cheap: ['d 08:00', 'r a 08:10-08:50', 'd 09:00'],
    dear: ['d 08:00', 'p a 08:10-08:20', 'q a 08:20-08:30', 'd 08:40'],
  };
  await expectPlan(
    service,
    asked(balanced('duration')),
    plan(routes, 70),
    asked(balanced('stops')),
    asked(first('cost')),
  );
  // The same when time is free: 20 kilometers for each.
  const roads = { vehicles: pair({ per_kilometer: 1 }, { per_kilometer: 2 }) };
  await expectPlan(
    service,
    asked({ ...balanced('duration'), ...roads }),
    plan(routes, 60),
    asked({ ...first('cost'), ...roads }),
  );
});

test('loads are balanced over all dimensions together', async () => {
  // r | p q: 1 and 1, 30 minutes for 15 and 40 for 40. Balanced by stops, r p | q costs 20 + 30; one vehicle alone, 25.
  const half = { load: { volume: 0.5 } };
  const asked = (fields: object) =>
    request({
      orders: three([half, half, { load: { weight: 1 } }]),
      vehicles: hourly,
      ...fields,
    });
  await expectPlan(
    service,
    asked(balanced('load')),
    plan(
      {
        cheap: ['d 08:00', 'r a 08:10-08:20', 'd 08:30'],
        dear: ['d 08:00', 'p a 08:10-08:20', 'q a 08:20-08:30', 'd 08:40'],
      },
      55,
    ),
    asked(balanced('stops')),
    asked(first('cost')),
  );
});
