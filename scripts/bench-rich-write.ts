/**
 * What a search thread is asked, in a folder: `problem.json`, and for each travel table `meters-N.bin` and `seconds-N.bin`
 * (32-bit integers, lowest byte first). `cargo run -p cli --release -- search FOLDER` searches it natively.
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
