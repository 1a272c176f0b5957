/** Writes the answer in an engine thread: takes the bytes of the core's solution, returns those of the response. */
import { gzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext } from '../../engine/index.js';
import type { ThreadMaps } from '../../roads/index.js';
import type { SolutionMessage } from '../problem.js';
import { writeAnswer } from './answer.js';
import { unpackedColumns } from './columns.js';
import type { SearchTimes, WaitingContext } from './context.js';
import { createDrawing } from './legs.js';
import { unpackedNames } from './packed-names.js';
import { writeSlots } from './slots.js';

/** Two JSON texts in UTF-8: the solution of the core, and the context with which the answer is written. */
export type RespondInput = SearchTimes & {
  solution: Uint8Array<ArrayBuffer>;
  context: Uint8Array<ArrayBuffer>;
  /** Compress the body, for results that are stored. */
  gzip?: boolean;
};

export type RespondTask = {
  routing_respond: { input: RespondInput; output: { body: Uint8Array<ArrayBuffer> } };
};

export function createRespondTask({ maps }: { maps: ThreadMaps }) {
  return (
    input: RespondInput,
    { shouldStop }: TaskContext,
  ): HandlerResult<{
    body: Uint8Array<ArrayBuffer>;
  }> => {
    const { searchMs, pace, earlier = [] } = input;
    // Both texts were written by this service, so they are not validated.
    const { problem, names, ...context } = parse(input.context) as WaitingContext;
    const solved = {
      problem: unpackedColumns(problem),
      context: { ...context, names: unpackedNames(names) },
      solution: parse(input.solution) as SolutionMessage,
      times: { searchMs, pace, earlier },
    };
    if (solved.context.names.slots !== undefined) {
      const body = jsonBytes(writeSlots(solved));
      return { kind: 'done', output: { body }, transfer: [body.buffer] };
    }
    const drawing = createDrawing(maps, solved.problem, solved.context, shouldStop);
    try {
      const answer = writeAnswer(solved, drawing, shouldStop);
      if (answer === undefined) return { kind: 'stopped' };
      const json = jsonBytes(answer);
      const body = input.gzip === true ? new Uint8Array(gzipSync(json)) : json;
      return { kind: 'done', output: { body }, transfer: [body.buffer] };
    } finally {
      drawing.free();
    }
  };
}

/** Encodes a value as JSON in its own buffer, which can be moved to another thread. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(value);
  // Several times as fast as `TextEncoder` if a single character is not ASCII, as in the attribution of every answer.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return new Uint8Array(bytes.buffer);
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
