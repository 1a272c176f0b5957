/**
 * The response of a matrix, as bytes: costs by the core on roads or as estimates, everything around them written here.
 */
import {
  EstimateModel,
  roadCostsJson,
  travelCostsJson,
  type MatrixJson,
  type MatrixSelection,
} from '#wasm';
import type { TaskContext } from '../engine/index.js';
import {
  DEFAULT_PROFILE,
  estimateParameters,
  windowViews,
  type TrafficFile,
  type TrafficWindow,
} from '../travel/index.js';
import type { PlacedLocations } from './locations.js';
import { runningTotals } from './running-totals.js';
import type { MatrixRequest } from './schema.js';

export type ResponseSettings = {
  zoneOf: (latitude: number, longitude: number) => string;
};

export type MatrixQuestion = {
  request: MatrixRequest;
  traffic: TrafficFile;
  windows: readonly TrafficWindow[];
  selection: MatrixSelection;
  places: PlacedLocations;
};

/** The bytes of the response, or undefined when the task was stopped. */
export function respond(
  { zoneOf }: ResponseSettings,
  question: MatrixQuestion,
  context: TaskContext,
): Uint8Array<ArrayBuffer> | undefined {
  const { request, windows, places } = question;
  const json = computeCosts(question, context);
  if (json === undefined) return undefined;
  const travelCosts = json.takeTravelCosts();
  const unreachable = json.takeUnreachable();
  json.free();

  const { onRoads, snapMeters } = places;
  const offRoad = request.locations.flatMap((_, locationIdx) =>
    Number.isNaN(snapMeters[locationIdx]) ? [locationIdx] : [],
  );
  const travelModel = onRoads === undefined ? 'estimate' : offRoad.length > 0 ? 'mixed' : 'road';
  const head = JSON.stringify({
    status: 'Ok',
    locations: request.locations.map((location, locationIdx) => ({
      location_id: location.location_id,
      time_zone: zoneOf(location.latitude, location.longitude),
      snap_distance: snapDistance(snapMeters[locationIdx]),
    })),
    traffic_windows: windowViews(windows),
    travel_model: travelModel,
    ...(onRoads === undefined ? {} : { attribution: onRoads.attribution }),
    // Where every location is estimated, `travel_model` says so.
    warnings: travelModel === 'mixed' ? offRoad.map(offRoadWarning) : [],
  });
  return concatenate([
    Buffer.from(`${head.slice(0, -1)},"travel_costs":`),
    travelCosts,
    Buffer.from(',"unreachable":'),
    unreachable,
    Buffer.from('}'),
  ]);
}

function computeCosts(
  { request, traffic, windows, selection, places }: MatrixQuestion,
  { shouldStop }: TaskContext,
): MatrixJson | undefined {
  const speedFactor = request.vehicle.speed_factor ?? 1;
  const parameters = estimateParameters(
    traffic,
    request.vehicle.type ?? DEFAULT_PROFILE,
    windows,
    speedFactor,
  );
  const { latitudes, longitudes, onRoads } = places;
  const keys = request.locations.map((location) => JSON.stringify(location.location_id));
  const keyBytes = Buffer.from(keys.join(''));
  const keyFirstOut = Uint32Array.from(runningTotals(keys.map((key) => Buffer.byteLength(key))));
  const model = new EstimateModel(
    parameters.detourFactor,
    parameters.bandEndMeters,
    parameters.bandMetersPerSecond,
    parameters.laneFactors,
  );
  try {
    if (onRoads === undefined) {
      return travelCostsJson(
        model,
        selection,
        latitudes,
        longitudes,
        keyBytes,
        keyFirstOut,
        shouldStop,
      );
    }
    return roadCostsJson(
      onRoads.places,
      Uint8Array.from(windows, (window) => window.lane),
      speedFactor,
      model,
      selection,
      latitudes,
      longitudes,
      keyBytes,
      keyFirstOut,
      shouldStop,
    );
  } finally {
    model.free();
  }
}

/** To the decimeter, as road lengths are kept. */
function snapDistance(meters: number | undefined): number | null {
  return meters === undefined || Number.isNaN(meters) ? null : Math.round(meters * 10) / 10;
}

function offRoadWarning(locationIdx: number) {
  return {
    code: 'location_off_road',
    pointer: `/locations/${locationIdx}`,
    comment: 'No road of the map is near this location; costs from and to it are estimates.',
  };
}

/** Into a buffer of its own, so that it can be moved to the event loop. */
function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
