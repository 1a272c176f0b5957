/**
 * Sends one POST with the HTTP client of Node, which allows choosing the addresses to connect to and follows no
 * redirects.
 *
 * The receiver is not trusted: every connection is new and is closed afterwards, Node limits the headers (16 KB), and
 * of the body only enough is read for an ordinary answer to complete. The caller's signal limits the time.
 */
import { request as requestHttp, type Agent as HttpAgent, type RequestOptions } from 'node:http';
import { request as requestHttps, type Agent as HttpsAgent } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

const ANSWER_BYTES_MAX = 64 * 1024;
/**
 * How long one of several addresses is tried before the next one. With Node's default of 250 ms, no address of a
 * distant receiver would be reached.
 */
const CONNECT_MS = 2_500;

export type Post = {
  readonly url: URL;
  /** The addresses of the URL's host, at least one. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

/**
 * Resolves with the status, even if the rest of the answer is late, too long or cut off: the status alone states the
 * receiver's decision.
 */
export function post(
  { url, addresses, headers, body }: Post,
  agents: Agents,
  signal: AbortSignal,
): Promise<number> {
  const bytes = Buffer.from(body);
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
    lookup: lookupOf(addresses),
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, agent: agents.https })
        : requestHttp(url, { ...options, agent: agents.http });
    let status: number | undefined;
    request.on('response', (response) => {
      status = response.statusCode;
      let bytesRead = 0;
      response.on('data', (chunk: Buffer) => {
        bytesRead += chunk.length;
        if (bytesRead > ANSWER_BYTES_MAX) request.destroy();
      });
      // A body that is cut off changes nothing: the status is known, and the request closes next.
      response.on('error', () => undefined);
    });
    // An answer that switches protocols. Without a listener, its status would be lost.
    request.on('upgrade', (response, socket) => {
      status = response.statusCode;
      socket.destroy();
    });
    request.on('error', (error) => {
      if (status === undefined) reject(error);
    });
    request.on('close', () => {
      if (status === undefined) reject(new Error('The connection was closed without an answer.'));
      else resolve(status);
    });
    request.end(bytes);
  });
}

/** Returns a lookup that answers with the checked addresses, whatever the host name. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all = false }, callback) => {
    if (all) callback(null, entries);
    else callback(null, entries[0]?.address ?? '', entries[0]?.family);
  };
}
