/**
 * Serves files under names that contain a hash of their content, such as `pages.0a1b2c3d4e5f.css`. Browsers never
 * request a cached file again; a new release has new names. Pages that load such files are revalidated at each request.
 */
import { createHash } from 'node:crypto';
import type { Page } from './page.js';

export type NamedFile = { name: string; contentType: string; body: Uint8Array };

const HASH_LENGTH = 12;

export type HashedFiles = {
  pages: Page[];
  /** Replaces plain names in a page, such as `"/engine/docs/pages.css"`, by the hashed ones. */
  link: (html: string) => string;
};

export function hashedFiles(folder: string, files: readonly NamedFile[]): HashedFiles {
  const hashed = files.map(({ name, contentType, body }) => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
    const path = `${folder}/${name.replace(/(?=\.\w+$)/, `.${hash}`)}`;
    return { plain: `${folder}/${name}`, page: { path, contentType, body, isImmutable: true } };
  });
  return {
    pages: hashed.map(({ page }) => page),
    link: (html) =>
      hashed.reduce(
        (text, { plain, page }) => text.replaceAll(`"${plain}"`, `"${page.path}"`),
        html,
      ),
  };
}
