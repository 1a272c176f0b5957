/** Fixes what has begun at `now`, and lets nothing else begin before `now`. */
import type { BreakMessage, ProblemMessage, ShiftMessage, WindowMessage } from '../problem.js';
import type { Begun, BegunBreak } from '../read/index.js';

type PlannedRoute = ProblemMessage['plan'][number];

/** Returns what has begun of a planned route, as fields of the core's message. */
export const begunMessage = (
  begun: Begun | undefined,
): Pick<PlannedRoute, 'begun' | 'started_at' | 'resumes_at' | 'is_over'> => ({
  begun: begun?.stopCount ?? 0,
  started_at: begun?.startedAt ?? null,
  resumes_at: begun?.resumesAt ?? null,
  is_over: begun?.isOver ?? false,
});

export type BreakNames = { breakIds: readonly string[]; softBreakIds: readonly string[] };

/** Returns the rests that have begun. The core times a stop that states no time after the rests before it. */
export function pausesMessage(
  { breaks }: Begun,
  shift: ShiftMessage,
  { breakIds, softBreakIds }: BreakNames,
): Pick<PlannedRoute, 'pauses'> {
  const placeOf = ({ id, isSoft }: BegunBreak): number | null => {
    if (id === undefined) return null;
    return isSoft
      ? (shift.soft_breaks[softBreakIds.indexOf(id)]?.rest.place ?? null)
      : (shift.breaks[breakIds.indexOf(id)]?.place ?? null);
  };
  const pauses = breaks.map((each) => ({
    ...{ position: each.position, place: placeOf(each) },
    ...{ starts_at: each.startsAt, seconds: each.seconds },
  }));
  return pauses.length === 0 ? {} : { pauses };
}

/** So much that a soft break that has begun is not skipped. */
const BEGUN_SKIP_COST = 1_000_000;

/**
 * Returns a shift in which the breaks that have begun are fixed at their times. The other breaks begin at `now` at the
 * earliest, because the plan would name those that were taken before. If their own windows have passed, or if the
 * vehicle has finished the shift, hard ones are not owed any more, and soft ones are skipped.
 */
export function withBegunBreaks(
  shift: ShiftMessage,
  names: BreakNames,
  { breaks, isOver }: Begun,
  now: number,
): ShiftMessage {
  const begunOf = (id: string | undefined, isSoft: boolean): BegunBreak | undefined =>
    breaks.find((each) => each.id === id && each.isSoft === isSoft);
  // The window lasts until now: by the travel times, the vehicle may arrive a little later than it really did.
  const fixed = ({ startsAt, seconds }: BegunBreak) => ({
    seconds,
    // Null means always owed: the break was taken, so it stays in the route, however short the route is.
    owed: null,
    windows: [[startsAt, Math.max(startsAt, now)] as const],
  });
  const fromNow = isOver ? Infinity : now;
  return {
    ...shift,
    breaks: shift.breaks.map((each, idx) => {
      const begun = begunOf(names.breakIds[idx], false);
      if (begun !== undefined) return { ...each, ...fixed(begun) };
      // As always, the windows of its place do not affect whether it is owed.
      const isMissed = isOver || (each.owed !== null && (each.owed[1] ?? Infinity) < now);
      return {
        ...each,
        windows: windowsFrom(each.windows, fromNow),
        owed: isMissed ? NOT_OWED : each.owed,
      };
    }),
    soft_breaks: shift.soft_breaks.map((each, idx) => {
      const { rest } = each;
      const begun = begunOf(names.softBreakIds[idx], true);
      return begun === undefined
        ? { ...each, rest: { ...rest, windows: windowsFrom(rest.windows, fromNow) } }
        : { ...each, rest: { ...rest, ...fixed(begun) }, skip_cost: BEGUN_SKIP_COST };
    }),
  };
}

/** A break is owed only if its route ends after this. */
const NOT_OWED: WindowMessage = [null, null];

/** Returns what remains of windows from an instant on. */
const windowsFrom = (windows: BreakMessage['windows'], fromAt: number): readonly WindowMessage[] =>
  windows.flatMap(([startAt, endAt]): WindowMessage[] =>
    (endAt ?? Infinity) < fromAt || fromAt === Infinity
      ? []
      : [[Math.max(startAt ?? -Infinity, fromAt), endAt]],
  );

/**
 * Returns the shifts and routes from `now` on. A shift that has not begun starts at `now` at the earliest. If it is
 * over by then, or may no longer start, it is not used, and the visits that were planned for it are planned again.
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

/** Removes the latest start from a shift that has begun: its route may have started later than allowed. */
function startedAnyhow({ latest_start_at: _, ...shift }: ShiftMessage): ShiftMessage {
  return shift;
}
