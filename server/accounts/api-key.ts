/**
 * API keys: how they are made, and the only form in which they are stored.
 *
 *     re_1a2b3c4d_Xq…32 characters…9Z      The first part repeats the end of the key's id, so that an operator who is
 *                                          shown a key in a support case finds its row. The second part is the secret
 *                                          and has 190 random bits.
 *
 * Only the SHA-256 of the whole key is stored. A slow password hash would protect guessable secrets; these are not
 * guessable, and the hash is computed for every request (1 µs).
 */
import { createHash, randomInt } from 'node:crypto';
import type { KeyId } from '../storage/index.js';

/** A key that an operator chooses must be long enough not to be guessed. */
const KEY_CHARACTERS_MIN = 16;
/** Longer than any sensible key. Longer texts are not even hashed. */
const KEY_CHARACTERS_MAX = 256;

const SECRET_CHARACTERS = 32;
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function makeApiKey(keyId: KeyId): string {
  const secret = Array.from({ length: SECRET_CHARACTERS }, () => BASE_62.charAt(randomInt(62)));
  return `re_${keyId.slice(-8)}_${secret.join('')}`;
}

/** Returns whether a text could be a key at all: visible ASCII of a sensible length. */
export function isApiKeyForm(text: string): boolean {
  return (
    text.length >= KEY_CHARACTERS_MIN &&
    text.length <= KEY_CHARACTERS_MAX &&
    /^[\x21-\x7e]+$/.test(text)
  );
}

export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey, 'utf8').digest('hex');
}
