/** What the core's indexes are called in the request: all that writing an answer needs beside the core's solution. */
import type { WindowMessage } from './problem.js';

/** The caller's own; it is not looked into. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Parallel to the arrays of the `ProblemMessage` made with it. */
export type Names = {
  places: readonly {
    /** Absent: the place was given inline. */
    locationId?: string;
    latitude: number;
    longitude: number;
    timeZone: string;
  }[];
  /** Copies spelled out. */
  vehicles: readonly string[];
  shifts: readonly {
    vehicleId: string;
    /** Of the vehicle, as the request has it. */
    metadata?: Metadata;
    shiftId: string;
    /** Local date on which the occurrence starts, YYYY-MM-DD. */
    date: string;
    timeZone: string;
    breakIds: readonly string[];
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
  /** `stopId` only for stops of `pickups` and `dropoffs`; `closed`: windows of a stop of which none lies in the period. */
  stops: readonly {
    stopId?: string;
    kind: 'pickup' | 'dropoff' | 'service';
    closed?: readonly WindowMessage[];
  }[];
  /** Of orders and shifts. */
  attributes: readonly string[];
  /** Positions in the request. */
  relations: readonly number[];
  /** Names of load dimensions, and by what their amounts were multiplied to become integers. */
  dimensions: readonly { name: string; scale: number }[];
  /** Of a question for slots, the windows that were asked about, one for each visit that is offered. */
  slots?: readonly WindowMessage[];
};
