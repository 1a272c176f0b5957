/**
 * The faults of an operator's file, as reported at the start and in the log: each is a JSON pointer and a description.
 */
import { Settings } from 'typebox/system';
import type { Validator } from 'typebox/compile';

/** The maximum number of faults reported for a file. The rest are reported once these are corrected. */
export const FAULT_COUNT_MAX = 100;

type Fault = ReturnType<Validator['Errors']>[number];

/** Parses JSON: returns the value, or why the text is not valid. */
export function parseJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the violations of the schema in document order, at most `FAULT_COUNT_MAX`; empty if the value is valid. */
export function schemaFaults(validator: Validator, value: unknown): string[] {
  // A wrong field is reported up to four times: for each alternative of a union, and for the union itself.
  Settings.Set({ maxErrors: 4 * FAULT_COUNT_MAX });
  const faults = validator.Errors(value);
  return faults
    .filter((fault) => !isSaidByOthers(fault, faults))
    .slice(0, FAULT_COUNT_MAX)
    .map((fault) => `${fault.instancePath === '' ? '/' : fault.instancePath} ${messageOf(fault)}`);
}

/**
 * Whether other faults cover this one: it is that of a parent, which repeats that of its field, or that of one
 * alternative of a union where another alternative fits better.
 */
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
