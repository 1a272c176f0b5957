/** The log of a process: JSON lines on standard output, written in batches. */
import { pino, type Logger } from 'pino';
import type { LogLevel } from './config.js';

/** Writing one line per request, each by itself, took 5 % of the event loop's time under load. */
const WRITTEN_BYTES_MIN = 4_096;
/**
 * The maximum delay for somebody who follows the log. A process that is killed loses at most the lines of this time.
 */
const WRITTEN_MS_MAX = 100;

export function createLogger(level: LogLevel): Logger {
  const lines = pino.destination({
    ...{ minLength: WRITTEN_BYTES_MIN, periodicFlush: WRITTEN_MS_MAX, sync: true },
  });
  process.once('exit', () => {
    lines.flushSync();
  });
  return pino({ level }, lines);
}
