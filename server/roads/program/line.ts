/**
 * An engine thread's connection (line) to the native program: two named pipes, for requests and for answers.
 *
 *     ask ──frame──► program ──┬─ done, with values
 *                              ├─ failed, with a message: the request fails, as it does when the module throws
 *                              ├─ shall I stop? ──► a frame with the reply ──► …
 *                              └─ the end of the pipe: the program is gone (`CoreLostError`)
 *
 * The thread is blocked until the answer arrives, as it is while the module computes, and cannot be terminated
 * meanwhile: to terminate it, end the program first (`start.ts`).
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CoreLostError } from '../../engine/index.js';
import { HEAD_BYTES, frameOf, headOf, readerOf, type FrameReader, type Value } from './frames.js';

/** The pipes of a program. Structured-cloneable. */
export type ProgramLines = {
  folder: string;
  count: number;
  /** Indexed by `NEXT` and `ENDED`. */
  state: Int32Array<SharedArrayBuffer>;
};

/** The number of the line that the next thread takes. */
const NEXT = 0;
/** Holds 1 once the program is gone. */
export const ENDED = 1;
/** How long to wait for the pipes. They are created when the program starts, which may be delayed on a busy machine. */
const OPEN_DEADLINE_MS = 60_000;
const OPEN_STEP_MS = 10;

const DONE = 0;
const FAILED = 1;
const SHALL_I_STOP = 2;
const GO_ON = 100;
const STOP = 101;

export type ProgramLine = {
  /**
   * Sends a request and waits for the answer. Throws the error that the program reports, or `CoreLostError`. Without
   * `shouldStop`, the request always runs to its end.
   */
  ask: (kind: number, values: readonly Value[], shouldStop?: () => boolean) => FrameReader;
  /** Sends a message that has no answer. */
  tell: (kind: number, values: readonly Value[]) => void;
};

export function openLine({ folder, count, state }: ProgramLines): ProgramLine {
  const number = Atomics.add(state, NEXT, 1);
  if (number >= count) throw new CoreLostError('all lines to the roads program are taken');
  const [to, from] = openPipes(join(folder, `${number}.ask`), join(folder, `${number}.answer`));

  function openPipes(ask: string, answer: string): [to: number, from: number] {
    const giveUpAt = performance.now() + OPEN_DEADLINE_MS;
    for (;;) {
      if (Atomics.load(state, ENDED) !== 0) throw lost();
      try {
        // First open without blocking, since the program may be gone; then open again for blocking writes.
        const probe = openSync(ask, constants.O_WRONLY | constants.O_NONBLOCK);
        const opened = openSync(ask, constants.O_WRONLY);
        closeSync(probe);
        return [opened, openSync(answer, constants.O_RDONLY)];
      } catch (error) {
        if (!isNotThereYet(error) || performance.now() > giveUpAt) throw lost(error);
      }
      Atomics.wait(state, ENDED, 0, OPEN_STEP_MS);
    }
  }

  function write(frame: Uint8Array): void {
    try {
      let written = 0;
      while (written < frame.length) written += writeSync(to, frame, written);
    } catch (error) {
      throw lost(error);
    }
  }

  function read(byteCount: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(byteCount);
    let count = 0;
    while (count < byteCount) {
      const more = readSync(from, bytes, count, Math.min(byteCount - count, READ_BYTES_MAX), null);
      if (more === 0) throw lost();
      count += more;
    }
    return bytes;
  }

  return {
    ask: (kind, values, shouldStop = () => false) => {
      write(frameOf(kind, values));
      for (;;) {
        const { byteCount, kind: told } = headOf(read(HEAD_BYTES));
        const reader = readerOf(read(byteCount).buffer);
        switch (told) {
          case DONE:
            return reader;
          case FAILED:
            throw new Error(reader.text());
          case SHALL_I_STOP:
            write(frameOf(shouldStop() ? STOP : GO_ON, []));
            break;
          default:
            throw new CoreLostError(`the roads program says ${told}, which is no kind of frame`);
        }
      }
    },
    tell: (kind, values) => {
      write(frameOf(kind, values));
    },
  };
}

/** The maximum number of bytes that one call reads. */
const READ_BYTES_MAX = 1 << 30;

function lost(cause?: unknown): CoreLostError {
  return new CoreLostError('the roads program is gone', { cause });
}

/** Whether the error means that the pipe does not exist yet or that the program has not opened it for reading yet. */
function isNotThereYet(error: unknown): boolean {
  // Checks the shape and not the class, because the error may come from another realm.
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
  return code === 'ENOENT' || code === 'ENXIO';
}
