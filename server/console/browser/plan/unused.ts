/** Shifts without a route in a plan, to which a stop can be moved as well. */
import type { EditRoute } from './edit.js';
import type { Plan, PlanRequest, Vehicle } from './types.js';

/** A longer list would be useless for dragging. */
const LISTED_MAX = 60;

export function unusedRoutes(request: PlanRequest, plan: Plan): EditRoute[] {
  const used = new Set(plan.routes.map(keyOf));
  // A repeated shift has no single date: offer it on the dates that the plan uses.
  const dates = [...new Set(plan.routes.map(({ date }) => date))].toSorted();
  const unused: EditRoute[] = [];
  for (const vehicle of request.vehicles) {
    for (const name of copyNames(vehicle)) {
      for (const [idx, shift] of vehicle.shifts.entries()) {
        const { start_time: start, shift_id: id = `shifts/${idx}` } = shift;
        const day =
          typeof start === 'string' ? /^\d{4}-\d{2}-\d{2}(?=T)/.exec(start)?.[0] : undefined;
        const isRepeated = shift['repeat'] !== undefined;
        for (const date of day === undefined || isRepeated ? dates : [day]) {
          const route = { vehicle_id: name, shift_id: id, date, stops: [] };
          if (!used.has(keyOf(route)) && unused.length < LISTED_MAX) unused.push(route);
        }
      }
    }
  }
  return unused;
}

/** Returns the names of a vehicle's copies as answers write them. */
function copyNames({ vehicle_id: id, count = 1 }: Vehicle): string[] {
  return count === 1 ? [id] : Array.from({ length: count }, (_, idx) => `${id}#${idx + 1}`);
}

type Named = { vehicle_id: string; shift_id: string; date: string };

export const keyOf = ({ vehicle_id: vehicle, shift_id: shift, date }: Named): string =>
  `${date} ${shift} ${vehicle}`;
