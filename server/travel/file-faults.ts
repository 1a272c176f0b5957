/**
 * The faults of an operator's file: each a JSON pointer and what is wrong there, as it is shown at the start and in the log.
 */
import { Settings } from 'typebox/system';
import type { Validator } from 'typebox/compile';

/** So many faults of a file are named; who has corrected these sees the rest. */
export const FAULT_COUNT_MAX = 100;

type Fault = ReturnType<Validator['Errors']>[number];

/** JSON text → value, or why it is none. */
export function parseJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** What does not fit the schema, in document order, at most `FAULT_COUNT_MAX`. Empty when the value fits. */
export function schemaFaults(validator: Validator, value: unknown): string[] {
  // A field that is wrong comes up to four times: for each form that it may have, and for the choice between them.
  Settings.Set({ maxErrors: 4 * FAULT_COUNT_MAX });
  const faults = validator.Errors(value);
  return faults
    .filter((fault) => !isSaidByOthers(fault, faults))
    .slice(0, FAULT_COUNT_MAX)
    .map((fault) => `${fault.instancePath === '' ? '/' : fault.instancePath} ${messageOf(fault)}`);
}

/** A parent that repeats its field's fault; a form that was not meant, since another one fits further. */
function isSaidByOthers(fault: Fault, faults: readonly Fault[]): boolean {
  const { instancePath: pointer, keyword } = fault;
  if (keyword === 'additionalProperties' || keyword === 'anyOf') return true;
  if (keyword !== 'type') return false;
  const isChoice = faults.some((it) => it.keyword === 'anyOf' && it.instancePath === pointer);
  return (
    isChoice &&
    faults.some(
      (other) =>
        other.instancePath.startsWith(`${pointer}/`) ||
        (other.instancePath === pointer && other.keyword !== 'type' && other.keyword !== 'anyOf'),
    )
  );
}

function messageOf(fault: Fault): string {
  switch (fault.keyword) {
    case 'boolean':
      return 'is not a field of this file';
    case 'enum':
      return `must be one of ${fault.params.allowedValues.map((it) => JSON.stringify(it)).join(', ')}`;
    default:
      return fault.message;
  }
}
