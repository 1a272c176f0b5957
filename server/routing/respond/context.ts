/** What an answer needs besides the core's solution. It is stored as JSON while a search thread has the problem. */
import type { Names } from '../names.js';
import type { SolutionMessage, TrafficMessage } from '../problem.js';
import type { Warning } from '../read/index.js';
import type { TravelModel } from '../travel/index.js';
import type { PackedColumns, ProblemColumns } from './columns.js';
import type { PackedNames } from './packed-names.js';

export type Geometry = 'polyline' | 'polyline6' | 'geojson' | 'none';

/** What the request says about its answer. */
type RequestContext = {
  names: Names;
  timeFormat: 'iso' | 'unix';
  geometry: Geometry;
  /** Whether the answer gives reasons for unserved visits. */
  explain: boolean;
};

/** What is known once the travel tables are filled. */
export type TravelContext = {
  /** Which lane of the travel tables applies when. */
  traffic: TrafficMessage;
  /** For each lane of the travel tables, the lane of road maps with which legs are drawn. Absent: free flow. */
  roadLanes: readonly number[];
  travelModel: TravelModel;
  /** The attribution of the road data. */
  attribution?: string;
  /** The version of the live speeds that were in force. */
  liveSpeeds?: string;
  warnings: readonly Warning[];
};

export type AnswerContext = RequestContext & TravelContext;

/** The stored form: the context, and the columns of the problem that it refers to. */
export type WaitingContext = Omit<AnswerContext, 'names'> & {
  names: PackedNames;
  problem: PackedColumns;
};

/** The progress of the search, measured by the host's clock. */
export type SearchTimes = {
  searchMs: number;
  /** Alternating: iterations done and milliseconds elapsed, ascending. */
  pace: Float64Array;
  /** Improvements of earlier runs, which the solution does not list. Alternating: milliseconds and costs. */
  earlier?: readonly number[];
};

/** Everything from which an answer is written. */
export type Solved = {
  problem: ProblemColumns;
  solution: SolutionMessage;
  context: AnswerContext;
  times: SearchTimes;
};
