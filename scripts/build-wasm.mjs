// Builds the WebAssembly module into solver-rs/pkg: `npm run build:wasm`.
//
// Road threads share one memory, so the module is built with atomics, and the standard library with
// it (`-Zbuild-std`), for which a stable toolchain has to be told to accept unstable options
// (RUSTC_BOOTSTRAP). That needs the library's sources: rustup's component rust-src, or a
// distribution's package. The build goes to target/wasm, apart from the native one, and replaces
// solver-rs/pkg only once all of it has succeeded.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { hashWasmSources } from './wasm-sources.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const TARGET_DIR = join(ROOT, 'target', 'wasm');
const BUILT_DIR = join(TARGET_DIR, 'pkg');
const PKG_DIR = join(ROOT, 'solver-rs', 'pkg');
const OUT_NAME = 'route_engine_wasm';
// Must agree with solver-rs/wasm/Cargo.toml: the glue is written for one version of the crate.
const WASM_BINDGEN_VERSION = '0.2.130';
const WASM_PACK_VERSION = '0.15.1';
// What a 32-bit module can address: 65,536 pages of 64 KiB.
const MEMORY_BYTES_MAX = 65_536 * 65_536;

const TARGET_FEATURES = '+simd128,+atomics,+bulk-memory,+mutable-globals';
// Calls cost more than in native code, since V8 keeps no registers across them, and V8 itself does not inline: with
// LLVM's usual 225, searches for care, couriers, field service and soft windows make 10 to 20 % fewer iterations per
// second. With 2,000, the module is a sixth larger and no faster.
const INLINE_THRESHOLD = 1000;
const LINK_ARGUMENTS = [
  '--shared-memory',
  '--import-memory',
  `--max-memory=${MEMORY_BYTES_MAX}`,
  // wasm-bindgen finds a thread's own storage and stack by these names.
  '--export=__wasm_init_tls',
  '--export=__tls_size',
  '--export=__tls_align',
  '--export=__tls_base',
  '--export=__heap_base',
];

function main() {
  const sourceHash = hashWasmSources(ROOT);
  const toolchain = findToolchain();
  checkTools(toolchain.env);
  // wasm-pack assumes that a toolchain without this folder cannot build WebAssembly, and would ask
  // rustup for the prebuilt library, which we build ourselves.
  mkdirSync(join(toolchain.sysroot, 'lib/rustlib/wasm32-unknown-unknown/lib'), { recursive: true });

  rmSync(BUILT_DIR, { recursive: true, force: true });
  const built = spawnSync(
    'wasm-pack',
    [
      ['build', join(ROOT, 'solver-rs', 'wasm'), '--release', '--target', 'web'],
      ['--mode', 'no-install', '--no-pack', '--no-gitignore'],
      ['--out-dir', BUILT_DIR, '--out-name', OUT_NAME],
      ['--', '-Zbuild-std=std,panic_abort', '--locked'],
    ].flat(),
    { cwd: ROOT, stdio: 'inherit', env: buildEnvironment(toolchain) },
  );
  if (built.status !== 0) fail('wasm-pack did not succeed; see its output above.');
  refuseMachinePaths(toolchain);

  rmSync(PKG_DIR, { recursive: true, force: true });
  mkdirSync(PKG_DIR);
  for (const suffix of ['.js', '.d.ts', '_bg.wasm', '_bg.wasm.d.ts']) {
    cpSync(join(BUILT_DIR, OUT_NAME + suffix), join(PKG_DIR, OUT_NAME + suffix));
  }
  writeFileSync(join(PKG_DIR, 'sources.sha256'), `${sourceHash}\n`);
}

/** The first toolchain that has the sources of the standard library: the active one, the system's. */
function findToolchain() {
  const candidates = [process.env, { ...process.env, PATH: prepend('/usr/bin', process.env.PATH) }];
  for (const env of candidates) {
    const sysroot = run('rustc', ['--print', 'sysroot'], env);
    if (sysroot !== undefined && existsSync(librarySources(sysroot))) return { sysroot, env };
  }
  return fail(
    'No Rust toolchain with the sources of the standard library was found. Install them by\n' +
      '  rustup component add rust-src\n' +
      'or, on Debian, by\n' +
      '  apt-get install rustc-web cargo-web rust-web-src rust-web-llvm lld-22',
  );
}

function librarySources(sysroot) {
  return join(sysroot, 'lib/rustlib/src/rust/library');
}

function checkTools(env) {
  if (run('wasm-pack', ['--version'], env) === undefined) {
    fail(
      `wasm-pack is missing. Install it by\n  cargo install wasm-pack --version ${WASM_PACK_VERSION}`,
    );
  }
  const wasmBindgen = run('wasm-bindgen', ['--version'], env);
  if (wasmBindgen !== `wasm-bindgen ${WASM_BINDGEN_VERSION}`) {
    fail(
      `wasm-bindgen ${WASM_BINDGEN_VERSION} is needed, ${wasmBindgen ?? 'none'} was found. Install it by\n` +
        `  cargo install wasm-bindgen-cli --version ${WASM_BINDGEN_VERSION}`,
    );
  }
  if (!existsSync(join(ROOT, 'node_modules', '.bin', 'wasm-opt'))) {
    fail("wasm-opt of npm's binaryen is missing. Install it by\n  npm ci");
  }
}

function buildEnvironment({ sysroot, env }) {
  const rustFlags = [
    '-Ctarget-feature=' + TARGET_FEATURES,
    `-Cllvm-args=-inline-threshold=${INLINE_THRESHOLD}`,
    ...LINK_ARGUMENTS.map((argument) => `-Clink-arg=${argument}`),
    ...machinePaths(sysroot).map(([path, name]) => `--remap-path-prefix=${path}=${name}`),
  ];
  return {
    ...env,
    // Other versions of wasm-opt break the table that wasm-bindgen has written.
    PATH: prepend(join(ROOT, 'node_modules', '.bin'), env.PATH),
    CARGO_TARGET_DIR: TARGET_DIR,
    // Separated by a character that no path contains; RUSTFLAGS separates by spaces, which paths may contain.
    CARGO_ENCODED_RUSTFLAGS: rustFlags.join('\x1f'),
    RUSTC_BOOTSTRAP: '1',
  };
}

/** Folders of this machine that panic messages would contain, and their replacements. */
function machinePaths(sysroot) {
  return [
    [join(sysroot, 'lib/rustlib/src/rust'), '/rust'],
    [process.env.CARGO_HOME ?? join(homedir(), '.cargo'), '/cargo'],
    [ROOT, '/route-engine'],
  ];
}

/** Fails if the module contains such folders, since it would then differ from one machine to the next. */
function refuseMachinePaths({ sysroot }) {
  const module = readFileSync(join(BUILT_DIR, `${OUT_NAME}_bg.wasm`));
  for (const [path] of machinePaths(sysroot)) {
    if (module.includes(path)) fail(`The module names a folder of this machine: ${path}`);
  }
}

function run(command, args, env) {
  const { status, stdout } = spawnSync(command, args, { env, cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function prepend(folder, path) {
  return path === undefined ? folder : folder + delimiter + path;
}

function fail(message) {
  console.error(`build-wasm: ${message}`);
  process.exit(1);
}

main();
