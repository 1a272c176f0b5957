// ESM all the way. The service runs as it is shipped: imports of `server/` and `scripts/` lead to what `tsc` has compiled
// into `dist/`, which test/support/build.mjs keeps fresh, so that its threads start in the time that they take in service
// and nothing is compiled twice. Of tests, swc only strips the types; `tsc --noEmit` checks them.
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
  // More than there are cores: suites of processes and stores wait for them half of their time.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 90000,
};
