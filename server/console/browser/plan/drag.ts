/** Dragging of stops in the list and in the timeline: which stop is dragged, and where it is dropped. */
import { signal } from '@preact/signals';
import { isEditable, moveStop, type StopPlace } from './edit.js';
import type { Route } from './types.js';

const TYPE = 'application/x-route-engine-stop';

export function carry(event: DragEvent, place: StopPlace): void {
  event.dataTransfer?.setData(TYPE, JSON.stringify(place));
}

/** Where the dragged stop would be inserted, to highlight the place. */
export const over = signal<string | undefined>(undefined);

/** Accepts a drop only if a stop is dragged, and not, for example, a file. */
export function allow(event: DragEvent, name: string): void {
  if (event.dataTransfer?.types.includes(TYPE) !== true) return;
  event.preventDefault();
  over.value = name;
}

export function put(event: DragEvent, place: StopPlace): void {
  over.value = undefined;
  const from = event.dataTransfer?.getData(TYPE) ?? '';
  if (from === '') return;
  event.preventDefault();
  event.stopPropagation();
  void moveStop(JSON.parse(from) as StopPlace, place);
}

addEventListener('dragend', () => (over.value = undefined));

/** Returns, for each stop, the index among the movable stops that a stop inserted before it would get. */
export function editIndexes({ stops }: Pick<Route, 'stops'>): number[] {
  let next = 0;
  return stops.map((stop) => (isEditable(stop) ? next++ : next));
}
