/** The native program, built for tests as the Rust tests are. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Returns the path of the program, after building it if necessary. `NATIVE_PROGRAM` is the path of an existing program,
 * which is used without building.
 */
export function nativeProgram(): string {
  const given = process.env['NATIVE_PROGRAM'];
  if (given !== undefined) return resolve(given);
  // Builds for the whole workspace, like the Rust tests: with the features that `-p cli` alone selects, nearly
  // everything would be compiled a second time.
  const whole = ['--workspace', '--bin', 'cli'];
  const build = ['build', '--quiet', '--locked', '--profile', 'checked', ...whole];
  const { status, stderr } = spawnSync('cargo', build, { encoding: 'utf8' });
  const path = resolve('target/checked/cli');
  if (status === 0 && existsSync(path)) return path;
  throw new Error(`cargo ${build.join(' ')} did not succeed: ${stderr}`);
}

/** Returns whether there is a program, or Rust to build it. Machines that only test the service need neither. */
export function hasNativeProgram(): boolean {
  if (process.env['NATIVE_PROGRAM'] !== undefined) return true;
  return spawnSync('cargo', ['--version']).status === 0;
}
