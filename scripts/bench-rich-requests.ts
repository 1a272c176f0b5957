/** Sources of requests for `bench-rich.ts`: a folder, or a program that generates them by kind, size and seed. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export type RichRequest = { name: string; kind: string; size: number; read: () => object };

export type Selection = {
  kinds: readonly string[];
  sizes: readonly number[];
  seeds: readonly number[];
};

/** Returns the selected files `KIND-SIZE-SEED.json` of a folder; an empty list selects all. */
export function requestsOf(folder: string, { kinds, sizes, seeds }: Selection): RichRequest[] {
  const isAsked = <Value>(list: readonly Value[], value: Value): boolean =>
    list.length === 0 || list.includes(value);
  return readdirSync(folder).flatMap((file) => {
    const [, kind = '', size, seed] = /^(.+)-(\d+)-(\d+)\.json$/.exec(file) ?? [];
    if (size === undefined || seed === undefined) return [];
    const isChosen =
      isAsked(kinds, kind) && isAsked(sizes, Number(size)) && isAsked(seeds, Number(seed));
    if (!isChosen) return [];
    const read = () => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
    return [{ name: basename(file, '.json'), kind, size: Number(size), read }];
  });
}

/** Returns what `python3 PROGRAM KIND SIZE SEED` prints. */
export function drawnRequests(program: string, { kinds, sizes, seeds }: Selection): RichRequest[] {
  const draw = (kind: string, size: number, seed: number) => (): object => {
    const args = [program, kind, String(size), String(seed)];
    const { status, stdout, stderr } = spawnSync('python3', args, { maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(String(stderr).trim().split('\n').at(-1));
    return JSON.parse(String(stdout)) as object;
  };
  return kinds.flatMap((kind) =>
    sizes.flatMap((size) =>
      seeds.map((seed) => ({
        name: `${kind}-${size}-${seed}`,
        kind,
        size,
        read: draw(kind, size, seed),
      })),
    ),
  );
}
