/** The API as the page calls it: with the user's key, on the page's own host, refusals as errors in words. */
import { signal } from '@preact/signals';

const KEY = 'route-engine-key';

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

export function signIn(key: string): void {
  sessionStorage.setItem(KEY, key);
  apiKey.value = key;
}

export function signOut(): void {
  sessionStorage.removeItem(KEY);
  apiKey.value = '';
  credits.value = undefined;
}

type CallOptions = { body?: unknown; signal?: AbortSignal; key?: string };

/** The answer as it came, or a `Refusal`. */
export async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, signal: abort, key = apiKey.value }: CallOptions = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: {
      ...(key === '' ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(abort === undefined ? {} : { signal: abort }),
  });
  const left = response.headers.get('x-credits-remaining');
  if (left !== null) credits.value = Number(left);
  if (response.ok) return response;
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
