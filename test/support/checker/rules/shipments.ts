/** Orders with pickups and dropoffs: the sequence of their stops, `load_order`, and the limit of the ride. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Served } from '../model/served.js';
import { type Stop } from '../model/routes.js';

type Shipment = { served: Served; pickups: Stop[]; dropoffs: Stop[] };

function shipmentsOf(served: readonly Served[]): Shipment[] {
  return served
    .map((each) => {
      const stops = each.stops.filter(({ route }) => route === each.route).map(({ stop }) => stop);
      return {
        served: each,
        pickups: stops.filter(({ task }) => task?.flow === 'taken'),
        dropoffs: stops.filter(({ task }) => task?.flow === 'brought'),
      };
    })
    .filter(({ pickups, dropoffs }) => pickups.length > 0 && dropoffs.length > 0);
}

function checkPrecedence({ stops, route }: Served): Finding[] {
  const own = stops.filter((each) => each.route === route).map(({ stop }) => stop);
  return own.flatMap((stop) =>
    own
      .filter(
        ({ task, idx }) => (stop.task?.after ?? []).includes(task?.stopId ?? '') && idx > stop.idx,
      )
      .map((late) => ({
        code: 'load_order',
        pointer: stop.pointer,
        expected: `after ${late.task?.stopId ?? ''}`,
        got: `before ${late.task?.stopId ?? ''}`,
        comment: 'stops of the order in the wrong order',
      })),
  );
}

const firstIdx = (stops: readonly Stop[]): number => Math.min(...stops.map(({ idx }) => idx));
const lastIdx = (stops: readonly Stop[]): number => Math.max(...stops.map(({ idx }) => idx));

/** At the dropoff of a LIFO order, nothing picked up after it may be on board; FIFO: nothing picked up before it. */
function checkLoadOrder(shipment: Shipment, all: readonly Shipment[]): Finding[] {
  const { load_order = 'any' } = shipment.served.order.entry;
  if (load_order === 'any') return [];
  const pickedAt = firstIdx(shipment.pickups);
  const others = all.filter(
    (each) => each !== shipment && each.served.route === shipment.served.route,
  );
  return shipment.dropoffs.flatMap((dropoff) =>
    others
      .filter(({ pickups, dropoffs }) => {
        const otherPickedAt = firstIdx(pickups);
        const isInTheWay =
          load_order === 'lifo' ? otherPickedAt > pickedAt : otherPickedAt < pickedAt;
        return isInTheWay && otherPickedAt < dropoff.idx && lastIdx(dropoffs) > dropoff.idx;
      })
      .map((other) => ({
        code: 'load_order',
        pointer: dropoff.pointer,
        expected: load_order,
        got: `${other.served.order.entry.order_id} still on board`,
        comment: 'another order is in the way',
      })),
  );
}

function checkRide({ served, pickups, dropoffs }: Shipment): Finding[] {
  const expected = served.order.entry.max_ride_duration;
  const first = pickups.find(({ idx }) => idx === firstIdx(pickups));
  const last = dropoffs.find(({ idx }) => idx === lastIdx(dropoffs));
  if (expected === undefined || first === undefined || last === undefined) return [];
  const got = last.arrival - first.departure;
  if (got <= expected) return [];
  const comment = 'from leaving the first pickup to reaching the last dropoff';
  const amount = got - expected;
  return [{ code: 'ride_duration', pointer: last.pointer, expected, got, comment, amount }];
}

export function checkShipments({ served }: Checked): Finding[] {
  const shipments = shipmentsOf(served);
  return [
    ...served.flatMap(checkPrecedence),
    ...shipments.flatMap((shipment) => [
      ...checkLoadOrder(shipment, shipments),
      ...checkRide(shipment),
    ]),
  ];
}
