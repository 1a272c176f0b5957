/** Generates benchmark instances in Solomon's format, for runs without a given set. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes one instance per size to a subfolder, with places, windows and loads from a seed, and returns its path. */
export function drawInstances(folder: string, counts: readonly number[]): string {
  const drawn = join(folder, 'drawn');
  mkdirSync(drawn);
  for (const count of counts) {
    let state = count;
    const below = (limit: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * limit);
    };
    const orders = Array.from({ length: count }, (_, idx) => {
      const opens = below(400);
      return [idx + 1, below(100), below(100), 1 + below(30), opens, opens + 300, 10].join(' ');
    });
    const lines = [
      `drawn-${count}`,
      '',
      'VEHICLE',
      'NUMBER CAPACITY',
      `${count} 200`,
      '',
      'CUSTOMER',
      'CUST XCOORD YCOORD DEMAND READY DUE SERVICE',
      '',
      '0 50 50 0 0 1000 0',
      ...orders,
    ];
    writeFileSync(join(drawn, `drawn-${count}.txt`), `${lines.join('\n')}\n`);
  }
  return drawn;
}
