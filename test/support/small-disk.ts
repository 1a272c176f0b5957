/** A disk that fills up quickly: a folder with an in-memory file system of its own, where mounting is allowed. */
import { execFileSync } from 'node:child_process';

/** Mounts it. Returns a function that unmounts it, or undefined if mounting is not allowed. */
export function mountSmallDisk(folder: string, bytes: number): (() => void) | undefined {
  try {
    const size = `size=${String(bytes)}`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  // Lazy, because a process that has open files in it may still be ending.
  return () => {
    execFileSync('umount', ['--lazy', folder]);
  };
}
