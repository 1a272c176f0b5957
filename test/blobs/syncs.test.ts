/** However many files are written, there is a thread left that brings charges to disk. */
import { expect, test } from '@jest/globals';
import { synced } from '../../server/blobs/durable-file.js';

/** Files whose sync ends when the test says so. */
function heldFiles() {
  const ends: ((error?: Error) => void)[] = [];
  const sync = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  return { file: { sync }, ends };
}

test('two files are synced at once, the next when one has ended, well or not', async () => {
  const { file, ends } = heldFiles();
  const one = synced(file);
  const two = synced(file);
  const three = synced(file);
  const gone = new AbortController();
  const four = synced(file, gone.signal);
  await Promise.resolve();
  expect(ends).toHaveLength(2);

  gone.abort(new Error('planned abort'));
  await expect(four).rejects.toThrow('planned abort');
  ends[0]?.(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  await expect(one).rejects.toMatchObject({ code: 'full' });
  await Promise.resolve();
  expect(ends).toHaveLength(3);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([two, three]);
});
