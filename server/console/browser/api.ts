/** The API as the page calls it: with the user's key, on the page's own host, refusals as errors in words. */
import { signal } from '@preact/signals';
import { TEXTS } from './texts.js';

/** What is kept of a session has names that begin so. */
const KEPT = 'route-engine-';
const KEY = `${KEPT}key`;
const ACCOUNT = `${KEPT}account`;

/** Kept for the browser tab's session alone. */
export const apiKey = signal(sessionStorage.getItem(KEY) ?? '');
/** What the last answer said is left. */
export const credits = signal<number | undefined>(undefined);

export type Problem = { pointer: string; code: string; comment: string };

/** What the service said no to. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: readonly Problem[];

  constructor(status: number, body: Partial<RefusalBody>) {
    super([body.message, body.comment].filter((part) => part !== undefined).join(' '));
    this.status = status;
    this.code = body.code ?? '';
    this.problems = body.errors ?? [];
  }
}

type RefusalBody = { code: string; message: string; comment: string; errors: Problem[] };

/** The service did not answer at all. */
class Unreachable extends Error {}

/** Whether the key was taken back while the page was in use: what is on the page stays for a user who has another one. */
export const isExpired = signal(false);

export function signIn(key: string, accountId: string): void {
  const before = sessionStorage.getItem(ACCOUNT);
  const isOther = before !== null && before !== accountId;
  // What one account was shown is not for another.
  if (isOther) forgetSession();
  sessionStorage.setItem(KEY, key);
  sessionStorage.setItem(ACCOUNT, accountId);
  if (isOther) location.replace(location.pathname);
  isExpired.value = false;
  apiKey.value = key;
}

/** Nothing stays in this browser tab: neither what is kept, nor what the page has in memory, nor its address. */
export function signOut(): void {
  forgetSession();
  apiKey.value = '';
  location.replace(location.pathname);
}

function forgetSession(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(KEPT)) sessionStorage.removeItem(name);
  }
}

/** A page that the browser kept whole while it was left comes back with all that it had. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && sessionStorage.getItem(KEY) === null) location.replace(location.pathname);
});

function expire(): void {
  sessionStorage.removeItem(KEY);
  isExpired.value = true;
  apiKey.value = '';
}

type CallOptions = { body?: unknown; signal?: AbortSignal; key?: string };

/** The answer as it came, or a `Refusal`. */
export async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, signal: abort, key = apiKey.value }: CallOptions = {},
): Promise<Response> {
  const asked = fetch(path, {
    method,
    headers: {
      ...(key === '' ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(abort === undefined ? {} : { signal: abort }),
  });
  const response = await asked.catch((error: unknown) => {
    if (abort?.aborted === true) throw error;
    throw new Unreachable(TEXTS.common.unreachable, { cause: error });
  });
  const left = response.headers.get('x-credits-remaining');
  if (left !== null) credits.value = Number(left);
  if (response.ok) return response;
  if (response.status === 401 && key !== '' && key === apiKey.peek()) expire();
  const text = await response.text();
  throw new Refusal(response.status, parsed(text));
}

/** The answer's JSON. What is asked for is the caller's to know: the service validates against the same schema that it publishes. */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await send(method, path, options);
  return (await response.json()) as Answer;
}

/** A job's result: where the service keeps it, or by way of the service where that is another host, which the page may not ask. */
export async function resultOf<Answer>(
  jobId: string,
  url: string,
  abort?: AbortSignal,
): Promise<Answer> {
  const options = abort === undefined ? {} : { signal: abort };
  if (new URL(url, location.href).origin === location.origin) {
    return await call('GET', url, { ...options, key: '' });
  }
  const path = `/engine/jobs/v1/result?jobid=${encodeURIComponent(jobId)}`;
  return await call('GET', path, options);
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function parsed(text: string): Partial<RefusalBody> {
  try {
    return JSON.parse(text) as Partial<RefusalBody>;
  } catch {
    return { message: text.slice(0, 300) };
  }
}
