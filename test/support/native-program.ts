/** The native program, built for tests as the Rust tests are. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where it lies, brought up to date. `NATIVE_PROGRAM`: one that is there, and is taken as it is. */
export function nativeProgram(): string {
  const given = process.env['NATIVE_PROGRAM'];
  if (given !== undefined) return resolve(given);
  // Of the whole workspace, as the Rust tests build it: with the features that `-p cli` alone asks for, nearly all of it is
  // compiled a second time.
  const whole = ['--workspace', '--bin', 'cli'];
  const build = ['build', '--quiet', '--locked', '--profile', 'checked', ...whole];
  const { status, stderr } = spawnSync('cargo', build, { encoding: 'utf8' });
  const path = resolve('target/checked/cli');
  if (status === 0 && existsSync(path)) return path;
  throw new Error(`cargo ${build.join(' ')} did not succeed: ${stderr}`);
}

/** Whether there is a Rust to build it with: machines on which the service alone is tested need none. */
export function hasNativeProgram(): boolean {
  if (process.env['NATIVE_PROGRAM'] !== undefined) return true;
  return spawnSync('cargo', ['--version']).status === 0;
}
