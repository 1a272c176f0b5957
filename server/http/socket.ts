/** Handles connections below Express: limits slow clients, and answers requests that are not valid HTTP. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { ApiError } from '../errors.js';
import { errorAnswer } from './error-answer.js';

const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** Longer than the deadline of answers, so that a request with a slow body gets a 504 instead of a closed socket. */
const REQUEST_MS = 60_000;

/** How long a client whose input is not HTTP may take to read the refusal. */
const LINGER_MS = 5_000;

/** The time that a client has to complete the TLS handshake. Node's default is 120 s. */
export const HANDSHAKE_MS = 10_000;

export type SocketGuard = {
  /**
   * Closes the connections without a request in progress. Call it when the server stops: it waits until all of its
   * connections are closed, but closes only those that have sent a request before, and no longer enforces its time
   * limits.
   */
  closeUnused: () => void;
};

export function guardSocket(server: Server, headersMs = HEADERS_MS): SocketGuard {
  server.headersTimeout = headersMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_MS;
  // By default, Node silently drops those after the 2,000th, and with them what a proxy appends. Their bytes are
  // limited.
  server.maxHeadersCount = 0;
  /**
   * The open connections, and how many requests and answers are under way on each. A refused body may arrive for longer
   * than its answer takes, and a client may send the next request early.
   */
  const counts = new Map<Duplex, number>();
  const count = (socket: Duplex, change: number): void => {
    const before = counts.get(socket);
    if (before !== undefined) counts.set(socket, before + change);
  };
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Duplex) => {
    counts.set(socket, 0);
    socket.once('close', () => counts.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    for (const each of [request, response]) {
      count(socket, 1);
      each.once('close', () => count(socket, -1));
    }
  });
  // An unknown expectation is ignored, as RFC 9110 allows, and the request is answered.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error, socket) => {
    // If a second request on a connection is invalid, its refusal must not replace the answer to the first. A client
    // without TLS on a port with TLS could not read the refusal, which would never be sent.
    if (!socket.writable || counts.get(socket) !== 0) {
      socket.destroy();
      return;
    }
    // A client that does not close its side would keep the connection open forever.
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
    });
    const requestId = randomUUID();
    const { status, body } = errorAnswer(refusalOf(error, headersMs), requestId);
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'access-control-allow-origin: *',
        `x-request-id: ${requestId}`,
        'x-credits-charged: 0',
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        '',
      ].join('\r\n') + body,
    );
  });
  return {
    closeUnused: () => {
      for (const [socket, underWay] of counts) if (underWay === 0) socket.destroy();
    },
  };
}

/** No address of the API is longer. RFC 9110 (4.1) recommends that servers and proxies support at least 8,000. */
export const ADDRESS_LENGTH_MAX = 8_000;

/** The limit of Node for address and headers together, repeated here so that the error can name it. */
export const HEAD_BYTES_MAX = 16 * 1024;

/** Returns the error for a request that Node could not parse, by the code of Node's error. */
function refusalOf(error: Error, headersMs: number): ApiError {
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      if (isWithinAddress(error)) {
        return new ApiError(
          'address_too_long',
          `The URL may have at most ${ADDRESS_LENGTH_MAX} characters. Send long values in the body.`,
        );
      }
      return new ApiError(
        'headers_too_large',
        `The request line and headers may have at most ${HEAD_BYTES_MAX} bytes together.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(
        'slow_request',
        `Headers must arrive within ${headersMs / 1000} s, and the whole request within ${REQUEST_MS / 1000} s.`,
      );
    default:
      return new ApiError('invalid_request', `The request is not valid HTTP: ${error.message}.`);
  }
}

/**
 * Returns whether the address alone was too long: the last packet begins with a method, and its first line is longer
 * than the limit. If the first line came in several packets, this is unknown, and `headers_too_large` is answered,
 * which is also true.
 */
function isWithinAddress(error: Error): boolean {
  const bytes =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : undefined;
  const start = bytes?.subarray(0, ADDRESS_LENGTH_MAX).toString('latin1') ?? '';
  return start.length === ADDRESS_LENGTH_MAX && /^[A-Z]+ [^\r\n]*$/.test(start);
}
