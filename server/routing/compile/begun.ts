/** Fixes what has begun at `now`, and lets nothing else begin before `now`. */
import type { Names } from '../names.js';
import type { BreakMessage, ProblemMessage, ShiftMessage, WindowMessage } from '../problem.js';
import type { Begun, BegunBreak, ReadPlannedReload } from '../read/index.js';

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

type ShiftNames = Names['shifts'][number];

/** `pauses` names the breaks that have begun by their positions among those of the shift. */
export type BegunShift = { shift: ShiftMessage; names: ShiftNames } & Pick<PlannedRoute, 'pauses'>;

/**
 * Returns a shift with the breaks that have begun. Those that are not hard breaks of the shift become hard breaks after
 * these: soft breaks, rests of driving rules, and breaks that the shift does not have or that were taken twice. Other
 * breaks begin at `now` at the earliest, because the plan would name those that were taken before. If their own windows
 * have passed, or if the vehicle has finished the shift, hard ones are not owed any more, and soft ones are skipped.
 */
export function withBegunBreaks(
  shift: ShiftMessage,
  names: ShiftNames,
  { breaks, isOver }: Begun,
  now: number,
): BegunShift {
  const fromNow = isOver ? Infinity : now;
  const named = names.breakIds.map((id) => breaks.find((each) => !each.isSoft && each.id === id));
  const begunRests = breaks.filter((each) => !named.includes(each));
  const pauses = [...named, ...begunRests].flatMap((begun, shift_break) => {
    if (begun === undefined) return [];
    const { position, startsAt: starts_at, seconds } = begun;
    return [{ position, shift_break, starts_at, seconds }];
  });
  // The core moves it to the time at which the vehicle can be there.
  const fixed = (begun: BegunBreak): BreakMessage => {
    const id = begun.id ?? '';
    const soft = begun.isSoft ? shift.soft_breaks[names.softBreakIds.indexOf(id)] : undefined;
    const rest = begun.isSoft ? soft?.rest : shift.breaks[names.breakIds.indexOf(id)];
    return {
      seconds: begun.seconds,
      windows: [[begun.startsAt, Math.max(begun.startsAt, now)]],
      // Null means always owed: the break was taken, so it stays in the route, however short the route is.
      owed: null,
      place: rest?.place ?? null,
      ...(soft && {
        lateness: { windows: soft.rest.windows, cost_per_hour: soft.cost_per_hour_late },
      }),
    };
  };
  const isLeft = (id: string | undefined): boolean =>
    !begunRests.some((begun) => begun.isSoft && begun.id === id);
  return {
    shift: {
      ...shift,
      breaks: [
        ...shift.breaks.map((each, position) => {
          const begun = named[position];
          if (begun !== undefined) return fixed(begun);
          // As always, the windows of its place do not affect whether it is owed.
          const isMissed = isOver || (each.owed !== null && (each.owed[1] ?? Infinity) < now);
          const windows = windowsFrom(each.windows, fromNow);
          return { ...each, windows, owed: isMissed ? NOT_OWED : each.owed };
        }),
        ...begunRests.map(fixed),
      ],
      soft_breaks: shift.soft_breaks.flatMap(({ rest, ...costs }, idx) =>
        isLeft(names.softBreakIds[idx])
          ? [{ ...costs, rest: { ...rest, windows: windowsFrom(rest.windows, fromNow) } }]
          : [],
      ),
    },
    names: {
      ...names,
      ...(begunRests.length === 0 ? {} : { begunRests: begunRests.map(restName) }),
      softBreakIds: names.softBreakIds.filter(isLeft),
    },
    ...(pauses.length === 0 ? {} : { pauses }),
  };
}

/**
 * Returns a shift with a reload of its own, after the others, for each that is underway. The core fixes its time; the
 * others may be made later and less often.
 */
export function withReloadsUnderway(
  shift: ShiftMessage,
  names: ShiftNames,
  underway: readonly ReadPlannedReload[],
): { shift: ShiftMessage; names: ShiftNames } {
  const ids = underway.map(({ reload }) => reload.id);
  const left = shift.reloads.map((each, idx) => {
    const count = ids.filter((id) => id === names.reloadIds[idx]).length;
    const { count_max } = each;
    return { ...each, count_max: count_max === null ? null : Math.max(0, count_max - count) };
  });
  const own = underway.map(({ reload: { place, seconds } }) => ({
    ...{ place: place.idx, seconds, windows: [], count_max: 1 },
  }));
  return {
    shift: { ...shift, reloads: [...left, ...own] },
    names: { ...names, reloadIds: [...names.reloadIds, ...ids] },
  };
}

const restName = ({ id, isSoft }: BegunBreak) => {
  const type = isSoft ? ('soft_break' as const) : ('break' as const);
  return id === undefined ? { type } : { type, id };
};

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
 * Returns the shifts and routes from `now` on, and which shifts are missed. A shift that has not begun starts at `now`
 * at the earliest. If it is over by then, or may no longer start, it is missed: no start is early enough, and the
 * visits that were planned for it are planned again or, if they are locked, not at all.
 */
export function fromNowOn(
  { shifts, plan }: { shifts: readonly ShiftMessage[]; plan: ProblemMessage['plan'] },
  now: number,
): { shifts: ShiftMessage[]; plan: ProblemMessage['plan']; missed: ReadonlySet<number> } {
  const hasBegun = ({ begun, started_at, is_over, pauses, reloads }: PlannedRoute): boolean =>
    begun > 0 ||
    started_at !== null ||
    is_over ||
    pauses !== undefined ||
    reloads.some((each) => each.begun !== undefined);
  const begun = new Set(plan.filter(hasBegun).map(({ shift }) => shift));
  const missed = new Set(
    shifts.flatMap(({ latest_end_at, latest_start_at = Infinity }, idx) =>
      (latest_end_at <= now || latest_start_at < now) && !begun.has(idx) ? [idx] : [],
    ),
  );
  const planned = new Set(plan.map(({ shift }) => shift));
  return {
    shifts: shifts.map((shift, idx) => {
      if (begun.has(idx)) return startedAnyhow(shift);
      return missed.has(idx)
        ? { ...shift, latest_start_at: shift.start_at - 1 }
        : { ...shift, start_at: Math.max(shift.start_at, now) };
    }),
    plan: [
      ...plan.map((route) => (missed.has(route.shift) ? { ...route, is_over: true } : route)),
      ...[...missed]
        .filter((shift) => !planned.has(shift))
        .map((shift) => ({
          ...{ shift, stops: [], reloads: [] },
          ...begunMessage(undefined),
          is_over: true,
        })),
    ],
    missed,
  };
}

/** Removes the latest start from a shift that has begun: its route may have started later than allowed. */
function startedAnyhow({ latest_start_at: _, ...shift }: ShiftMessage): ShiftMessage {
  return shift;
}
