/** A progress bar while a job runs. It is shown only on a terminal, because it would fill a log file with lines. */
import type { JobStatus } from '../schema.js';

const WIDTH = 30;

export type ProgressBar = { show: (status: JobStatus) => void; end: () => void };

export function progressBar(
  out: NodeJS.WriteStream,
  { isQuiet }: { isQuiet: boolean },
): ProgressBar {
  if (isQuiet || !out.isTTY) return { show: () => undefined, end: () => undefined };
  let isShown = false;
  return {
    show: (status) => {
      isShown = true;
      out.write(`\r\u001B[K${lineOf(status)}`);
    },
    end: () => {
      if (isShown) out.write('\r\u001B[K');
    },
  };
}

export function lineOf({ progress = 0, elapsed = 0, queue_position, best }: JobStatus): string {
  const done = Math.round(progress * WIDTH);
  const bar = `[${'#'.repeat(done)}${'.'.repeat(WIDTH - done)}]`;
  const waits =
    queue_position === undefined || queue_position === 0
      ? ''
      : `, number ${queue_position} in the queue`;
  const plan =
    best === null || best === undefined ? '' : `, cost ${best.cost}, ${best.unserved} unserved`;
  return `${bar} ${Math.round(progress * 100)} %, ${Math.round(elapsed)} s${waits}${plan}`;
}
