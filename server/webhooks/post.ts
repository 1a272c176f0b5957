/**
 * One POST over node's own client, which lets us say which addresses to connect to. It follows no redirects.
 *
 * The receiver is not trusted: every connection is new and is closed afterwards, headers are bounded by node (16 KB), of the body only
 * so much is read as lets an ordinary answer end in peace. The caller's signal bounds the time.
 */
import { request as requestHttp, type Agent as HttpAgent, type RequestOptions } from 'node:http';
import { request as requestHttps, type Agent as HttpsAgent } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

const ANSWER_BYTES_MAX = 64 * 1024;
/**
 * How long one of several addresses is tried before the next has its turn. Node's own 250 ms give up on every address of a receiver
 * that is far away.
 */
const CONNECT_MS = 2_500;

export type Post = {
  readonly url: URL;
  /** Of the URL's host, at least one. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

/** Resolves with the status, also if the rest of the answer is late, too long or cut off: what the receiver decided is known by then. */
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
      // An answer that breaks off is no news; the request is closed after it.
      response.on('error', () => undefined);
    });
    // An answer that wants another protocol; without a listener it would be lost.
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

/** Answers with what has been checked, whatever is asked. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all = false }, callback) => {
    if (all) callback(null, entries);
    else callback(null, entries[0]?.address ?? '', entries[0]?.family);
  };
}
