/** Compatibility: attributes of vehicle and shift, allowed and forbidden vehicles. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { incompatibilities } from '../model/compatible.js';

export function checkCompatibility({ served }: Checked): Finding[] {
  return served.flatMap(({ order, stops }) => {
    const routes = new Set(stops.map(({ route }) => route));
    return [...routes].flatMap(({ occurrence }) => {
      const pointer =
        stops.find(({ route }) => route.occurrence === occurrence)?.stop.pointer ?? '';
      return incompatibilities(order.entry, occurrence).map((each) => ({ ...each, pointer }));
    });
  });
}
