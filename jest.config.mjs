// ESM all the way: swc only strips the types, `tsc --noEmit` checks them.

// Threads run TypeScript through tsx. Its cache is written in the background, and a thread that is ended while it writes
// keeps the files open: with an empty cache a full run held 20,000 of them and ended in EMFILE.
process.env['TSX_DISABLE_CACHE'] = '1';

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/target'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
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
  testTimeout: 90000,
};
