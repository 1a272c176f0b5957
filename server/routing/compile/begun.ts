/** What has begun at `now`, and that nothing else begins before. */
import type { ProblemMessage, ShiftMessage } from '../problem.js';
import type { Begun, BegunBreak } from '../read/index.js';

type PlannedRoute = ProblemMessage['plan'][number];

/** Of a planned route, in the words of the core. */
export const begunMessage = (
  begun: Begun | undefined,
): Pick<PlannedRoute, 'begun' | 'started_at' | 'resumes_at' | 'is_over'> => ({
  begun: begun?.stopCount ?? 0,
  started_at: begun?.startedAt ?? null,
  resumes_at: begun?.resumesAt ?? null,
  is_over: begun?.isOver ?? false,
});

type BreakNames = { breakIds: readonly string[]; softBreakIds: readonly string[] };

/** Rests that lie before a stop that has begun: without its own time, that one follows from theirs. */
export function pausesMessage(
  { stopCount, breaks }: Begun,
  shift: ShiftMessage,
  { breakIds, softBreakIds }: BreakNames,
): Pick<PlannedRoute, 'pauses'> {
  const placeOf = ({ id, isSoft }: BegunBreak): number | null => {
    if (id === undefined) return null;
    return isSoft
      ? (shift.soft_breaks[softBreakIds.indexOf(id)]?.rest.place ?? null)
      : (shift.breaks[breakIds.indexOf(id)]?.place ?? null);
  };
  const pauses = breaks
    .filter(({ position }) => position < stopCount)
    .map((each) => ({
      ...{ position: each.position, place: placeOf(each) },
      ...{ starts_at: each.startsAt, seconds: each.seconds },
    }));
  return pauses.length === 0 ? {} : { pauses };
}

/** Breaks of a shift, those that have begun at their times. */
export function withBegunBreaks(
  shift: ShiftMessage,
  names: BreakNames,
  { breaks }: Begun,
  now: number,
): ShiftMessage {
  const begunOf = (id: string | undefined, isSoft: boolean): BegunBreak | undefined =>
    breaks.find((each) => each.id === id && each.isSoft === isSoft);
  // From when it began until now: travel times may bring the vehicle there a little later than it was.
  const held = ({ startsAt, seconds }: BegunBreak) => ({
    seconds,
    // It was taken, so that it is owed, however short the route.
    owed: null,
    windows: [[startsAt, Math.max(startsAt, now)] as const],
  });
  return {
    ...shift,
    breaks: shift.breaks.map((each, idx) => {
      const begun = begunOf(names.breakIds[idx], false);
      return begun === undefined ? each : { ...each, ...held(begun) };
    }),
    soft_breaks: shift.soft_breaks.map((each, idx) => {
      const begun = begunOf(names.softBreakIds[idx], true);
      return begun === undefined ? each : { ...each, rest: { ...each.rest, ...held(begun) } };
    }),
  };
}

/**
 * Shifts and routes as they are from `now` on. A shift of which nothing has begun starts then at the earliest; one that is
 * over by then, or may no longer start, is not used, and what was planned for it is planned again.
 */
export function fromNowOn(
  { shifts, plan }: { shifts: readonly ShiftMessage[]; plan: ProblemMessage['plan'] },
  now: number,
): { shifts: ShiftMessage[]; plan: ProblemMessage['plan'] } {
  const hasBegun = ({ begun, started_at, is_over }: PlannedRoute): boolean =>
    begun > 0 || started_at !== null || is_over;
  const begun = new Set(plan.filter(hasBegun).map(({ shift }) => shift));
  const missed = new Set(
    shifts.flatMap(({ latest_end_at, latest_start_at = Infinity }, idx) =>
      (latest_end_at <= now || latest_start_at < now) && !begun.has(idx) ? [idx] : [],
    ),
  );
  return {
    shifts: shifts.map((shift, idx) => {
      if (begun.has(idx)) return startedAnyhow(shift);
      return missed.has(idx) ? shift : { ...shift, start_at: Math.max(shift.start_at, now) };
    }),
    plan: [
      ...plan.filter(({ shift }) => !missed.has(shift)),
      ...[...missed].map((shift) => ({
        ...{ shift, stops: [], reloads: [] },
        ...begunMessage(undefined),
        is_over: true,
      })),
    ],
  };
}

/** Who has started did so when they did. */
function startedAnyhow({ latest_start_at: _, ...shift }: ShiftMessage): ShiftMessage {
  return shift;
}
