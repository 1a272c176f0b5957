/**
 * Travel tables of a problem, filled from the matrix of the request, from road maps or from estimates.
 *
 *     checked, compiled ──► travelOf ─┬─► tables of the caller's matrix: no roads are needed
 *                                     └─► needs ──► fillTravel, in an engine thread of the group that shares the roads
 *
 * The tables are then moved to or shared with the search.
 */
import type { CompiledProblem } from '../compile/index.js';
import type { TravelTable } from '../../search/index.js';
import type { TrafficMessage } from '../problem.js';
import type { CheckedRequest, Warning } from '../read/index.js';
import { tablesOfMatrix } from './own-matrix.js';
import { pairsOfPlan } from './legs.js';
import {
  tablesOfService,
  type ServiceTravel,
  type TravelNeeds,
  type TravelSources,
} from './service.js';
import type { FillOptions } from './table.js';

/** `matrix`: all costs come from the matrix of the request. */
export type TravelModel = 'road' | 'estimate' | 'mixed' | 'matrix';

export type FilledTravel = {
  traffic: TrafficMessage;
  laneCount: number;
  /** By travel class. Each table has its own buffers, to be moved or shared as `FillOptions` states. */
  tables: readonly TravelTable[];
  travelModel: TravelModel;
  /** For each lane of the tables, the lane of road maps that it was filled from. Empty for a matrix of the request. */
  roadLanes: readonly number[];
  attributions: readonly string[];
  liveSpeeds?: string;
  warnings: readonly Warning[];
};

/** The travel tables, or what is needed to fill them from roads. `pointers`: by place, its location in the request. */
export type Travel =
  | { kind: 'filled'; filled: FilledTravel }
  | { kind: 'needed'; needs: TravelNeeds; pointers: readonly string[] };

/** Returns undefined if `shouldStop` returned true. */
export function travelOf(
  { request }: CheckedRequest,
  { problem, places, travelClasses: classes }: CompiledProblem,
  options: FillOptions,
): Travel | undefined {
  const useTraffic = request.travel?.use_traffic ?? true;
  const matrix = request.travel?.matrix;
  if (matrix !== undefined) {
    const names = places.map(({ name }) => name);
    const own = tablesOfMatrix(matrix, useTraffic, names, classes, options);
    if (own === undefined) return undefined;
    const of = { travelModel: 'matrix', roadLanes: [], attributions: [], warnings: [] } as const;
    return { kind: 'filled', filled: { ...own, ...of } };
  }
  const isGiven = request.options?.mode === 'check' || problem.offered[1] > 0;
  const needs = {
    latitudes: Float64Array.from(places, ({ latitude }) => latitude),
    longitudes: Float64Array.from(places, ({ longitude }) => longitude),
    pairs: isGiven ? pairsOfPlan(problem, classes.length, places.length) : undefined,
    ...{ classes, useTraffic },
  };
  return { kind: 'needed', needs, pointers: places.map(({ pointer }) => pointer) };
}

/** Fills the travel tables if they are not filled yet. Returns undefined if `shouldStop` returned true. */
export function fillTravel(
  sources: TravelSources,
  travel: Travel,
  options: FillOptions,
): FilledTravel | undefined {
  if (travel.kind === 'filled') return travel.filled;
  const service = tablesOfService(sources, travel.needs, options);
  if (service === undefined) return undefined;
  const { traffic, laneCount, roadLanes, tables, attributions, isOffRoad, liveSpeeds } = service;
  const travelModel = modelOf(service);
  return {
    ...{ traffic, laneCount, tables, travelModel, roadLanes, attributions },
    ...(liveSpeeds === undefined ? {} : { liveSpeeds }),
    warnings: travelWarnings(travelModel, isOffRoad, travel.pointers),
  };
}

function modelOf({ attributions, isOffRoad }: ServiceTravel): TravelModel {
  if (attributions.length === 0) return 'estimate';
  return isOffRoad.includes(true) ? 'mixed' : 'road';
}

function travelWarnings(
  model: TravelModel,
  isOffRoad: readonly boolean[],
  pointers: readonly string[],
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
      return pointers
        .filter((_, idx) => isOffRoad[idx] === true)
        .map((pointer) => ({
          code: 'location_off_road',
          pointer,
          comment: 'No road of the map is near this place; costs from and to it are estimates.',
        }));
  }
}
