/**
 * Preloaded into a service (`--import`): each of its threads prints the size of its young generation, of which V8
 * reports both halves, when it has parsed JSON.
 */
import { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { getHeapSpaceStatistics } from 'node:v8';
import threads, { isMainThread } from 'node:worker_threads';

const STANDARD_ERROR = 2;

if (isMainThread) {
  // Threads with arguments of their own do not inherit those of the process.
  threads.Worker = class extends threads.Worker {
    constructor(file, options = {}) {
      const { execArgv = [] } = options;
      super(file, { ...options, execArgv: [...execArgv, '--import', import.meta.url] });
    }
  };
  syncBuiltinESMExports();
} else {
  const parse = JSON.parse;
  JSON.parse = (text, reviver) => {
    const value = parse(text, reviver);
    const young = getHeapSpaceStatistics().find((each) => each.space_name === 'new_space');
    writeSync(STANDARD_ERROR, `parsed ${text.length} characters, young: ${young.space_size}\n`);
    return value;
  };
}
