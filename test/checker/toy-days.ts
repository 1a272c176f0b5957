/** Plans of one vehicle on many days, for rules that connect its routes. A day is `04`, in May, or `06-04`. */
import { toyRequest, toyResponse, toyVehicle, type Change, type ToyRoute } from './toy.js';

/** A route of 1,500 s, 1,200 s of which are on the road. Without other steps, it has an order of its own. */
export const on = (day: string, fields: Partial<ToyRoute> = {}): ToyRoute => ({
  ...{ date: `2026-${day.length === 2 ? '05-' : ''}${day}`, leave: '08:00' },
  steps: [{ at: 'a', order: `o${day}`, duration: 300 }],
  ...fields,
});

/** A vehicle with a shift on each day from the 4th of May on, a Monday, and the orders of these routes. */
function requestFor(routes: ToyRoute[], rules: object, fields: object = {}): any {
  const shift = { start_time: '2026-05-04T06:00', end_time: '2026-05-04T17:00' };
  const steps = routes.flatMap((route) => route.steps);
  const vehicle = { driving_rules: { break_duration: 1, ...rules }, ...fields };
  return toyRequest({
    vehicles: [toyVehicle(vehicle, { ...shift, repeat: 'FREQ=DAILY' })],
    planning_period: { start_time: '2026-05-04', end_time: '2026-06-15' },
    orders: steps.flatMap(({ order, at, duration = 0 }) =>
      order === undefined ? [] : [{ order_id: order, location: at, duration }],
    ),
  });
}

export const plan = (routes: ToyRoute[], rules: object, fields: object = {}): any => ({
  request: requestFor(routes, rules, fields),
  response: toyResponse(routes),
});

/** Answers with these routes instead. */
export const answer =
  (...routes: ToyRoute[]): Change['change'] =>
  (request, response) => {
    Object.assign(request, { orders: requestFor(routes, {}).orders });
    Object.assign(response, toyResponse(routes));
  };
export const state =
  (fields: object): Change['change'] =>
  ({ vehicles: [vehicle] }) =>
    Object.assign(vehicle, fields);
export const rule =
  (fields: object): Change['change'] =>
  ({ vehicles: [vehicle] }) =>
    Object.assign(vehicle.driving_rules, fields);
