/**
 * The load on board after each stop, by dimension.
 *
 * Deliveries are loaded at the start, or at the last reload before their stop. Collected goods are unloaded at the next
 * reload, or otherwise stay on board until the end. Goods between two stops of one order stay on board across reloads.
 * If the dropoffs of an order have a larger load than its pickups, the excess is on board from the start.
 */
import { type Load } from '../contract.js';
import { type Route, type Stop } from './routes.js';

export type Loads = { initial: Load; after: Load[] };

function add(load: Load, change: Load, sign: 1 | -1): void {
  for (const [dimension, amount] of Object.entries(change)) {
    load[dimension] = (load[dimension] ?? 0) + sign * amount;
  }
}

/** Returns what is delivered from this point on, up to the next reload. */
function deliveredUntilReload(stops: readonly Stop[]): Load {
  const load: Load = {};
  for (const stop of stops) {
    if (stop.raw.type === 'reload') break;
    if (stop.task?.flow === 'delivered') add(load, stop.task.load, 1);
  }
  return load;
}

/** Returns the excess of what orders drop off over what they pick up. */
function broughtFromOutside(stops: readonly Stop[]): Load {
  const balances = new Map<string, Load>();
  for (const { task, visit } of stops) {
    if (task === undefined || (task.flow !== 'taken' && task.flow !== 'brought')) continue;
    const key = `${task.order.entry.order_id} ${visit}`;
    const balance = balances.get(key) ?? {};
    add(balance, task.load, task.flow === 'brought' ? 1 : -1);
    balances.set(key, balance);
  }
  const excess: Load = {};
  for (const balance of balances.values()) {
    for (const [dimension, amount] of Object.entries(balance)) {
      add(excess, { [dimension]: Math.max(0, amount) }, 1);
    }
  }
  return excess;
}

export function loadsAlong({ stops }: Route): Loads {
  const load = deliveredUntilReload(stops);
  add(load, broughtFromOutside(stops), 1);
  const initial = { ...load };
  let collected: Load = {};
  const after = stops.map((stop, idx): Load => {
    if (stop.raw.type === 'reload') {
      add(load, collected, -1);
      collected = {};
      add(load, deliveredUntilReload(stops.slice(idx + 1)), 1);
    }
    const { task } = stop;
    if (task?.flow === 'delivered' || task?.flow === 'brought') add(load, task.load, -1);
    if (task?.flow === 'collected' || task?.flow === 'taken') add(load, task.load, 1);
    if (task?.flow === 'collected') add(collected, task.load, 1);
    return { ...load };
  });
  return { initial, after };
}
