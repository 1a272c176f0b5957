/** The shapes of routes: how they are drawn, where a stop on the road lies, and in which lane a leg is drawn. */
import polyline from '@mapbox/polyline';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import type { RoadPlaces } from '../../server/roads/index.js';
import { laneAt } from '../../server/routing/respond/instants.js';
import { createDrawing } from '../../server/routing/respond/legs.js';
import { EIGHT, answerTo, context, problem, route, stop, thereAndBack } from './answer-fixture.js';
import { PROJECT_ROOT } from '../support/service.js';

beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
});

describe('geometry', () => {
  const drawnAs = (geometry: 'polyline' | 'polyline6' | 'geojson' | 'none') =>
    answerTo({ solution: { routes: [thereAndBack()] }, context: { geometry } }).routes[0];
  const textOf = (geometry: 'polyline' | 'polyline6'): string => {
    const { polyline: text } = { ...drawnAs(geometry) };
    if (typeof text !== 'string') throw new Error('not a text');
    return text;
  };

  test('a route off the map goes straight from place to place, in the requested geometry', () => {
    const expected = [
      [52.5, 13.4],
      [52.25, 13.5],
      [52.5, 13.4],
    ];
    expect(polyline.decode(textOf('polyline'))).toEqual(expected);
    expect(polyline.decode(textOf('polyline6'), 6)).toEqual(expected);
    expect(drawnAs('geojson')?.polyline).toEqual({
      type: 'LineString',
      coordinates: expected.map(([latitude, longitude]) => [longitude, latitude]),
    });
    expect(drawnAs('none')).not.toHaveProperty('polyline');
  });

  test('a route that stays in place is still a line with two ends', () => {
    const stops = [stop({ type: 'start' }, EIGHT), stop({ type: 'end' }, EIGHT + 60)];
    const [written] = answerTo({
      solution: { routes: [route(stops)] },
      context: { geometry: 'geojson' },
    }).routes;
    expect(written?.polyline).toEqual({
      type: 'LineString',
      coordinates: [
        [13.4, 52.5],
        [13.4, 52.5],
      ],
    });
  });
});

describe('a break on the road', () => {
  const withBreak = route([
    stop({ type: 'start' }, EIGHT),
    stop({ type: 'break', position: 0 }, EIGHT + 900, { place: null, leg_share: 0.25 }),
    stop({ type: 'order', stop: 0, option: 0 }, EIGHT + 3600, { place: 1 }),
  ]);

  test.each(['none', 'polyline'] as const)('lies on its leg, drawn (%s) or not', (geometry) => {
    const [written] = answerTo({ solution: { routes: [withBreak] }, context: { geometry } }).routes;
    const pause = written?.stops[1];
    expect(pause?.location_id).toBeUndefined();
    // A quarter of the way from 52.5, 13.4 to 52.25, 13.5.
    expect(pause?.latitude).toBeCloseTo(52.4375, 5);
    expect(pause?.longitude).toBeCloseTo(13.425, 5);
    // In the local time of the start of the leg.
    expect(pause?.arrival_time).toBe('2026-03-02T08:15:00+01:00');
  });
});

describe('lanes', () => {
  const traffic = {
    weekday: [
      [0, 0],
      [8 * 3600, 1],
      [9 * 3600, 2],
    ],
    weekend: [[0, 3]],
  } as const;
  const berlin = problem().clocks[0] ?? { segments: [] };
  test.each([
    ['Monday 07:59:59', EIGHT - 1, 0],
    ['Monday 08:00:00', EIGHT, 1],
    ['Monday 10:00:00', EIGHT + 7200, 2],
    ['Sunday 23:59:59', EIGHT - 8 * 3600 - 1, 3],
    ['Monday 00:00:00', EIGHT - 8 * 3600, 0],
    ['a Saturday before 1970', Date.UTC(1969, 11, 27, 12) / 1000, 3],
  ])('%s', (_name, at, expected) => {
    expect(laneAt(at, berlin, traffic)).toBe(expected);
  });

  test('a leg is drawn in the lane of its departure, on the roads of its vehicle, whose shapes are freed', () => {
    const asked: unknown[] = [];
    let freed = 0;
    // Replaces the class of the core: this test is about the calls that it gets.
    const places = {
      route: (...[, , from, to, lanes, digits]: unknown[]) => {
        asked.push([from, to, lanes, digits]);
        return {
          polyline: () => 'drawn',
          legMeters: () => Float64Array.of(1234.56, 1230),
          free: () => (freed += 1),
        };
      },
      snappedDegrees: () => Float64Array.of(52.5001, 13.4001, Number.NaN, Number.NaN),
      free: () => (freed += 1),
    } as unknown as RoadPlaces;
    const profiles: string[] = [];
    const maps = {
      snap: (profile: string) => {
        profiles.push(profile);
        return { places, snapMeters: Float64Array.of(12.34, Number.NaN), attribution: '' };
      },
    };
    const setting = context({ geometry: 'polyline', traffic, roadLanes: [4, 5, 6, 8] });
    const drawing = createDrawing(maps, problem(), setting, () => false);
    const { line, positions } = drawing.draw(thereAndBack());
    drawing.free();
    expect(profiles).toEqual(['car']);
    const snapped = { latitude: 52.5001, longitude: 13.4001, meters: 12.34 };
    expect(positions.map((each) => [each.snapped, each.drawnMeters])).toEqual([
      [snapped, undefined],
      [undefined, 1234.56],
      [snapped, 1230],
    ]);
    // At 08:00 in Berlin it is lane 1 of the tables; at 03:10 local time of the other place it is lane 0. One call
    // draws all legs.
    expect(asked).toEqual([[Uint32Array.of(0, 1), Uint32Array.of(1, 0), Uint8Array.of(5, 4), 5]]);
    expect(freed).toBe(2);
    expect(line).toBe('drawn');
  });
});
