/**
 * Travel tables of a problem, filled from the matrix of the request, from road maps or from estimates.
 *
 * Runs in an engine thread of the group that shares the roads. The tables are then moved to or shared with the search.
 */
import type { CompiledProblem } from '../compile/index.js';
import type { TravelTable } from '../../search/index.js';
import type { ProblemMessage } from '../problem.js';
import type { CheckedRequest, Warning } from '../read/index.js';
import { tablesOfMatrix } from './own-matrix.js';
import { reachesOfPlan } from './legs.js';
import { tablesOfService, type ServiceTravel, type TravelSources } from './service.js';
import type { FillOptions } from './table.js';

/** `matrix`: all costs come from the matrix of the request. */
export type TravelModel = 'road' | 'estimate' | 'mixed' | 'matrix';

export type FilledProblem = {
  problem: ProblemMessage;
  /** Parallel to `problem.travel`. Each table has its own buffers, to be moved or shared as `FillOptions` states. */
  tables: readonly TravelTable[];
  travelModel: TravelModel;
  /** For each lane of the tables, the lane of road maps that it was filled from. Empty for a matrix of the request. */
  roadLanes: readonly number[];
  attributions: readonly string[];
  liveSpeeds?: string;
  warnings: readonly Warning[];
};

/** Fills the travel tables of a problem. Returns undefined if `shouldStop` returned true. */
export function fillTravelTables(
  sources: TravelSources,
  { request }: CheckedRequest,
  { problem, places, travelClasses, warnings }: CompiledProblem,
  options: FillOptions,
): FilledProblem | undefined {
  const useTraffic = request.travel?.use_traffic ?? true;
  const matrix = request.travel?.matrix;
  if (matrix !== undefined) {
    const names = places.map(({ name }) => name);
    const own = tablesOfMatrix(matrix, useTraffic, names, travelClasses, options);
    if (own === undefined) return undefined;
    const { traffic, laneCount, tables } = own;
    return {
      problem: { ...problem, traffic, travel: tables.map(() => ({ lane_count: laneCount })) },
      ...{ tables, travelModel: 'matrix', roadLanes: [], attributions: [], warnings },
    };
  }
  const isJudged = request.options?.mode === 'check';
  const reaches = isJudged
    ? reachesOfPlan(problem, travelClasses.length, places.length)
    : undefined;
  const asked = { useTraffic, reaches };
  const travel = tablesOfService(sources, places, travelClasses, asked, options);
  if (travel === undefined) return undefined;
  const { traffic, laneCount, roadLanes, tables, attributions, isOffRoad, liveSpeeds } = travel;
  const travelModel = modelOf(travel);
  return {
    problem: { ...problem, traffic, travel: tables.map(() => ({ lane_count: laneCount })) },
    ...{ tables, travelModel, roadLanes, attributions },
    ...(liveSpeeds === undefined ? {} : { liveSpeeds }),
    warnings: [...warnings, ...travelWarnings(travelModel, isOffRoad, places)],
  };
}

function modelOf({ attributions, isOffRoad }: ServiceTravel): TravelModel {
  if (attributions.length === 0) return 'estimate';
  return isOffRoad.includes(true) ? 'mixed' : 'road';
}

function travelWarnings(
  model: TravelModel,
  isOffRoad: readonly boolean[],
  places: CompiledProblem['places'],
): Warning[] {
  switch (model) {
    case 'road':
    case 'matrix':
      return [];
    case 'estimate':
      return [
        {
          code: 'travel_estimated',
          pointer: '/locations',
          comment: 'These places are outside all road maps; all travel costs are estimates.',
        },
      ];
    case 'mixed':
      return places
        .filter((_, idx) => isOffRoad[idx] === true)
        .map(({ pointer }) => ({
          code: 'location_off_road',
          pointer,
          comment: 'No road of the map is near this place; costs from and to it are estimates.',
        }));
  }
}
