/** The names of the core's indexes in the request: with the core's solution, all that writing an answer needs. */
import type { WindowMessage } from './problem.js';

/** The caller's own data, returned unchanged and not interpreted. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Each list is parallel to an array of the `ProblemMessage` that was compiled with it. */
export type Names = {
  places: readonly {
    /** Absent: the place was given inline. */
    locationId?: string;
    latitude: number;
    longitude: number;
    timeZone: string;
  }[];
  /** Names of vehicles, with one entry per copy. */
  vehicles: readonly string[];
  shifts: readonly {
    vehicleId: string;
    /** Metadata of the vehicle, as in the request. */
    metadata?: Metadata;
    shiftId: string;
    /** Local date on which the occurrence starts, YYYY-MM-DD. */
    date: string;
    timeZone: string;
    breakIds: readonly string[];
    /**
     * Other breaks that have begun: the core has them as hard breaks after those of `breakIds`. A rest required by
     * driving rules has no id.
     */
    begunRests?: readonly { type: 'break' | 'soft_break'; id?: string }[];
    softBreakIds: readonly string[];
    reloadIds: readonly string[];
  }[];
  /** Attributes of `travel[i]`: the profile, and the factor that its times were divided by. */
  travel: readonly { profile: string; speedFactor: number }[];
  orders: readonly {
    orderId: string;
    unservedCost: number;
    mandatory: boolean;
    periodic: boolean;
    metadata?: Metadata;
  }[];
  /**
   * `stopId`: only for stops of `pickups` and `dropoffs`. `closed`: why it can never be made: its windows if none is in
   * the period; `apart` if they and those of its place open in the period, but never at the same time; `weekdays` or
   * `per` if they open only on other weekdays, or outside the week or month of the visit.
   */
  stops: readonly {
    stopId?: string;
    kind: 'pickup' | 'dropoff' | 'service';
    closed?: readonly WindowMessage[] | 'apart' | 'weekdays' | 'per';
  }[];
  /** Attributes of orders and shifts. */
  attributes: readonly string[];
  /** Positions of relations in the request. */
  relations: readonly number[];
  /** Names of load dimensions, and the factors that made their amounts integers. */
  dimensions: readonly { name: string; scale: number }[];
  /** For a request for time slots: the windows, one per offered visit. */
  slots?: readonly WindowMessage[];
};
