/**
 * Reads live speeds from the bytes of a request, or lists its faults. Runs in engine threads: the largest take 0.1 s.
 */
import { Compile } from 'typebox/compile';
import { parseInstant } from '../api/index.js';
import type { HandlerResult } from '../engine/index.js';
import type { ApiProblem, Refusal } from '../errors.js';
import { DAY_MS } from '../time/index.js';
import {
  ApiProblemList,
  isRecord,
  moved,
  parseBody,
  schemaProblems,
  type BodyBlocks,
} from '../validation/index.js';
import {
  LIVE_SPEEDS_JSON_BOUNDS,
  LIVE_SPEEDS_LIMITS,
  liveSpeedsSchema,
  type LiveSpeedRule,
  type LiveSpeedsRequest,
} from './schema.js';

/** A rule with its expiry: its own, or else that of the request. */
export type ExpiringRule = LiveSpeedRule & { expires_at: string };

export type ReadLiveSpeedsTask = {
  read_live_speeds: {
    input: { body: BodyBlocks; nowMs: number };
    output: { kind: 'ok'; rules: readonly ExpiringRule[] } | (Refusal & { kind: 'refused' });
  };
};

/** The corners of an area that is given as a box. */
const BOX_CORNER_COUNT = 4;
const LATITUDE_MAX = 90;
const SIDE_LONGITUDE_MAX = 180;

/**
 * Returns the pool's handler. Compiles the schema, so call it once in each thread. `windowCount` returns the current
 * number of weekday windows.
 */
export function createReadLiveSpeedsTask(
  windowCount: () => number,
): (
  input: ReadLiveSpeedsTask['read_live_speeds']['input'],
) => HandlerResult<ReadLiveSpeedsTask['read_live_speeds']['output']> {
  const validator = Compile(liveSpeedsSchema);

  return ({ body, nowMs }) => {
    const parsed = parseBody(body, LIVE_SPEEDS_JSON_BOUNDS);
    if (parsed.kind === 'bad') {
      const { code, comment } = parsed;
      return { kind: 'done', output: refused({ code, comment, problems: [], problemCount: 0 }) };
    }
    const { value } = parsed;
    const problems = new ApiProblemList();
    const fits = validator.Check(value);
    if (!fits) for (const problem of schemaProblems(validator, value)) problems.add(() => problem);
    addCrossFieldProblems(value, { nowMs, windowCount: windowCount() }, problems);
    if (!fits || problems.count > 0) {
      const { listed, count: problemCount } = problems;
      const output = {
        code: 'invalid_request',
        comment: '',
        problems: listed,
        problemCount,
      } as const;
      return { kind: 'done', output: refused(output), transfer: moved(body) };
    }
    return { kind: 'done', output: { kind: 'ok', rules: expiringRules(value) } };
  };
}

const refused = (refusal: Refusal) => ({ kind: 'refused' as const, ...refusal });

function expiringRules({ expires_at: expiresAt, rules }: LiveSpeedsRequest): ExpiringRule[] {
  return rules.map((rule) => ({ ...rule, expires_at: rule.expires_at ?? expiresAt }));
}

type Now = { nowMs: number; windowCount: number };

/** Adds the problems that the schema cannot express. Skips values of the wrong shape, which the schema reports. */
function addCrossFieldProblems(value: unknown, now: Now, problems: ApiProblemList): void {
  if (!isRecord(value)) return;
  addExpiryProblem(value['expires_at'], '/expires_at', now, problems);
  const { rules } = value;
  if (!Array.isArray(rules)) return;
  const counts = { area: 0, corner: 0, everywhere: 0 };
  rules.forEach((rule: unknown, ruleIdx) => {
    if (!isRecord(rule)) return;
    addRuleProblems(rule, `/rules/${ruleIdx}`, now, problems);
    const corners = cornerCountOf(rule);
    counts.corner += corners;
    if (corners > 0) counts.area += 1;
    else if (!('way' in rule)) counts.everywhere += 1;
  });
  const { rulesWithArea, corners, rulesEverywhere } = LIVE_SPEEDS_LIMITS;
  const bound = (count: number, most: number, what: string): void => {
    if (count <= most) return;
    const comment = `There are ${count} ${what}; at most ${most} may be.`;
    problems.add(() => ({ pointer: '/rules', code: 'out_of_range', comment }));
  };
  bound(counts.area, rulesWithArea, 'rules with an area or box');
  bound(counts.corner, corners, 'corners of all areas together');
  bound(counts.everywhere, rulesEverywhere, 'rules without way, area and box');
}

function cornerCountOf({ area, bounding_box: box }: Readonly<Record<string, unknown>>): number {
  if (box !== undefined) return BOX_CORNER_COUNT;
  return Math.max(0, (ringOf(area)?.length ?? 1) - 1);
}

function ringOf(area: unknown): readonly unknown[] | undefined {
  if (!isRecord(area) || !Array.isArray(area['coordinates'])) return undefined;
  const ring: unknown = area['coordinates'][0];
  return Array.isArray(ring) ? ring : undefined;
}

function addRuleProblems(
  rule: Readonly<Record<string, unknown>>,
  pointer: string,
  now: Now,
  problems: ApiProblemList,
): void {
  const add = (code: ApiProblem['code'], comment: string, field = ''): void => {
    problems.add(() => ({ pointer: pointer + field, code, comment }));
  };
  const has = (names: readonly string[]): number => names.filter((name) => name in rule).length;
  const changeCount = has(['speed_factor', 'kilometers_per_hour']);
  if (changeCount === 0)
    add('missing_field', 'One of speed_factor and kilometers_per_hour is needed.');
  if (changeCount === 2)
    add('not_allowed', 'Of speed_factor and kilometers_per_hour only one may be.');
  if (has(['way', 'area', 'bounding_box']) > 1) {
    add('not_allowed', 'Of way, area and bounding_box only one may be.');
  }
  const { windows, bounding_box: box, area } = rule;
  if (Array.isArray(windows)) {
    windows.forEach((window: unknown, idx) => {
      if (typeof window !== 'number' || window < now.windowCount) return;
      const last = now.windowCount - 1;
      add('out_of_range', `The last traffic window is ${last}.`, `/windows/${idx}`);
    });
  }
  if (isRecord(box)) {
    const { south, north, west, east } = box;
    if (!ascend(south, north)) {
      add('max_below_min', 'The south must be below the north.', '/bounding_box');
    }
    if (!ascend(west, east)) {
      const comment = 'The west must be below the east; split it at the 180th meridian.';
      add('max_below_min', comment, '/bounding_box');
    }
  }
  addRingProblems(ringOf(area) ?? [], `${pointer}/area/coordinates/0`, problems);
  addExpiryProblem(rule['expires_at'], `${pointer}/expires_at`, now, problems);
}

function addRingProblems(
  ring: readonly unknown[],
  pointer: string,
  problems: ApiProblemList,
): void {
  const add = (at: string, comment: string): void => {
    problems.add(() => ({ pointer: `${pointer}/${at}`, code: 'out_of_range', comment }));
  };
  const number = (position: unknown, idx: number): number => {
    const value: unknown = Array.isArray(position) ? position[idx] : undefined;
    return typeof value === 'number' ? value : 0;
  };
  ring.forEach((position, idx) => {
    if (Math.abs(number(position, 1)) > LATITUDE_MAX) {
      add(`${idx}/1`, 'A latitude is from -90 to 90; longitude comes first.');
    }
    // Such a side would go around the Earth in the wrong direction.
    const before = ring[Math.max(0, idx - 1)];
    if (Math.abs(number(position, 0) - number(before, 0)) > SIDE_LONGITUDE_MAX) {
      add(
        `${idx}/0`,
        'It is more than 180 degrees from the position before it; split the area at the 180th meridian.',
      );
    }
  });
  const ends = [ring[0], ring.at(-1)].map((position) => JSON.stringify(position));
  if (ends[0] === ends[1]) return;
  const comment = 'The last position must be the first again.';
  problems.add(() => ({ pointer, code: 'invalid_format', comment }));
}

function addExpiryProblem(
  text: unknown,
  pointer: string,
  now: Now,
  problems: ApiProblemList,
): void {
  const atMs = typeof text === 'string' ? parseInstant(text) : undefined;
  if (atMs === undefined) return;
  const latestMs = now.nowMs + LIVE_SPEEDS_LIMITS.days * DAY_MS;
  if (atMs > now.nowMs && atMs <= latestMs) return;
  const comment =
    atMs <= now.nowMs
      ? 'It is past.'
      : `It is more than ${LIVE_SPEEDS_LIMITS.days} days away: what holds so long belongs into the speeds file.`;
  problems.add(() => ({ pointer, code: 'out_of_range', comment }));
}

function ascend(low: unknown, high: unknown): boolean {
  return typeof low !== 'number' || typeof high !== 'number' || low < high;
}
