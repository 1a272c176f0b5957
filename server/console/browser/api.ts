/** Calls the API with the user's key, on the page's own host, and turns refusals into errors with readable messages. */
import { signal } from '@preact/signals';
import { TEXTS } from './texts.js';

/** The prefix of every name in session storage, so that a sign-out can remove them all. */
const KEPT = 'route-engine-';
const KEY = `${KEPT}key`;
const ACCOUNT = `${KEPT}account`;

/** The API key, which is kept only for the session of the browser tab. */
export const apiKey = signal(sessionStorage.getItem(KEY) ?? '');
/** The balance that the last answer stated. */
export const credits = signal<number | undefined>(undefined);

export type Problem = { pointer: string; code: string; comment: string };

/** A request that the service refused. */
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

/** The service did not answer. */
class Unreachable extends Error {}

/** Whether the key was revoked while the page was in use. The page keeps its contents for a user with another key. */
export const isExpired = signal(false);

export function signIn(key: string, accountId: string): void {
  const before = sessionStorage.getItem(ACCOUNT);
  const isOther = before !== null && before !== accountId;
  // One account must not see the data of another.
  if (isOther) forgetSession();
  sessionStorage.setItem(KEY, key);
  sessionStorage.setItem(ACCOUNT, accountId);
  if (isOther) location.replace(location.pathname);
  isExpired.value = false;
  apiKey.value = key;
}

/** Clears this browser tab: session storage, the page's memory, and its address. */
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

/** The browser may restore a page from its cache with all data in memory: reload it if the user has signed out. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && sessionStorage.getItem(KEY) === null) location.replace(location.pathname);
});

function expire(): void {
  sessionStorage.removeItem(KEY);
  isExpired.value = true;
  apiKey.value = '';
}

type CallOptions = { body?: unknown; signal?: AbortSignal; key?: string };

/** Returns the response, or throws a `Refusal`. */
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

/** Returns the JSON of an answer. The caller states its type: the service validates against the schema it publishes. */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await send(method, path, options);
  return (await response.json()) as Answer;
}

/** Returns a job's result, by way of the service if it is stored on another host, which the page may not contact. */
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
