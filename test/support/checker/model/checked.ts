/** What every rule is given, and what a rule is. */
import { type RoutingResponse } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Problem } from './problem.js';
import { type Route } from './routes.js';
import { type Served } from './served.js';

export type Tolerances = {
  /** Seconds by which a travel time may differ from the exact one, see README.md, decision 9. */
  travelSeconds: number;
  /** Meters by which the distance of a leg may differ. */
  distanceMeters: number;
  /** Meters from a stop to the line that is drawn through it. */
  lineMeters: number;
  /** Money: sums are compared to this. */
  cost: number;
};

export type Checked = {
  problem: Problem;
  response: RoutingResponse;
  routes: readonly Route[];
  served: readonly Served[];
  tolerances: Tolerances;
};

export type Rule = (checked: Checked) => Finding[];
