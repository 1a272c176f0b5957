/**
 * Renders the pages of `docs/` for `/engine/docs/NAME`, into `dist/docs/`: a part of `npm run build`.
 *
 * They are rendered here because the service only sends files. Only Markdown is accepted: comments are removed, and any
 * other HTML fails the build, so that no page can contain a script. Links between pages point to where they are served;
 * a file that is not served, such as the compose file, is named without a link.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';

const SOURCES = new URL('../docs/', import.meta.url);
const BUILT = new URL('../dist/docs/', import.meta.url);
const SERVED = '/engine/docs';
/** Files of the project that are served under another path. */
const ELSEWHERE = { '../sdk/openapi.json': '/engine/openapi.json' };

const names = readdirSync(SOURCES)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length))
  .toSorted();
const images = readdirSync(new URL('images/', SOURCES));

/** Returns the address where a link's target is served, or undefined if it is not served. */
function servedAt(href) {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [, name = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  if (names.includes(name.replace(/\.md$/, '')) && name.endsWith('.md')) {
    return `${SERVED}/${name.slice(0, -'.md'.length)}${anchor}`;
  }
  const [folder, file] = name.split('/');
  if (folder === 'images' && images.includes(file)) return `${SERVED}/${name}`;
  return ELSEWHERE[name];
}

const marked = new Marked(gfmHeadingId(), {
  renderer: {
    html({ text }) {
      const rest = text.replace(/<!--.*?-->/gs, '').trim();
      if (rest !== '') throw new Error(`Pages are of Markdown alone; this is HTML: ${rest}`);
      return '';
    },
    link({ href, tokens }) {
      const inside = this.parser.parseInline(tokens);
      const at = servedAt(href);
      return at === undefined ? inside : `<a href="${escaped(at)}">${inside}</a>`;
    },
    image({ href, text }) {
      const at = servedAt(href);
      if (at === undefined) throw new Error(`${href} is not served.`);
      return `<img src="${escaped(at)}" alt="${escaped(text)}" />`;
    },
  },
});

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const texts = names.map((name) => readFileSync(new URL(`${name}.md`, SOURCES), 'utf8'));
const titles = texts.map((text) => /^# (.*)$/m.exec(text)?.[1] ?? '');

function pageOf(title, content, current) {
  const links = names.map((name, idx) => {
    const here = name === current ? ' aria-current="page"' : '';
    return `<li><a href="${SERVED}/${name}"${here}>${escaped(titles[idx])}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)} · Route Engine</title>
    <link rel="stylesheet" href="${SERVED}/pages.css" />
    <link rel="icon" href="${SERVED}/favicon-32x32.png" />
  </head>
  <body>
    <nav>
      <p><a href="${SERVED}">Try requests</a></p>
      <ul>${links.join('')}</ul>
    </nav>
    <main>
${content}
    </main>
  </body>
</html>
`;
}

rmSync(BUILT, { recursive: true, force: true });
mkdirSync(new URL('images/', BUILT), { recursive: true });
names.forEach((name, idx) => {
  const html = pageOf(titles[idx], marked.parse(texts[idx]), name);
  writeFileSync(new URL(`${name}.html`, BUILT), html);
});
for (const image of images) {
  copyFileSync(new URL(`images/${image}`, SOURCES), new URL(`images/${image}`, BUILT));
}
copyFileSync(new URL('pages.css', import.meta.url), new URL('pages.css', BUILT));
