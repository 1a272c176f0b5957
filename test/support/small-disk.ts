/** A disk that is soon full: a folder with a file system of its own in memory, where mounting one is allowed. */
import { execFileSync } from 'node:child_process';

/** Mounts it; gives what takes it away again, or undefined where that is not allowed. */
export function mountSmallDisk(folder: string, bytes: number): (() => void) | undefined {
  try {
    const size = `size=${String(bytes)}`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  // Lazily: a process that has a file open in it may be ending.
  return () => {
    execFileSync('umount', ['--lazy', folder]);
  };
}
