/**
 * A map for tests: one road of three ways along the parallel of 41° N, about 8.4 km each, with nothing beside it.
 *
 *   -8.6 ─── way 101, primary ─── -8.5 ─── way 102, residential ─── -8.4 ─── way 103, tertiary ─── -8.3
 *          a.near      a.far             b.near           b.far           c.near          c.far
 *
 * Each way has a middle node, which decides the areas that it lies in. There is no junction between the two places on a
 * way, so the travel time between them is length divided by speed and nothing else.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LATITUDE = 41;
const WAYS = [
  { id: 101, highway: 'primary', west: -8.6 },
  { id: 102, highway: 'residential', west: -8.5 },
  { id: 103, highway: 'tertiary', west: -8.4 },
];

/** The first letter of the names of the two places on each way. */
export const WAY_NAMES = ['a', 'b', 'c'] as const;
export type WayName = (typeof WAY_NAMES)[number];

export const TINY_LOCATIONS = WAYS.flatMap(({ west }, wayIdx) =>
  [
    ['near', 0.02],
    ['far', 0.08],
  ].map(([end, degrees]) => ({
    location_id: `${WAY_NAMES[wayIdx]}.${end}`,
    latitude: LATITUDE,
    longitude: west + Number(degrees),
  })),
);

/** A box around the middle node of way 102. */
export const TINY_BOX = { south: 40.9, west: -8.47, north: 41.1, east: -8.43 };

/** Writes the extract into a folder to be used as `MAPS_DIR`; the service builds the map when it starts. */
export function writeTinyExtract(folder: string): void {
  const nodes = Array.from({ length: 2 * WAYS.length + 1 }, (_, idx) => {
    const longitude = (-8.6 + idx * 0.05).toFixed(7);
    return `<node id="${idx + 1}" lat="${LATITUDE}" lon="${longitude}"/>`;
  });
  const ways = WAYS.map(({ id, highway }, wayIdx) => {
    const refs = [1, 2, 3].map((each) => `<nd ref="${2 * wayIdx + each}"/>`).join('');
    return `<way id="${id}">${refs}<tag k="highway" v="${highway}"/></way>`;
  });
  writeFileSync(join(folder, 'tiny.osm'), `<osm>${nodes.join('')}${ways.join('')}</osm>`);
}
