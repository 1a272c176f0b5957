/** The log of a process: JSON lines on standard output, written some at a time. */
import { pino, type Logger } from 'pino';
import type { LogLevel } from './config.js';

/** A line a request, each written by itself, took a twentieth of the event loop under load. */
const WRITTEN_BYTES_MIN = 4_096;
/** Nobody who reads along waits for longer; so much is lost where a process is killed. */
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
