/** Checks on JSON values of unknown structure. */

/** Returns whether the value is an object with fields, and neither an array nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
