/**
 * Writes the response of a matrix as bytes. The core writes the rows of costs; this file writes everything around them.
 *
 *   head  {"status":"Ok",…,"travel_costs":{    rows of costs    },"unreachable":[    pairs    ]}
 */
import type { Warning } from '../api/index.js';
import type { TaskContext } from '../engine/index.js';
import type { MatrixRows } from '../roads/index.js';
import { SWAPPED_COMMENT, swappedPlaces, windowViews } from '../travel/index.js';
import type { PlacedLocations } from './locations.js';
import { rowCountOf, type TrafficSnapshot, type MatrixTaskSettings } from './query.js';
import type { MatrixRequest } from './schema.js';

/** Between two rows, and between two pairs. */
export const COMMA = Buffer.from(',');
/** Between the rows and the unreachable pairs. */
export const MIDDLE = Buffer.from('},"unreachable":[');
export const TAIL = Buffer.from(']}');

/** Returns the bytes of the response, or undefined if the task was stopped. The caller keeps the places until then. */
export function respond(
  head: Uint8Array,
  rows: MatrixRows,
  request: MatrixRequest,
  { shouldStop }: TaskContext,
): Uint8Array<ArrayBuffer> | undefined {
  const json = rows.json(0, rowCountOf(request), shouldStop);
  if (json === undefined) return undefined;
  const travelCosts = json.takeTravelCosts();
  const unreachable = json.takeUnreachable();
  json.free();
  return concatenate([head, travelCosts, MIDDLE, unreachable, TAIL]);
}

/** Returns the response up to its first row. */
export function responseHead(
  { zoneOf }: MatrixTaskSettings,
  request: MatrixRequest,
  { windows, places: { onRoads, snapMeters } }: TrafficSnapshot<PlacedLocations>,
): Uint8Array {
  const degrees = onRoads?.places.snappedDegrees() ?? new Float64Array();
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
      ...snappedPosition(degrees, locationIdx),
    })),
    traffic_windows: windowViews(windows),
    travel_model: travelModel,
    ...(onRoads === undefined ? {} : { attribution: onRoads.attribution }),
    ...speedsVersion(onRoads?.places.liveSpeeds()),
    // If all locations are estimated, `travel_model` says so, and no warnings are needed.
    warnings: [
      ...swappedPlaces(request.locations).map(swappedWarning),
      ...(travelModel === 'mixed' ? offRoad.map(offRoadWarning) : []),
    ],
  });
  return Buffer.from(`${head.slice(0, -1)},"travel_costs":{`);
}

const speedsVersion = (version: string | undefined) =>
  version === undefined ? {} : { speeds_version: version };

/** Rounds to decimeters, the resolution of road lengths. */
function snapDistance(meters: number | undefined): number | null {
  return meters === undefined || Number.isNaN(meters) ? null : Math.round(meters * 10) / 10;
}

/** Returns an empty object if the location is on no road. */
function snappedPosition(degrees: Float64Array, locationIdx: number) {
  const [latitude, longitude] = degrees.subarray(2 * locationIdx, 2 * locationIdx + 2);
  if (latitude === undefined || Number.isNaN(latitude)) return {};
  return { snapped_position: { latitude, longitude } };
}

function swappedWarning(locationIdx: number): Warning {
  return {
    code: 'swapped_coordinates',
    pointer: `/locations/${locationIdx}`,
    comment: SWAPPED_COMMENT,
  };
}

function offRoadWarning(locationIdx: number): Warning {
  return {
    code: 'location_off_road',
    pointer: `/locations/${locationIdx}`,
    comment: 'No road of the map is near this location; costs from and to it are estimates.',
  };
}

/** Concatenates into a separate buffer, so that it can be transferred to the event loop. */
function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
