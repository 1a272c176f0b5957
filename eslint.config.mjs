/**
 * The lints: strict types, exhaustive switches, and the arrows between folders of `server/`.
 *
 * `ARROWS` is the picture of ARCHITECTURE.md in a form that a tool can check. A new arrow is a decision: it is added
 * here in a commit of its own. Rules that would make clear code less clear are left out at the end, each with why.
 */
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** For each folder of `server/`: what it may import, by the other folder's `index.ts` alone. */
const ARROWS = {
  time: [],
  waiting: [],
  queue: [],
  breaker: ['waiting'],
  engine: ['waiting', 'wasm'],
  search: ['engine', 'waiting', 'wasm'],
  storage: ['breaker', 'errors', 'waiting'],
  webhooks: ['waiting'],
  blobs: ['errors', 'waiting'],
  validation: ['errors'],
  travel: ['time'],
  roads: ['engine', 'travel', 'wasm'],
  accounts: ['storage', 'time', 'webhooks', 'errors'],
  api: ['accounts', 'errors', 'time', 'validation'],
  // prettier-ignore
  jobs: ['api', 'accounts', 'blobs', 'breaker', 'errors', 'queue', 'storage', 'time', 'validation', 'waiting'],
  // prettier-ignore
  matrix: ['api', 'accounts', 'engine', 'errors', 'jobs', 'roads', 'time', 'travel', 'validation', 'wasm'],
  // prettier-ignore
  routing: ['api', 'accounts', 'engine', 'errors', 'jobs', 'search', 'roads', 'time', 'travel', 'validation', 'wasm'],
  live: ['api', 'engine', 'errors', 'storage', 'time', 'travel', 'validation', 'waiting'],
  tiles: ['api', 'engine', 'errors', 'roads'],
  console: ['api'],
  http: ['api', 'accounts', 'engine', 'errors', 'waiting'],
};
const FOLDERS = Object.keys(ARROWS);

/** `errors` is a file, the others are folders. */
const target = (name) => (name === 'errors' ? { file: { categories: 'errors' } } : indexOf(name));
const indexOf = (type) => ({ element: { type }, file: { categories: 'index' } });

const PLAIN_JS = ['**/*.mjs'];

export default defineConfig(
  globalIgnores([
    '**/dist',
    'target',
    'coverage',
    '.cache',
    'data',
    'solver-rs',
    'sdk/typescript/src/schema.ts',
    'test/e2e/generators',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },

  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },

  {
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'no-console': 'error',
      // A written `default` is an answer for all other cases; without one, every case is named.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],

      // A number in a template is what templates are for; objects and null still are refused.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // One dialect; none of ours is merged or implemented.
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      // `() => resolve()` and `() => clearTimeout(timer)` say what they do.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A function of a type that returns a promise may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },

  {
    files: ['server/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: true },
      'boundaries/elements': [
        ...FOLDERS.map((type) => ({ type, pattern: `server/${type}`, partialMatch: false })),
        { type: 'wiring', pattern: 'server', partialMatch: false },
        { type: 'wasm', pattern: 'solver-rs/pkg', partialMatch: false },
        { type: 'scripts', pattern: 'scripts', partialMatch: false },
        { type: 'checker', pattern: 'test/support', partialMatch: false },
      ],
      'boundaries/files': [
        { category: 'errors', pattern: 'server/errors.ts' },
        { category: 'index', pattern: ['server/*/index.ts', 'solver-rs/pkg/*'] },
      ],
    },
    rules: {
      // A new folder has to take its place among the arrows.
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message:
            'ARROWS of eslint.config.mjs has none from {{from.element.types}} to {{to.file.path}}; another folder is imported by its index.ts.',
          policies: [
            ...FOLDERS.filter((type) => ARROWS[type].length > 0).map((type) => ({
              from: { element: { type } },
              allow: { to: ARROWS[type].map(target) },
            })),
            // What wires the service together may know every folder, but only by its index.ts.
            {
              from: { element: { type: 'wiring' } },
              allow: { to: [{ element: { type: 'wiring' } }, ...FOLDERS.map(indexOf)] },
            },
            {
              from: { element: { type: 'scripts' } },
              allow: {
                to: [
                  { element: { type: 'scripts' } },
                  { element: { type: 'wiring' } },
                  // A benchmark of the core calls the core.
                  indexOf('wasm'),
                  ...FOLDERS.map(indexOf),
                  // Plans of benchmarks are judged as those of tests are.
                  { element: { type: 'checker' } },
                ],
              },
            },
            // The table of errors is a leaf, though it lies beside the wiring.
            {
              from: { file: { categories: 'errors' } },
              disallow: { to: { element: { type: '*' } } },
            },
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
          ],
        },
      ],
    },
  },

  {
    files: ['test/**/*.ts'],
    rules: {
      // A test reads parsed JSON as the client that it plays would, and an assertion is its type check.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },

  {
    // A client takes JSON of the service, and requests in files, for what the document says they are: the service
    // judges these.
    files: ['sdk/typescript/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },

  // Commands speak to a terminal.
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: PLAIN_JS,
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      parserOptions: { projectService: false },
      globals: { Buffer: 'readonly', URL: 'readonly', console: 'readonly', process: 'readonly' },
    },
  },
  // Their tools ask for a default export.
  {
    files: ['*.config.mjs', 'test/support/{build,sequencer}.mjs'],
    rules: { 'import-x/no-default-export': 'off' },
  },
);
