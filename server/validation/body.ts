/**
 * Converts the bytes of a body to a JSON value, in engine threads: a large body takes hundreds of milliseconds.
 */
import { createHash } from 'node:crypto';
import { jsonExcess, type JsonBounds } from './json-bounds.js';

/** The blocks of a body, each in its own buffer that may be moved to another thread. Cuts may split a character. */
export type BodyBlocks = readonly Uint8Array<ArrayBuffer>[];

/** Returns the buffers to transfer when a body is moved to another thread. */
export const moved = (blocks: BodyBlocks): ArrayBuffer[] => blocks.map(({ buffer }) => buffer);

export type BodyOutcome =
  | { kind: 'ok'; value: unknown }
  | { kind: 'bad'; code: 'invalid_json' | 'request_too_complex'; comment: string };

/**
 * Decodes strict UTF-8 (a byte order mark is skipped) and parses it as JSON. Parsing cannot be interrupted, so bodies
 * that exceed `bounds` are not parsed.
 */
export function parseBody(blocks: BodyBlocks, bounds: Readonly<JsonBounds>): BodyOutcome {
  const excess = jsonExcess(blocks, bounds);
  if (excess !== undefined) return { kind: 'bad', code: 'request_too_complex', comment: excess };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (const block of blocks) text += decoder.decode(block, { stream: true });
    text += decoder.decode();
  } catch {
    return notJson('The body is not valid UTF-8.');
  }
  if (text.trim() === '') {
    return notJson('The body is empty; send a JSON object.');
  }
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'ok', value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return notJson(`The body is not valid JSON: ${reason}.`);
  }
}

const notJson = (comment: string): BodyOutcome => ({
  kind: 'bad',
  code: 'invalid_json',
  comment,
});

/** Returns the SHA-256 of a body, hexadecimal. */
export function hashBody(blocks: BodyBlocks): string {
  const hash = createHash('sha256');
  for (const block of blocks) hash.update(block);
  return hash.digest('hex');
}
