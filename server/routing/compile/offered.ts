/** Adds a copy of an order for each window that may be offered, so that the core can evaluate each window. */
import {
  cut,
  openIn,
  type Interval,
  type ReadOrder,
  type ReadRequest,
  type ReadSlots,
  type ReadWindow,
} from '../read/index.js';

/** Returns the request with these copies after its own orders. */
export function withOffered(read: ReadRequest): ReadRequest {
  const { slots } = read;
  const order = slots === undefined ? undefined : read.orders[slots.orderIdx];
  if (slots === undefined || order === undefined) return read;
  const offered = slots.windows.map((window) => within(order, slots, window, read.period));
  return { ...read, orders: [...read.orders, ...offered] };
}

/** Returns the order with the windows of one stop cut to the offered window. */
function within(
  order: ReadOrder,
  { stopIdx }: ReadSlots,
  window: Interval,
  period: Interval,
): ReadOrder {
  const cutTo = (own: readonly ReadWindow[] | undefined): ReadWindow[] =>
    cut(openIn(own, period), [window]).map((interval) => ({
      ...{ kind: 'dated', interval, clock: order.clock },
    }));
  const stops = order.stops.map((stop, idx) =>
    idx === stopIdx
      ? {
          ...stop,
          options: stop.options.map((option) => ({ ...option, windows: cutTo(option.windows) })),
        }
      : stop,
  );
  return { ...order, stops };
}
