/**
 * Relations of the problem. In the request, relations bind orders; in the problem, they bind visits.
 *
 * A relation binds visits with the same number; an order that is not periodic is bound with each of them.
 * `same_vehicle` binds all visits, and `different_vehicles` binds all visits of different orders.
 */
import type { OrderMessage, RelationMessage } from '../problem.js';
import type { ReadRelation, ReadRequest } from '../read/index.js';
import type { Fleet } from './fleet.js';

/** Means that there is no minimum gap. It is below every real gap; orders that overlap have negative gaps. */
export const NO_GAP_MIN_SECONDS = Number.MIN_SAFE_INTEGER;

export function compileRelations(
  read: ReadRequest,
  orders: readonly OrderMessage[],
  fleet: Fleet,
): { messages: RelationMessage[]; positions: number[] } {
  const compiled = read.relations.flatMap((relation, position) =>
    compileRelation(relation, read, orders, fleet).map((message) => ({ message, position })),
  );
  return {
    messages: compiled.map(({ message }) => message),
    positions: compiled.map(({ position }) => position),
  };
}

type Member = { visits: readonly number[]; isPeriodic: boolean };

function compileRelation(
  { entry, orders: orderIdxs, vehicle }: ReadRelation,
  read: ReadRequest,
  orders: readonly OrderMessage[],
  fleet: Fleet,
): RelationMessage[] {
  const members = orderIdxs.map((orderIdx): Member => {
    const [from, to] = orders[orderIdx]?.visits ?? [0, 0];
    return {
      visits: Array.from({ length: to - from }, (_, idx) => from + idx),
      isPeriodic: read.orders[orderIdx]?.entry.visits !== undefined,
    };
  });
  const isSimultaneous = entry.type === 'simultaneous';
  const vehicles = vehicle === undefined ? null : fleet.vehiclesNamed(vehicle);
  const ungapped = {
    kind: entry.type,
    vehicles,
    gap_seconds_min: isSimultaneous ? 0 : NO_GAP_MIN_SECONDS,
    gap_seconds_max: isSimultaneous ? 0 : null,
  };
  const gapped = {
    ...ungapped,
    gap_seconds_min: entry.min_gap ?? ungapped.gap_seconds_min,
    gap_seconds_max: entry.max_gap ?? ungapped.gap_seconds_max,
  };
  const groups = groupsByNumber(members);
  const byNumber = groups.map((visits) => ({ ...gapped, visits }));
  if (groups.length === 1) return byNumber;
  const hasGaps = entry.min_gap !== undefined || entry.max_gap !== undefined;
  switch (entry.type) {
    case 'same_vehicle': {
      const all = { ...ungapped, visits: members.flatMap(({ visits }) => visits) };
      return hasGaps ? [all, ...byNumber] : [all];
    }
    case 'different_vehicles':
      return [
        ...byNumber,
        ...pairsAcross(members, groups).map((visits) => ({ ...ungapped, visits })),
      ];
    case 'same_route':
    case 'sequence':
    case 'consecutive':
    case 'before':
    case 'simultaneous':
      return byNumber;
  }
}

function groupsByNumber(members: readonly Member[]): number[][] {
  const periodic = members.filter(({ isPeriodic }) => isPeriodic);
  const count = Math.max(1, ...periodic.map(({ visits }) => visits.length));
  return Array.from({ length: count }, (_, number) =>
    members.flatMap(({ visits, isPeriodic }) => visits[isPeriodic ? number : 0] ?? []),
  );
}

/** Returns all pairs of visits of different orders that do not share a group. */
function pairsAcross(
  members: readonly Member[],
  groups: readonly (readonly number[])[],
): [number, number][] {
  const grouped = new Set(
    groups.flatMap((group) => group.flatMap((a) => group.map((b) => `${a} ${b}`))),
  );
  return members.flatMap(({ visits }, idx) =>
    visits.flatMap((a) =>
      members
        .slice(idx + 1)
        .flatMap((other) => other.visits)
        .filter((b) => !grouped.has(`${a} ${b}`))
        .map((b): [number, number] => [a, b]),
    ),
  );
}
