/** Requests with one fault each, and the check that this fault is reported and no other. */
import { expect } from '@jest/globals';
import {
  MONDAY,
  orderOf,
  problemsOf,
  requestOf,
  vehicleOf,
} from '../../support/routing-requests.js';

/** The fault, the request, and the pointer and code of its only problem. */
export type ProblemCase = [name: string, request: object, pointer: string, code: string];

export const order = (fields: object): object => requestOf({ orders: [orderOf(fields)] });
export const vehicle = (fields: object): object => requestOf({ vehicles: [vehicleOf(fields)] });
export const shift = (fields: object): object => requestOf({ vehicles: [vehicleOf({}, fields)] });
export const orders = (...list: object[]): any[] =>
  list.map((each, idx) => orderOf({ order_id: `o${idx}`, ...each }));
export const relation = (fields: object): object =>
  requestOf({
    orders: orders({}, {}),
    relations: [{ type: 'before', orders: ['o0', 'o1'], ...fields }],
  });
export const plan = (route: object, fields: object = {}): object =>
  requestOf({
    plan: {
      routes: [{ vehicle_id: 'v', shift_id: 'shifts/0', stops: [{ order_id: 'o' }], ...route }],
    },
    ...fields,
  });
export const window = (start: string, end: string): object => ({
  start_time: `${MONDAY}T${start}`,
  end_time: `${MONDAY}T${end}`,
});
export const pair = {
  pickups: [{ stop_id: 'x', location: 'a' }],
  dropoffs: [{ stop_id: 'y', location: 'b' }],
  location: undefined,
};

export const DAY = {
  traffic_window_start_times: ['00:00:00'],
  traffic_window_end_times: ['23:59:59'],
};
export const matrix = (fields: object): object =>
  requestOf({
    travel: { matrix: { traffic_windows: [DAY], travel_costs: { d: { a: [1, 2] } }, ...fields } },
  });

/** Asserts that the request has this problem and no other. */
export function expectProblem(request: object, pointer: string, code: string): void {
  // As the service receives it: without fields that are undefined.
  const problems = problemsOf(JSON.parse(JSON.stringify(request)));
  // If the day of the windows is wrong, faults that follow from it are reported too.
  const followUps = code === 'wrong_length' ? ['windows_do_not_cover_day'] : [];
  expect(problems.filter(([, each]) => !followUps.includes(each))).toEqual([[pointer, code]]);
}
