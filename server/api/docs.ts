/**
 * `/engine/docs`: the OpenAPI document as a page that can be tried, from files beside the service and nothing else.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from './page.js';

/** The files of the page; everything else in the package stays unserved. */
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

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
    <div id="docs"></div>
    <script src="/engine/docs/swagger-ui-bundle.js"></script>
    <script src="/engine/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/engine/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
});
`;

export const DOCS_PATH = '/engine/docs';

/** Reads the files: 1.7 MB, for as long as the service runs. */
export function docsPages(): Page[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const text = (path: string, contentType: string, content: string): Page => ({
    ...{ path: `${DOCS_PATH}${path}`, contentType, body: Buffer.from(content) },
  });
  return [
    text('', 'text/html; charset=utf-8', PAGE),
    text('/start.js', 'text/javascript; charset=utf-8', START),
    ...Object.entries(ASSETS).map(([name, contentType]) => ({
      path: `${DOCS_PATH}/${name}`,
      contentType,
      body: readFileSync(join(folder, name)),
    })),
  ];
}
