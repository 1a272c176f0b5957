/** Writes the best plan so far with the ids of the request, in an engine thread, for clients that show it on a map. */
import { gzipSync } from 'node:zlib';
import type { HandlerResult } from '../engine/index.js';
import type { PlanSummary } from '../search/index.js';
import type { Names } from './names.js';
import type { ProblemMessage } from './problem.js';
import type { WaitingContext } from './respond/context.js';
import { unpackedNames } from './respond/packed-names.js';
import { jsonBytes } from './respond/task.js';

export type OutlineInput = {
  best: PlanSummary;
  /** As the core returns it: for each route its shift and number of places, then stop and place of each. */
  outline: Uint32Array<ArrayBuffer>;
  /** JSON of the `WaitingContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
  /** The order of each stop. */
  stopOrders: Uint32Array<ArrayBuffer>;
};

export type OutlineTask = {
  routing_outline: { input: OutlineInput; output: { body: Uint8Array<ArrayBuffer> } };
};

/** The stop of a start, an end or a reload. */
const NO_STOP = 0xffff_ffff;

export function createOutlineTask() {
  return (input: OutlineInput): HandlerResult<{ body: Uint8Array<ArrayBuffer> }> => {
    const { names } = JSON.parse(new TextDecoder().decode(input.context)) as Pick<
      WaitingContext,
      'names'
    >;
    const routes = routesOf(input, unpackedNames(names));
    const { cost, unserved, vehicles } = input.best;
    // Rounded like the costs in results.
    const best = { cost: Math.round(cost * 1e6) / 1e6, unserved, vehicles };
    const body = new Uint8Array(gzipSync(jsonBytes({ best, routes })));
    return { kind: 'done', output: { body }, transfer: [body.buffer] };
  };
}

function routesOf({ outline, stopOrders }: OutlineInput, names: Names) {
  const routes = [];
  for (let at = 0; at < outline.length;) {
    const shift = names.shifts[outline[at] ?? 0];
    const count = outline[at + 1] ?? 0;
    at += 2;
    const stops = Array.from({ length: count }, (_, idx) =>
      stopOf(outline[at + 2 * idx] ?? NO_STOP, outline[at + 2 * idx + 1] ?? 0),
    );
    at += 2 * count;
    routes.push({
      vehicle_id: shift?.vehicleId ?? '',
      shift_id: shift?.shiftId ?? '',
      date: shift?.date ?? '',
      stops,
    });
  }
  return routes;

  function stopOf(stop: number, place: number) {
    const order = stop === NO_STOP ? undefined : names.orders[stopOrders[stop] ?? 0];
    const stopId = names.stops[stop]?.stopId;
    const { latitude = 0, longitude = 0 } = names.places[place] ?? {};
    return {
      ...(order === undefined ? {} : { order_id: order.orderId }),
      ...(stopId === undefined ? {} : { stop_id: stopId }),
      ...{ latitude, longitude },
    };
  }
}

/** Returns the order of each stop of a problem, which is all that an outline needs of it. */
export function ordersOfStops({ stops, visits }: Pick<ProblemMessage, 'stops' | 'visits'>) {
  return Uint32Array.from(stops, ({ visit }) => visits[visit]?.order ?? 0);
}
