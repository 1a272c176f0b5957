/** The stated course of a planned route as the core's message. */
import type { Names } from '../names.js';
import type { ProblemMessage, RestKindMessage } from '../problem.js';
import type { Itinerary, ReadRest } from '../read/index.js';

type BreakNames = Pick<Names['shifts'][number], 'breakIds' | 'softBreakIds'>;
type ItineraryMessage = NonNullable<ProblemMessage['plan'][number]['itinerary']>;

/** Returns the course; undefined if it has a break that the shift does not have. */
export function itineraryMessage(
  { startsAt, rests }: Itinerary,
  names: BreakNames,
  placeIdxOf: ReadonlyMap<string, number>,
): ItineraryMessage | undefined {
  const compiled = rests.flatMap((rest) => {
    const kind = restKind(rest, names);
    if (kind === undefined) return [];
    const { placeName, stepsBefore, arrivesAt, startsAt: starts_at, seconds } = rest;
    const place = placeName === undefined ? null : (placeIdxOf.get(placeName) ?? null);
    return { kind, steps_before: stepsBefore, place, arrives_at: arrivesAt, starts_at, seconds };
  });
  return compiled.length === rests.length ? { starts_at: startsAt, rests: compiled } : undefined;
}

function restKind({ id, isSoft }: ReadRest, names: BreakNames): RestKindMessage | undefined {
  if (id === undefined) return { type: 'driving_rules' };
  const position = (isSoft ? names.softBreakIds : names.breakIds).indexOf(id);
  if (position === -1) return undefined;
  return { type: isSoft ? 'soft_break' : 'break', position };
}
