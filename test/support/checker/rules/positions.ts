/** Orders that come first or last on their routes. Reloads and breaks do not count. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';

export function checkPositions({ routes }: Checked): Finding[] {
  return routes.flatMap(({ stops }) => {
    const served = stops.flatMap(({ task, pointer }) =>
      task === undefined
        ? []
        : [
            {
              position: task.order.entry.route_position ?? 'any',
              id: task.order.entry.order_id,
              pointer,
            },
          ],
    );
    return served.flatMap(({ position, id, pointer }, idx): Finding[] => {
      const others =
        position === 'first'
          ? served.slice(0, idx)
          : position === 'last'
            ? served.slice(idx + 1)
            : [];
      const wrong = others.find((other) => other.position !== position);
      if (wrong === undefined) return [];
      const expected = `${id} is ${position}`;
      return [
        { code: 'route_position', pointer, expected, got: wrong.id, comment: 'on its route' },
      ];
    });
  });
}
