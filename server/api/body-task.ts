/** A request's body on its way to an engine thread: moved, not copied, and counted until no task has it any more. */
import type { BodyBlocks, BodyRequest } from './route.js';

export type BodyTask = {
  input: { body: BodyBlocks; idempotencyKey?: string };
  options: {
    signal: AbortSignal;
    transfer: BodyBlocks[number]['buffer'][];
    holdInput: () => () => void;
    owner: string;
    onBusy: (ms: number) => void;
  };
};

export function bodyTask(request: BodyRequest): BodyTask {
  const { body, holdBody, signal, idempotencyKey, caller, noteWork } = request;
  return {
    input: { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
    options: {
      ...{ signal, holdInput: holdBody, owner: caller.accountId, onBusy: noteWork },
      transfer: body.map((block) => block.buffer),
    },
  };
}
