// ESM all the way. The service runs as it is shipped: imports of `server/` and `scripts/` lead to what `tsc` has
// compiled into `dist/`, which test/support/build.mjs keeps fresh, so that its threads start in the time that they take
// in service and nothing is compiled twice. Of tests, swc only strips the types; `tsc --noEmit` checks them.
import { availableParallelism } from 'node:os';

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/target'],
  globalSetup: '<rootDir>/test/support/build.mjs',
  moduleNameMapper: {
    '^(?:\\.\\./)+((?:server|scripts)/.*)\\.js$': '<rootDir>/dist/$1.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Many small files, which each suite would read and link for itself: as few large ones that takes a tenth of the
    // time.
    '^(typebox|kysely)$': '<rootDir>/dist/test-packages/$1.js',
    '^typebox/(compile|system)$': '<rootDir>/dist/test-packages/typebox-$1.js',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // More than there are cores: suites of processes, stores and browsers wait for half of their time. With 1.5 for each
  // a sixth of the processors' time was left over.
  maxWorkers: 2 * availableParallelism(),
  // Beside what is built, so that the longest suites of the last run begin first, wherever temporary files lie.
  cacheDirectory: '<rootDir>/target/jest',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Ten times what tests take on an idle machine, because others may use its processors. The few that take longer have
  // a longer limit by name.
  testTimeout: 60_000,
  setupFiles: ['<rootDir>/test/support/optimize-less.mjs'],
  setupFilesAfterEnv: ['<rootDir>/test/support/time-limits.mjs'],
};
