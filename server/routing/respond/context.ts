/** What an answer needs beside the core's solution: it waits as JSON while a search thread has the problem. */
import type { Names } from '../names.js';
import type { SolutionMessage } from '../problem.js';
import type { Warning } from '../read/index.js';
import type { TravelModel } from '../travel/index.js';
import type { ProblemColumns } from './columns.js';

export type Geometry = 'polyline' | 'polyline6' | 'geojson' | 'none';

export type AnswerContext = {
  names: Names;
  timeFormat: 'iso' | 'unix';
  geometry: Geometry;
  /** Whether unserved visits are given with reasons. */
  explain: boolean;
  /** By lane of the travel tables, the lane of road maps by which its ways are drawn. Absent: free flow. */
  roadLanes: readonly number[];
  travelModel: TravelModel;
  /** Whom the road data is owed to. */
  attribution?: string;
  warnings: readonly Warning[];
};

/** What waits: the context, and what of the problem it refers to. */
export type WaitingContext = AnswerContext & { problem: ProblemColumns };

/** How the search went by the host's clock. */
export type SearchTimes = {
  searchMs: number;
  /** Iterations done and milliseconds gone, in turn, ascending. */
  pace: Float64Array;
  /** Improvements that the solution does not list, as earlier runs made them: milliseconds and costs, in turn. */
  earlier?: readonly number[];
};

/** All that is known when an answer is written. */
export type Solved = {
  problem: ProblemColumns;
  solution: SolutionMessage;
  context: AnswerContext;
  times: SearchTimes;
};
