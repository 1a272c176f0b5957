/** What arrives at the port before Express sees it: limits on slow clients, and an answer to what is not HTTP. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../errors.js';
import { errorAnswer } from './error-answer.js';

const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** Longer than the answer's own deadline, so that a slow body gets its 504 and not a closed socket. */
const REQUEST_MS = 60_000;

export function guardSocket(server: Server): void {
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_MS;
  // A second request on a connection must not take the place of the first one's answer.
  const answering = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    answering.add(request.socket);
    response.once('close', () => answering.delete(request.socket));
  });
  // An expectation that nobody here knows is passed over, as RFC 9110 allows; the request itself is answered.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error, socket) => {
    if (!socket.writable || answering.has(socket)) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const { status, body } = errorAnswer(
      new ApiError('invalid_request', `The request is not readable as HTTP: ${error.message}.`),
      requestId,
    );
    socket.end(
      [
        `HTTP/1.1 ${status} Bad Request`,
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
