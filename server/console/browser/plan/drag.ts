/** Stops that are dragged, in the list and in the timeline alike: what is carried, and where it is put. */
import { signal } from '@preact/signals';
import { isEditable, moveStop, type StopPlace } from './edit.js';
import type { Route } from './types.js';

const TYPE = 'application/x-route-engine-stop';

export function carry(event: DragEvent, place: StopPlace): void {
  event.dataTransfer?.setData(TYPE, JSON.stringify(place));
}

/** Where what is carried would be put: shown there. */
export const over = signal<string | undefined>(undefined);

/** A drop is taken where a stop is carried, and nothing else: a file is not. */
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

/** For each stop, where one put before it would stand among those that can be moved. */
export function editIndexes({ stops }: Pick<Route, 'stops'>): number[] {
  let next = 0;
  return stops.map((stop) => (isEditable(stop) ? next++ : next));
}
