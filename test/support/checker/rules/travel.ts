/**
 * Travel: each leg takes the time and distance in the tables for the place and time of departure.
 *
 * A break on the way divides a leg: the parts before and after it add up to one unit of progress, at the pace of the
 * local time at the place where the leg began. At least one of the stops of such a leg has a place.
 */
import { differs, type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Place } from '../model/places.js';
import { type Route, type Stop } from '../model/routes.js';
import { legBetween, type Leg } from '../model/travel.js';
import { isAtMost, minus, ONE, roundHalfUp, toNumber, ZERO, type Rational } from '../rational.js';

/** A leg in progress, with what has been done of it before the current stop. */
type Way = { from: Place; to: Place; leg: Leg; remaining: Rational; drivenMeters: number };

const nextPlaceOf = (stops: readonly Stop[], idx: number): Place | undefined =>
  stops.slice(idx).find(({ place }) => place !== undefined)?.place;

function checkRoute(route: Route, { tolerances }: Checked): Finding[] {
  const findings: Finding[] = [];
  const expectTravel = (stop: Stop, seconds: number, meters: number, metersMore = 0): void => {
    const { travel_duration, travel_distance } = stop.raw;
    if (Math.abs(travel_duration - seconds) > tolerances.travelSeconds) {
      findings.push({
        code: 'travel_duration',
        pointer: `${stop.pointer}/travel_duration`,
        expected: seconds,
        got: travel_duration,
        comment: 'seconds on the road, through the traffic windows',
      });
    }
    if (differs(travel_distance, meters, tolerances.distanceMeters + metersMore)) {
      findings.push({
        code: 'travel_distance',
        pointer: `${stop.pointer}/travel_distance`,
        expected: meters,
        got: travel_distance,
        comment: 'meters on the road',
      });
    }
  };

  let here: Place | undefined;
  let way: Way | undefined;
  for (const stop of route.stops) {
    const before = route.stops[stop.idx - 1];
    const to = nextPlaceOf(route.stops, stop.idx);
    if (before === undefined) expectTravel(stop, 0, 0);
    const isLost = stop.place === undefined && !stop.isRest;
    if (before === undefined || here === undefined || to === undefined || isLost) {
      // If a stop is not known, neither are the legs to and from it; the rules of structure report the stop.
      here = stop.place;
      way = undefined;
      continue;
    }
    if (way === undefined) {
      const leg = legBetween(here, to, route.traveler);
      if (leg === undefined) {
        findings.push({
          code: 'unreachable',
          pointer: stop.pointer,
          expected: 'a way',
          got: `${here.name} → ${to.name}`,
          comment: 'no travel costs from the one to the other',
        });
        here = stop.place ?? to;
        continue;
      }
      way = { from: here, to, leg, remaining: ONE, drivenMeters: 0 };
    }

    const { leg } = way;
    const departure = before.departure;
    if (stop.place === undefined) {
      // On the way: the response states the driving time, and the tables determine the distance.
      const done = leg.progress(departure, departure + stop.raw.travel_duration);
      const isBeyond = !isAtMost(done, way.remaining);
      const full = roundHalfUp(leg.arrival(departure, way.remaining)) - departure;
      const meters = Math.round(toNumber(done) * leg.distanceMeters);
      // The tolerance of a second also allows the distance driven in that second.
      const whole = roundHalfUp(leg.arrival(departure, ONE)) - departure;
      const ofSecond = (tolerances.travelSeconds * leg.distanceMeters) / Math.max(1, whole);
      expectTravel(stop, isBeyond ? full : stop.raw.travel_duration, meters, ofSecond);
      way.remaining = isBeyond ? ZERO : minus(way.remaining, done);
      way.drivenMeters += stop.raw.travel_distance;
    } else {
      const seconds = roundHalfUp(leg.arrival(departure, way.remaining)) - departure;
      expectTravel(stop, seconds, leg.distanceMeters - way.drivenMeters);
      here = stop.place;
      way = undefined;
    }
  }
  return findings;
}

export function checkTravel(checked: Checked): Finding[] {
  return checked.routes.flatMap((route) => checkRoute(route, checked));
}
