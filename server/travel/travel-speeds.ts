/**
 * The speeds that an operator provides: the traffic file, the speeds file and live speeds. They are read and checked
 * together because rules refer to windows of the traffic file.
 */
import { parseSpeedsFile, type SpeedRule } from './speeds-file.js';
import { WEEKDAY_WINDOW_COUNT_MAX, parseTrafficFile, type TrafficFile } from './traffic-file.js';

export type TravelSpeeds = {
  traffic: TrafficFile;
  rules: readonly SpeedRule[];
  /** Rules that are applied after `rules`. */
  live?: { version: string; rules: readonly SpeedRule[] };
};

/**
 * The bytes of `TRAFFIC_FILE` and `SPEEDS_FILE`, shared by all threads. Without a speeds file there are no rules.
 *
 * Threads receive the bytes instead of parsed rules, of which there may be 100,000: cloning the rules would block the
 * event loop, and every thread would hold a copy although only one reads them.
 */
export type SpeedsFiles = {
  traffic: Uint8Array<SharedArrayBuffer>;
  speeds: Uint8Array<SharedArrayBuffer> | undefined;
  /** Absent if no live speeds are in force. */
  live?: LiveSpeeds;
};

/** Speeds set over HTTP: the version that answers state, and rules in the format of the speeds file. */
export type LiveSpeeds = { version: string; file: Uint8Array<SharedArrayBuffer> };

/** The result of `parseTravelSpeeds`. Each problem starts with the variable that names its file. */
export type TravelSpeedsOutcome =
  { kind: 'ok'; speeds: TravelSpeeds } | { kind: 'bad'; problems: readonly string[] };

export function parseTravelSpeeds(files: SpeedsFiles): TravelSpeedsOutcome {
  const traffic = parseTrafficFile(textOf(files.traffic));
  const windowCount =
    traffic.kind === 'ok' ? traffic.file.weekday_windows.length : WEEKDAY_WINDOW_COUNT_MAX;
  const speeds =
    files.speeds === undefined
      ? ({ kind: 'ok', rules: [] } as const)
      : parseSpeedsFile(textOf(files.speeds), windowCount);
  // Live speeds must not make a traffic file with fewer windows invalid: rules for missing windows have no effect.
  const live =
    files.live === undefined
      ? undefined
      : parseSpeedsFile(textOf(files.live.file), WEEKDAY_WINDOW_COUNT_MAX);
  if (live?.kind === 'bad') throw new Error(`live speeds are damaged: ${live.problems.join()}`);
  if (traffic.kind === 'ok' && speeds.kind === 'ok') {
    const rules = { traffic: traffic.file, rules: speeds.rules };
    if (files.live === undefined || live === undefined) return { kind: 'ok', speeds: rules };
    const { version } = files.live;
    return { kind: 'ok', speeds: { ...rules, live: { version, rules: live.rules } } };
  }
  const named = (variable: string, outcome: typeof traffic | typeof speeds): string[] =>
    outcome.kind === 'ok' ? [] : outcome.problems.map((problem) => `${variable}: ${problem}`);
  return {
    kind: 'bad',
    problems: [...named('TRAFFIC_FILE', traffic), ...named('SPEEDS_FILE', speeds)],
  };
}

function textOf(bytes: Uint8Array<SharedArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
