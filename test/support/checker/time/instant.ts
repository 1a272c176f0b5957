/** Reads times of the contract: ISO 8601 with or without an offset, or Unix seconds; also the stated offset. */
import { type TimeText } from '../contract.js';
import { instantOfLocal, type LocalInstant } from './zone.js';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function offsetOfText(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.replace(':', '');
  const seconds = Number(digits.slice(1, 3)) * 3600 + Number(digits.slice(3, 5)) * 60;
  return text.startsWith('-') ? -seconds : seconds;
}

/** Returns the offset that the text states, in seconds; undefined if it states none or is not a text. */
export function statedOffset(time: TimeText): number | undefined {
  const offset = typeof time === 'string' ? ISO.exec(time)?.[7] : undefined;
  return offset === undefined ? undefined : offsetOfText(offset);
}

/** Returns Unix seconds, or undefined if it is not a time of the contract. A date without a time means its midnight. */
export function readInstant(time: unknown, zone: string): LocalInstant | undefined {
  if (typeof time === 'number') return Number.isInteger(time) ? { instant: time } : undefined;
  const match = typeof time === 'string' ? ISO.exec(time) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0] = match;
  const local =
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    ) / 1000;
  const offset = statedOffset(match[0]);
  return offset === undefined ? instantOfLocal(zone, local) : { instant: local - offset };
}

/** The same as `readInstant`, for times of an accepted request, which are valid. */
export function instantOf(time: TimeText, zone: string): number {
  const read = readInstant(time, zone);
  if (read === undefined) throw new Error(`not a time: ${JSON.stringify(time)}`);
  return read.instant;
}
