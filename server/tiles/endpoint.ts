/**
 * `GET /engine/maps/v1/tiles/{z}/{x}/{y}.mvt`: the roads of a tile, and the basemap if the map has one.
 *
 * A tile is cut for each request, which takes milliseconds, so that none has to be stored. A browser caches tiles for
 * an hour and then revalidates them by their strong ETag, a hash of their bytes. A key is required, because cutting
 * takes computing time; tiles are free of charge.
 */
import { createHash } from 'node:crypto';
import Type from 'typebox';
import { readInteger, type Answer, type Route } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import type { Tile } from '../roads/index.js';
import type { TilesTask } from './task.js';

/** The zoom levels that the core draws: see `tiles/mercator.rs`. */
const ZOOM_MIN = 6;
const ZOOM_MAX = 16;
const TILE_MAX = 2 ** ZOOM_MAX - 1;

const CONTENT_TYPE = 'application/vnd.mapbox-vector-tile';
const KEPT_SECONDS = 3_600;

export function tileRoute({ pool }: { pool: EnginePool<TilesTask> }): Route {
  return {
    method: 'get',
    paths: ['/engine/maps/v1/tiles/{z}/{x}/{y}.mvt'],
    access: 'key_and_threads',
    operation: {
      operationId: 'getTile',
      tag: 'Maps',
      summary: 'Get the roads of a map tile',
      description:
        'A Mapbox Vector Tile 2.1. Layer `roads`: lines with `class` (a value of `highway`), `oneway` (lines run as traffic does), ' +
        '`speed` (km/h without traffic) and, from zoom 12, `name`. Of maps that were built with a basemap also areas in `water`, `green` ' +
        'and `building`, lines in `waterway`, and points in `place` with `name` and `kind`. A tile that shows nothing has no bytes. Free of charge.',
      pathParameters: [
        { name: 'z', description: 'The zoom level.', schema: wholeSchema(ZOOM_MIN, ZOOM_MAX) },
        { name: 'x', description: 'The column, less than 2^z.', schema: wholeSchema(0, TILE_MAX) },
        {
          name: 'y',
          description: 'The row from the north, less than 2^z.',
          schema: wholeSchema(0, TILE_MAX),
        },
      ],
      answers: {
        200: {
          description: 'The tile.',
          contentType: CONTENT_TYPE,
          schema: Type.String({ contentMediaType: CONTENT_TYPE }),
          headers: ['etag'],
        },
      },
      errors: ['unknown_path'],
    },
    handle: async ({ path, signal, caller, noteWork: onBusy }) => {
      const tile = readTile(path);
      const bytes = await pool.run('tile', tile, { signal, owner: caller.accountId, onBusy });
      return tileAnswer(bytes);
    },
  };
}

function tileAnswer(body: Uint8Array): Answer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  // Private, because a shared cache would serve tiles to callers without a key.
  const headers = { etag, 'cache-control': `private, max-age=${KEPT_SECONDS}` };
  return { status: 200, contentType: CONTENT_TYPE, body, headers };
}

function readTile(path: Readonly<Record<string, string>>): Tile {
  const zoom = readNumber(path, 'z', ZOOM_MIN, ZOOM_MAX);
  const last = 2 ** zoom - 1;
  return { zoom, x: readNumber(path, 'x', 0, last), y: readNumber(path, 'y', 0, last) };
}

function readNumber(
  path: Readonly<Record<string, string>>,
  name: string,
  min: number,
  max: number,
): number {
  const number = readInteger(path, name, min, max, '/path');
  if (number === undefined) throw new ApiError('unknown_path', 'A tile has three numbers.');
  return number;
}

function wholeSchema(minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum });
}
