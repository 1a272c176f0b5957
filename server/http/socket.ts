/** What arrives at the port before Express sees it: limits on slow clients, and an answer to what is not HTTP. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../errors.js';
import { errorAnswer } from './error-answer.js';

const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** Longer than the answer's own deadline, so that a slow body gets its 504 and not a closed socket. */
const REQUEST_MS = 60_000;

export function guardSocket(server: Server, headersMs = HEADERS_MS): void {
  server.headersTimeout = headersMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_MS;
  // A second request on a connection must not take the place of the first one's answer.
  const answering = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    answering.add(request.socket);
    response.once('close', () => answering.delete(request.socket));
  });
  // An expectation that is not known here is passed over, as RFC 9110 allows; the request itself is answered.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error, socket) => {
    if (!socket.writable || answering.has(socket)) {
      socket.destroy();
      return;
    }
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
}

/** No address of the API is longer; servers and proxies on the way take 8,000 (RFC 9110, 4.1). */
export const ADDRESS_LENGTH_MAX = 8_000;

/** Of address and headers together; Node's own limit, said here so that the answer can say it. */
export const HEAD_BYTES_MAX = 16 * 1024;

/** What the parser of Node could not take, by its code. */
function refusalOf(error: Error, headersMs: number): ApiError {
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      if (isWithinAddress(error)) {
        return new ApiError(
          'address_too_long',
          `At most ${ADDRESS_LENGTH_MAX} characters are read. What is long goes into the body.`,
        );
      }
      return new ApiError(
        'headers_too_large',
        `Address and headers together have at most ${HEAD_BYTES_MAX} bytes.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(
        'slow_request',
        `The headers of a request have ${headersMs / 1000} s to arrive, its body ${REQUEST_MS / 1000} s.`,
      );
    default:
      return new ApiError(
        'invalid_request',
        `The request is not readable as HTTP: ${error.message}.`,
      );
  }
}

/**
 * Whether the address alone was too long: what came last begins with a method, and its first line does not end soon. Where the first line
 * came in pieces it is not known, and all of the head is said to be too long, which is as true.
 */
function isWithinAddress(error: Error): boolean {
  const bytes =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : undefined;
  const start = bytes?.subarray(0, ADDRESS_LENGTH_MAX).toString('latin1') ?? '';
  return start.length === ADDRESS_LENGTH_MAX && /^[A-Z]+ [^\r\n]*$/.test(start);
}
