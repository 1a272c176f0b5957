/** The input of every rule, and the type of a rule. */
import { type RoutingResponse } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Problem } from './problem.js';
import { type Route } from './routes.js';
import { type Served } from './served.js';

export type Tolerances = {
  /** The number of seconds by which a travel time may differ from the exact one (rule 9). */
  travelSeconds: number;
  /** The number of meters by which the distance of a leg may differ. */
  distanceMeters: number;
  /** The maximum number of meters from a stop to the line of its route. */
  lineMeters: number;
  /** The amount of money by which sums may differ. */
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
