/**
 * Draws random routing requests: a seed determines which features of the contract a request has, and how it uses them.
 *
 * The service accepts nearly every request. It may refuse one that happens to contradict itself.
 */
import type { RoutingRequest } from '../checker/index.js';
import { drawLater, LATER_FEATURES } from './beyond.js';
import { drawVehicles } from './fleet.js';
import { drawNewest, NEWEST_FEATURES } from './newest.js';
import { drawOrders, drawRelations } from './orders.js';
import { drawPlaces, drawTravel } from './places.js';
import { createRandom } from './random.js';
import { dateAfter, FEATURES, localTime, type Feature, type Scene } from './scene.js';

export { drawDuring } from './during.js';
export { drawFollowing } from './following.js';
export { createRandom, type Random } from './random.js';

const TERMS = [
  ...(['unserved', 'vehicles', 'shifts', 'cost'] as const),
  ...(['distance', 'duration', 'lateness', 'imbalance'] as const),
];

/** Beyond the seeds of all requests. */
const LATER_SEEDS = 1_000_000_007;

export const ALL_FEATURES: readonly string[] = [...FEATURES, ...LATER_FEATURES, ...NEWEST_FEATURES];

/** Draws a request that uses only features in `allowed`. */
export function drawRequest(
  seed: number,
  allowed: ReadonlySet<string> = new Set(ALL_FEATURES),
): RoutingRequest {
  const random = createRandom(seed);
  // From nearly plain requests to requests with many features.
  const share = random.pick([0.06, 0.15, 0.3, 0.5]);
  const features = new Set<Feature>(
    FEATURES.filter((feature) => random.chance(share) && allowed.has(feature)),
  );
  const has = (feature: Feature): boolean => features.has(feature);
  const base: Scene = {
    random,
    has,
    here: (feature, chance) => has(feature) && random.chance(chance),
    days: drawDays({ random, has }),
    places: [],
    zone: has('clock_change') ? 'Europe/Lisbon' : 'Europe/Berlin',
  };
  const { locations, places } = drawPlaces(base);
  const scene = { ...base, places };
  const vehicles = drawVehicles(scene);
  const orders = drawOrders(scene, vehicles);
  const relations = drawRelations(scene, orders, vehicles);
  const last = scene.days.at(-1) ?? '';
  const request: RoutingRequest = {
    ...(has('period')
      ? {
          planning_period: {
            start_time: localTime(scene.days[0] ?? '', random.step(0, 9, 1) * 3600),
            end_time: localTime(dateAfter(last, random.between(0, 1)), 16 * 3600),
          },
        }
      : {}),
    locations,
    vehicles,
    orders,
    ...(relations.length === 0 ? {} : { relations }),
    travel: {
      ...(has('free_flow') ? { use_traffic: false } : {}),
      matrix: drawTravel(scene),
    },
    ...(has('objective') ? { objective: drawObjective(scene) } : {}),
    options: {
      max_iterations: has('limited_iterations') ? random.between(0, 5) : random.between(20, 120),
      geometry: 'none',
      seed: random.between(0, 1000),
      ...(has('unix') ? { time_format: 'unix' } : {}),
    },
  };
  const later = drawLater(createRandom(seed + LATER_SEEDS), scene, allowed, request);
  return drawNewest(seed, allowed, later);
}

function drawDays({ random, has }: Pick<Scene, 'random' | 'has'>): string[] {
  const isLong = has('several_shifts') || has('repeat') || has('periodic');
  const count = isLong ? random.between(2, 8) : 1;
  const first = has('clock_change')
    ? random.pick(['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'])
    : has('weekend_days')
      ? random.pick(['2026-03-06', '2026-03-07', '2026-03-08'])
      : '2026-03-02';
  return Array.from({ length: count }, (_, idx) => dateAfter(first, idx));
}

function drawObjective({ random }: Scene): NonNullable<RoutingRequest['objective']> {
  const minimize = random.draw(TERMS, random.between(1, 5));
  return {
    ...(random.chance(0.9) ? { minimize } : {}),
    ...(random.chance(0.5) ? { balance: random.pick(['duration', 'stops', 'load']) } : {}),
  };
}
