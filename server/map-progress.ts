/**
 * Shows the progress of building maps: a bar on a terminal, and otherwise one line per step.
 */
import { basename } from 'node:path';
import type { MapBuildProgress } from './roads/index.js';

const BAR_CELLS = 30;

export type Terminal = { isTTY?: boolean; write: (text: string) => unknown };

/** Returns a function that takes progress and writes it to `terminal`. */
export function createMapProgress(
  terminal: Terminal,
): (mapPath: string, progress: MapBuildProgress) => void {
  let lastStep = '';
  return (mapPath, { done, step }) => {
    const name = basename(mapPath);
    const percent = `${Math.floor(done * 100)} %`.padStart(5);
    if (terminal.isTTY === true) {
      const filled = Math.round(done * BAR_CELLS);
      const bar = '█'.repeat(filled).padEnd(BAR_CELLS, '░');
      const end = done === 1 ? '\n' : '';
      terminal.write(`\r\u001b[K${name} ${bar} ${percent}  ${step}${end}`);
      return;
    }
    if (step === lastStep) return;
    lastStep = step;
    terminal.write(`${name}: ${percent}  ${step}\n`);
  };
}
