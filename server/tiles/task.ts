/** Cuts a tile in an engine thread: the core takes it from the roads that are loaded for costs. */
import type { HandlerResult, TaskContext } from '../engine/index.js';
import type { Tile, TileMaps } from '../roads/index.js';

export type TilesTask = { tile: { input: Tile; output: Uint8Array<ArrayBuffer> } };

export function createTilesTask(
  maps: TileMaps,
): (tile: Tile, context: TaskContext) => HandlerResult<Uint8Array<ArrayBuffer>> {
  return (tile, { shouldStop }) => {
    const bytes = maps.cutTile(tile, shouldStop);
    if (bytes === undefined) return { kind: 'stopped' };
    // Shared memory cannot be moved, so the bytes are copied, even where the core's bindings have copied them already.
    const own = new Uint8Array(bytes);
    return { kind: 'done', output: own, transfer: [own.buffer] };
  };
}
