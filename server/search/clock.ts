/** A clock that runs alike in all threads of the process, and never jumps: milliseconds since 1970 as the process saw it start. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
