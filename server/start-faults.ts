/** Errors at the start of the service that an operator can correct: each is reported with what to do. */

/** Patterns of codes and messages, each with the fault and what to do; the first pattern that matches applies. */
export type StartFaults<Subject> = readonly (readonly [RegExp, (subject: Subject) => string])[];

/** Returns the fault, what to do, and the original message in parentheses; undefined if no pattern matches. */
export function adviceOn<Subject>(
  faults: StartFaults<Subject>,
  subject: Subject,
  error: unknown,
): string | undefined {
  const advice = faults.find(([pattern]) => pattern.test(codeAndMessage(error)))?.[1];
  return advice === undefined ? undefined : `${advice(subject)} (${reasonOf(error)})`;
}

/** The code of a system error, such as `EACCES`, and the message of any error. */
export function codeAndMessage(error: unknown): string {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return `${code} ${messageOf(error)}`;
}

/** Returns the first line of the message, without its final period. */
export const reasonOf = (error: unknown): string =>
  messageOf(error).split('\n')[0]?.replace(/\.+$/, '') ?? '';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
