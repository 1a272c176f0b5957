/**
 * `/engine/docs`: an interactive page of the OpenAPI document, and the pages of `docs/` as rendered by
 * `scripts/build-docs.mjs`. All of them are local files.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashedFiles, type NamedFile } from './hashed-files.js';
import type { Page } from './page.js';

const HTML = 'text/html; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};

/** The files of the `swagger-ui-dist` package that the page loads. No other file of the package is served. */
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Route Engine API</title>
    <link rel="stylesheet" href="/engine/docs/swagger-ui.css" />
    <link rel="icon" href="/engine/docs/favicon-32x32.png" />
  </head>
  <body>
    <nav class="swagger-ui wrapper">
      <a href="/engine/docs/routing">Routing</a> · <a href="/engine/docs/matrix">Matrix</a> ·
      <a href="/engine/docs/jobs">Jobs</a> · <a href="/engine/docs/errors">Errors</a> ·
      <a href="/engine/docs/reference">Reference</a> · <a href="/engine/docs/glossary">Glossary</a>
    </nav>
    <div id="docs"></div>
    <script src="/engine/docs/swagger-ui-bundle.js"></script>
    <script src="/engine/docs/start.js"></script>
  </body>
</html>
`;

/** Keeps the API key only while the tab is open. The option of Swagger UI itself would keep it permanently. */
const START = `const KEY = 'route-engine-key';
const keep = ({ apiKey }) => {
  if (apiKey?.value) sessionStorage.setItem(KEY, apiKey.value);
};
const keepsKey = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          keep(given);
          return authorize(given);
        },
        logout: (logout) => (names) => {
          sessionStorage.removeItem(KEY);
          return logout(names);
        },
      },
    },
  },
});
const page = SwaggerUIBundle({
  url: '/engine/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [keepsKey],
  onComplete: () => {
    const key = sessionStorage.getItem(KEY);
    if (key !== null) page.preauthorizeApiKey('apiKey', key);
  },
});
`;

export const DOCS_PATH = '/engine/docs';

/** Reads the files (4 MB) into memory, where they stay while the service runs. Throws if they were not built. */
export function docsPages(projectRoot: URL): Page[] {
  const swagger = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const built = fileURLToPath(new URL('dist/docs/', projectRoot));
  const names = namesIn(built);
  const { pages, link } = hashedFiles(DOCS_PATH, [
    { name: 'start.js', contentType: typeOf('start.js'), body: Buffer.from(START) },
    ...SWAGGER_FILES.map((name) => fileOf(name, join(swagger, '..', name))),
    ...names
      .filter((name) => extname(name) in CONTENT_TYPES)
      .map((name) => fileOf(name, join(built, name))),
  ]);
  const rendered = names.filter((name) => name.endsWith('.html'));
  return [
    { path: DOCS_PATH, contentType: HTML, body: Buffer.from(link(PAGE)) },
    ...rendered.map((name) => ({
      path: `${DOCS_PATH}/${name.slice(0, -'.html'.length)}`,
      contentType: HTML,
      body: Buffer.from(link(readFileSync(join(built, name), 'utf8'))),
      isStrict: true,
    })),
    ...pages,
  ];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw new Error(`${folder} is missing: npm run build`, { cause: error });
  }
}

const typeOf = (name: string): string => CONTENT_TYPES[extname(name)] ?? '';

const fileOf = (name: string, path: string): NamedFile => ({
  ...{ name, contentType: typeOf(name), body: readFileSync(path) },
});
