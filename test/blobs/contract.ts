/** The contract of a blob store. Each implementation runs the whole suite. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BlobStore } from '../../server/blobs/index.js';
import { HOUR_MS, hangingChunks, jsonBlob } from './fixtures/json.js';

export type Opened = {
  blobs: BlobStore;
  /** The origin of links that lead to the service. */
  origin: string;
  /** The resolution of the times at which blobs were written: some stores record whole seconds. */
  clockStepMs: number;
  stop: () => Promise<void>;
};

/** A listing is paged; this many names need a second page. */
const MANY = 1_005;
const MANY_MS_MAX = 120_000;

export function blobContract(
  store: string,
  open: () => Promise<Opened>,
  suite: (name: string, body: () => void) => void = describe,
): void {
  suite(`a blob store: ${store}`, () => {
    let opened: Opened;
    let blobs: BlobStore;
    beforeAll(async () => {
      opened = await open();
      blobs = opened.blobs;
    });
    afterAll(() => opened.stop());

    const namesOf = async (prefix: string): Promise<string[]> => {
      const names: string[] = [];
      for await (const { name } of blobs.list(prefix)) names.push(name);
      return names.toSorted();
    };
    const textOf = async (name: string): Promise<string> =>
      gunzipSync((await blobs.read(name)) ?? new Uint8Array()).toString();
    const linkTo = (name: string) =>
      blobs.link(name, { expiresAtMs: Date.now() + HOUR_MS, origin: opened.origin });

    test('a written blob can be read, and `write` returns its size', async () => {
      const blob = jsonBlob({ a: 1 });
      expect(await blobs.write('inputs/a.json.gz', [blob])).toBe(blob.length);
      expect(Buffer.from((await blobs.read('inputs/a.json.gz')) ?? [])).toEqual(blob);
    });

    test('a stream keeps its bytes and their order, whatever the size of its chunks', async () => {
      // One chunk that is longer than two parts of an upload, empty chunks, single bytes, and an end between two parts.
      const partBytes = 8 * 1024 * 1024;
      const all = randomBytes(3 * partBytes);
      async function* chunks(): AsyncGenerator<Uint8Array> {
        yield new Uint8Array();
        for (let idx = 0; idx < 5; idx += 1) yield all.subarray(idx, idx + 1);
        yield all.subarray(5, 2 * partBytes + 100);
        yield new Uint8Array();
        yield all.subarray(2 * partBytes + 100);
      }
      expect(await blobs.write('inputs/stream.json.gz', chunks())).toBe(all.length);
      const read = Buffer.from((await blobs.read('inputs/stream.json.gz')) ?? []);
      expect(read.equals(all)).toBe(true);
    });

    test('an empty stream makes an empty blob', async () => {
      expect(await blobs.write('inputs/empty.json.gz', [])).toBe(0);
      expect(await blobs.read('inputs/empty.json.gz')).toHaveLength(0);
    });

    test('a missing blob is undefined', async () => {
      expect(await blobs.read('inputs/nowhere.json.gz')).toBeUndefined();
    });

    test('a second write replaces the first', async () => {
      await blobs.write('inputs/twice.json.gz', [jsonBlob('a longer text that goes first')]);
      await blobs.write('inputs/twice.json.gz', [jsonBlob('short')]);
      expect(await blobs.read('inputs/twice.json.gz')).toHaveLength(jsonBlob('short').length);
    });

    test('concurrent writes to a name leave one of them whole', async () => {
      const all = [1, 2, 3, 4].map((seed) => Buffer.alloc(100_000, seed));
      await Promise.all(all.map((blob) => blobs.write('inputs/race.json.gz', [blob])));
      const read = Buffer.from((await blobs.read('inputs/race.json.gz')) ?? []);
      expect(all.some((blob) => blob.equals(read))).toBe(true);
    });

    test('deleted blobs are gone, and deleting absent ones succeeds', async () => {
      await blobs.write('inputs/gone.json.gz', [jsonBlob(1)]);
      await blobs.delete(['inputs/gone.json.gz', 'inputs/never.json.gz', 'nowhere/x.json.gz']);
      expect(await blobs.read('inputs/gone.json.gz')).toBeUndefined();
      await blobs.delete(['inputs/gone.json.gz']);
      await blobs.delete([]);
    });

    test('a listing has the names with the prefix and the times at which they were written', async () => {
      const before = Date.now() - opened.clockStepMs;
      for (const name of ['listed/a1.json.gz', 'listed/a2.json.gz', 'listed/b.json.gz']) {
        await blobs.write(name, [jsonBlob(name)]);
      }
      expect(await namesOf('listed/')).toHaveLength(3);
      expect(await namesOf('listed/a')).toEqual(['listed/a1.json.gz', 'listed/a2.json.gz']);
      expect(await namesOf('listed/c')).toEqual([]);
      expect(await namesOf('unlisted/')).toEqual([]);
      expect(await namesOf('list')).toHaveLength(3);
      for await (const { writtenAtMs } of blobs.list('listed/')) {
        expect(writtenAtMs).toBeGreaterThanOrEqual(before);
        expect(writtenAtMs).toBeLessThanOrEqual(Date.now() + opened.clockStepMs);
      }
    });

    test(
      'more names than one page of a listing or one delete request holds',
      async () => {
        const names = Array.from({ length: MANY }, (_, idx) => `many/${idx}.json.gz`);
        const waiting = [...names];
        const writeAll = async (): Promise<void> => {
          for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
            await blobs.write(name, [jsonBlob(name)]);
          }
        };
        await Promise.all(Array.from({ length: 16 }, writeAll));
        expect(await namesOf('many/')).toEqual(names.toSorted());
        await blobs.delete(names);
        expect(await namesOf('many/')).toEqual([]);
      },
      MANY_MS_MAX,
    );

    test('a write is invisible until it ends', async () => {
      await blobs.write('slow/b.json.gz', [jsonBlob('before')]);
      let seen: unknown[] = [];
      async function* chunks(): AsyncGenerator<Uint8Array> {
        // More than one part of an upload, so that a part has been sent.
        yield randomBytes(9 * 1024 * 1024);
        seen = [
          await namesOf('slow/'),
          await blobs.read('slow/a.json.gz'),
          await textOf('slow/b.json.gz'),
        ];
        yield jsonBlob('the end');
      }
      await blobs.write('slow/a.json.gz', chunks());
      expect(seen).toEqual([['slow/b.json.gz'], undefined, '"before"']);
      expect(await namesOf('slow/')).toEqual(['slow/a.json.gz', 'slow/b.json.gz']);
    });

    test.each([0, 9 * 1024 * 1024])(
      'a stream that fails after %d bytes leaves the old blob',
      async (bytes) => {
        await blobs.write('failing/b.json.gz', [jsonBlob('before')]);
        async function* chunks(): AsyncGenerator<Uint8Array> {
          yield randomBytes(bytes);
          throw new Error('planned fault');
        }
        await expect(blobs.write('failing/a.json.gz', chunks())).rejects.toThrow('planned fault');
        await expect(blobs.write('failing/b.json.gz', chunks())).rejects.toThrow('planned fault');
        expect(await namesOf('failing/')).toEqual(['failing/b.json.gz']);
        expect(await blobs.read('failing/b.json.gz')).toHaveLength(jsonBlob('before').length);
      },
    );

    test('an aborted write ends at once even if its stream hangs, and leaves nothing', async () => {
      const controller = new AbortController();
      const { chunks, hangs } = hangingChunks();
      const write = blobs.write('aborted/a.json.gz', chunks, controller.signal);
      void hangs.then(() => controller.abort(new Error('planned abort')));
      await expect(write).rejects.toThrow('planned abort');
      const late = blobs.write('aborted/a.json.gz', [jsonBlob(1)], controller.signal);
      await expect(late).rejects.toThrow('planned abort');
      expect(await namesOf('aborted/')).toEqual([]);
    });

    test.each(['', 'a', '/a/b', 'a/', 'a//b', '../a', 'a/../b', 'a/.b', 'a/b\\c', 'a/b c', 'ä/b'])(
      '%j is not a valid name',
      async (name) => {
        await expect(blobs.write(name, [])).rejects.toThrow(TypeError);
        await expect(blobs.read(name)).rejects.toThrow(TypeError);
        await expect(blobs.delete([name])).rejects.toThrow(TypeError);
        await expect(linkTo(name)).rejects.toThrow(TypeError);
      },
    );

    test('a link serves the result as compressed JSON, without an API key', async () => {
      await blobs.write('results/j1.json.gz', [jsonBlob({ j: 1 })]);
      const response = await fetch(await linkTo('results/j1.json.gz'));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(await response.json()).toEqual({ j: 1 });
    });

    test('a link that was changed, or that names another blob, is refused', async () => {
      await blobs.write('results/j1.json.gz', [jsonBlob({ j: 1 })]);
      await blobs.write('results/j2.json.gz', [jsonBlob({ j: 2 })]);
      const link = await linkTo('results/j1.json.gz');
      const changed = [
        link.replace('j1', 'j2'),
        link.replace(
          /ignature=./,
          (found) => found.slice(0, -1) + (found.endsWith('0') ? '1' : '0'),
        ),
        link.replace(
          /(xpires=)(\d+)/,
          (_, name: string, value: string) => name + String(Number(value) + 1),
        ),
      ];
      for (const each of changed) {
        expect(each).not.toBe(link);
        expect([each, (await fetch(each)).status]).toEqual([each, 403]);
      }
    });

    test('a link to a deleted blob serves nothing', async () => {
      await blobs.write('results/j3.json.gz', [jsonBlob({ j: 3 })]);
      const link = await linkTo('results/j3.json.gz');
      await blobs.delete(['results/j3.json.gz']);
      expect([404, 410]).toContain((await fetch(link)).status);
    });

    test('an expired link serves nothing', async () => {
      await blobs.write('results/j4.json.gz', [jsonBlob({ j: 4 })]);
      const expiresAtMs = Date.now() - 10_000;
      const link = await blobs.link('results/j4.json.gz', { expiresAtMs, origin: opened.origin });
      expect([403, 410]).toContain((await fetch(link)).status);
    });

    test('a working store is reported as working', async () => {
      await expect(blobs.check()).resolves.toBeUndefined();
    });
  });
}
