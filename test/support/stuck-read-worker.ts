/** A reading thread like the service's own, except that it hangs forever on one body. */
import { createTaskRunner } from '../../server/engine/index.js';
import { createMatrixReadTask } from '../../server/matrix/index.js';
import type { ReadTasks } from '../../server/read-worker.js';
import { createRoutingReadTasks } from '../../server/routing/index.js';
import { createZoneLookup } from '../../server/time/index.js';
import { STUCK } from './stuck-body.js';

const readMatrix = createMatrixReadTask({ ownProfiles: new Map() });

export const runTask = createTaskRunner<ReadTasks>({
  matrix_read: (input) => {
    const [first] = input.body;
    const isStuck = new TextDecoder().decode(first?.subarray(0, STUCK.length)) === STUCK;
    if (isStuck) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return readMatrix(input);
  },
  ...createRoutingReadTasks({
    zoneOf: createZoneLookup(),
    ownProfiles: new Map(),
    jobSecondsMax: 3600,
  }),
});
