/**
 * Writes the input of a search thread to a folder: `problem.json`, and `meters-N.bin` and `seconds-N.bin` for each
 * travel table (32-bit little-endian integers). `cargo run -p cli --release -- search FOLDER` searches it natively.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prepared } from './bench-rich-pipeline.js';

export function writeProblem(folder: string, { plan }: Prepared): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'problem.json'), plan.problem);
  for (const [idx, { distanceMeters, travelSeconds }] of plan.tables.entries()) {
    writeFileSync(join(folder, `meters-${idx}.bin`), distanceMeters);
    writeFileSync(join(folder, `seconds-${idx}.bin`), travelSeconds);
  }
}
