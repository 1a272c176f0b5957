/**
 * Returns milliseconds since 1970, by a clock that is the same in all threads of the process and never jumps: changes
 * of the system clock after the start of the process do not affect it.
 */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
