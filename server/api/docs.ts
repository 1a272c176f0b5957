/**
 * `/engine/docs`: the OpenAPI document as a page that can be tried, from files beside the service and nothing else.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** The files of the page; everything else in the package stays unserved. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

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

export function docsPage(): { path: string; handler: RequestHandler } {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = Router();
  router.get('/', (_request, response) => {
    response.type('html').send(PAGE);
  });
  router.get('/start.js', (_request, response) => {
    response.type('text/javascript').send(START);
  });
  router.use((request, _response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = ['GET', 'HEAD', 'OPTIONS'];
      throw new ApiError('method_not_allowed', `This path takes ${allow.join(', ')}.`, { allow });
    }
    next();
  });
  const assets = express.static(folder, { index: false });
  for (const asset of ASSETS) router.get(`/${asset}`, assets);
  return { path: DOCS_PATH, handler: router };
}
