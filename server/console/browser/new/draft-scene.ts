/** The plan being drafted, on the map. A click adds an order or moves the depot. */
import { signal } from '@preact/signals';
import { HOUSE } from '../map/house.js';
import type { Point, Scene } from '../map/scene.js';
import { TEXTS } from '../texts.js';
import { change, draft, freeId, type Draft } from './draft.js';

/** What the next click on the map sets. */
export const clickFor = signal<'order' | 'depot'>('depot');
/** Incremented to move the map to the orders. Clicks do not increment it: they are where the map already is. */
export const fitted = signal(0);

const DEPOT_COLOR = '#4a5560';
const ORDER_COLOR = '#0072b2';
/** With more orders than this, numbers appear only from `LABELS_FROM_ZOOM` on. */
const LABELS_MAX = 100;
const LABELS_FROM_ZOOM = 13;

export function draftScene({ orders, depot }: Draft): Scene {
  const points: Point[] = orders.map(({ at, id }, idx) => ({
    ...{ at, title: id, color: ORDER_COLOR, label: String(idx + 1) },
  }));
  if (depot !== undefined) {
    const { depot: title } = TEXTS.new;
    points.push({ at: depot, color: DEPOT_COLOR, label: HOUSE, title, isHollow: true });
  }
  return {
    ...{ lines: [], points, fit: `draft ${fitted.value}` },
    ...(orders.length > LABELS_MAX ? { labelZoom: LABELS_FROM_ZOOM } : {}),
    onClick: (at, title) => {
      if (clickFor.peek() === 'depot') {
        change({ depot: at });
        clickFor.value = 'order';
        return;
      }
      // The click hit an existing point.
      if (title !== undefined) return;
      const { orders: known } = draft.peek();
      const plain = { minutes: 5, from: '', to: '', loads: {}, isClicked: true };
      change({ orders: [...known, { id: freeId(known), at, ...plain }] });
    },
  };
}
