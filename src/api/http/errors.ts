// Answers every error with the error envelope. Details of internal errors go to the log only.
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isBusy, isUnavailable } from '../../database/statement-error.ts';
import { type ErrorCode, ServiceError } from '../../errors.ts';
import { didYouMean } from '../../nearest.ts';
import { StorageCorrupt, StorageFault } from '../../storage/storage.ts';
import { damagedVersion } from '../version-in-service.ts';
import { collectPaths } from './known-paths.ts';
import { requestIdHeader } from './request-id.ts';

/** Fastify's own errors → codes and messages of this interface. */
const frameworkErrors: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_BAD_URL: {
    code: 'BAD_REQUEST',
    message: 'the address is not valid: a % must be followed by two hexadecimal digits that make UTF-8',
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'BAD_REQUEST', message: 'a part of the path is too long' },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'BAD_REQUEST',
    message: 'the body is not valid JSON, or has a member that no object may have (__proto__, constructor.prototype)',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE', message: 'the body is larger than 1 MiB' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'BAD_REQUEST', message: 'the body’s length differs from Content-Length' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the body’s content type must be application/json',
  },
};

/**
 * Call this before any route is registered.
 * @param sendPage answers a browser that navigates to an address which is no path of the API; returns false for other requests
 */
export function registerErrors(
  app: FastifyInstance,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => boolean = () => false,
): void {
  const paths = collectPaths(app);
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const what = `there is no ${request.method} ${shownPath(request)}`;
    const allowed = paths.methodsOf(pathOf(request)).join(', ');
    if (allowed === '' && sendPage(request, reply)) return;
    if (allowed === '') {
      const hint = [didYouMean(pathOf(request), paths.fixedPaths(request.method)), 'see /openapi.json'].filter(Boolean);
      return sendError(new ServiceError('NOT_FOUND', `${what}; ${hint.join(' ')}`), request, reply);
    }
    // RFC 9110, section 15.5.6.
    reply.header('allow', allowed);
    sendError(new ServiceError('METHOD_NOT_ALLOWED', `${what}; it takes ${allowed}`), request, reply);
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!;
const shownPath = (request: FastifyRequest): string => pathOf(request).slice(0, 200);

/** How long a refused client has to read the answer. */
const lingerMs = 2000;

/** Retry-After of answers with status 429 or 503 that do not say it themselves. */
const retryAfterSeconds = 5;

export function sendError(error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply): void {
  const known = beginErrorAnswer(error, request, reply);
  reply.type('application/json; charset=utf-8').send(JSON.stringify(known.toEnvelope()));
}

/** Logs an error that is a fault, and sets status and headers of its answer. @returns what the client is told */
export function beginErrorAnswer(
  error: FastifyError | ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
): ServiceError {
  const known = toServiceError(error);
  if (known.code === 'INTERNAL_ERROR' || known.cause !== undefined) {
    // Work that was ended because its client had left is no fault.
    const hasLeft = known.status === 503 && reply.raw.closed;
    request.log[known.status >= 500 && !hasLeft ? 'error' : 'debug'](
      // The query is not logged, because it may hold the signature of a link.
      { err: error, method: request.method, path: shownPath(request) },
      'request failed',
    );
  }
  if ([429, 503].includes(known.status) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(retryAfterSeconds));
  if (known.code === 'PAYLOAD_TOO_LARGE') dropBody(request, reply);
  // These headers belong to the answer that the error replaces.
  for (const name of ['etag', 'content-encoding', 'content-length']) reply.removeHeader(name);
  // A request that the router refuses ran no hook, so the header may be missing.
  if (!reply.hasHeader(requestIdHeader)) reply.header(requestIdHeader, request.id);
  reply.code(known.status);
  return known;
}

/**
 * Read the rest of a refused body and drop it, within the time that a request may take. If the connection ended while the client still
 * sends, the answer could be lost.
 */
function dropBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  raw.resume();
  if (reply.raw.shouldKeepAlive) return;
  // The client asked for the end of the connection.
  reply.raw.shouldKeepAlive = true;
  const linger = setTimeout(() => raw.socket.end(), lingerMs).unref();
  raw.on('data', () => linger.refresh());
  raw.socket.once('close', () => clearTimeout(linger));
}

/** Errors of the HTTP parser, for which there is no request yet. */
const parserErrors: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'the headers are larger than 16 KiB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    message: 'the body’s chunk extensions are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'the request did not arrive in time' },
};

/** Answers bytes that are not an HTTP request with the error envelope, and ends the connection. */
export function refuseConnection({ code }: ConnectionError, socket: Socket): void {
  // Do not write into the middle of a response.
  const answering = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true;
  if (code === 'ECONNRESET' || answering || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = parserErrors[code] ?? { status: '400 Bad Request', message: 'this is not a valid HTTP/1.1 request' };
  const body = JSON.stringify(new ServiceError('BAD_REQUEST', refusal.message).toEnvelope());
  const headers = [
    `HTTP/1.1 ${refusal.status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  // A client that never closes its side would keep the connection open. Closing at once could lose the answer while the client
  // is still sending, so wait a little.
  const linger = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(linger));
}

function toServiceError(error: FastifyError | ServiceError): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isUnavailable(error)) {
    return new ServiceError(
      'SERVICE_UNAVAILABLE',
      'the state database does not answer; the inventory can still be read; try other requests again in a few seconds',
      { cause: error },
    );
  }
  if (isBusy(error)) {
    const message = 'the state database is too busy at the moment; try again in a few seconds';
    return new ServiceError('SERVICE_UNAVAILABLE', message, { cause: error });
  }
  if (error instanceof StorageFault && error.transient) {
    const message = 'the storage does not answer; try again in a few seconds';
    return new ServiceError('SERVICE_UNAVAILABLE', message, { cause: error });
  }
  if (error instanceof StorageCorrupt) return damagedVersion(undefined, error);
  const framework = frameworkErrors[error.code];
  if (framework) return new ServiceError(framework.code, framework.message, { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ServiceError('BAD_REQUEST', error.message, { cause: error });
  }
  return new ServiceError('INTERNAL_ERROR', 'the service failed to answer; the fault is in its log', { cause: error });
}
