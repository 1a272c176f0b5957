/**
 * How fast one travels, as far as an operator says: the traffic file and the speeds file, read and checked together,
 * since a rule names windows of the traffic file.
 */
import { parseSpeedsFile, type SpeedRule } from './speeds-file.js';
import { WEEKDAY_WINDOW_COUNT_MAX, parseTrafficFile, type TrafficFile } from './traffic-file.js';

export type TravelSpeeds = {
  traffic: TrafficFile;
  rules: readonly SpeedRule[];
  /** Rules that are applied after those. */
  live?: { version: string; rules: readonly SpeedRule[] };
};

/**
 * The bytes of `TRAFFIC_FILE` and `SPEEDS_FILE`, shared by all threads. Without a speeds file there are no rules.
 *
 * The files cross to threads so, and not as parsed rules, of which there may be a hundred thousand: to clone those would
 * hold up the event loop, and each thread would have them, though one alone reads them.
 */
export type SpeedsFiles = {
  traffic: Uint8Array<SharedArrayBuffer>;
  speeds: Uint8Array<SharedArrayBuffer> | undefined;
  /** Absent: none are in force. */
  live?: LiveSpeeds;
};

/** Speeds that came over HTTP: what they are called in answers, and rules as a speeds file has them. */
export type LiveSpeeds = { version: string; file: Uint8Array<SharedArrayBuffer> };

/** Each problem begins with the variable that names its file. */
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
  // A traffic file with fewer windows than before must not be refused for them: in a window that is not there, no rule acts.
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
