// Where transmitters push security event tokens (RFC 8935). A token is durable before it is answered with 202. Errors have the form of
// section 2.4. The transmitter is authenticated by its header Authorization, and the token by its signature.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { createReception } from '../../signals/reception.ts';
import { largestTokenBytes, type SetErrorCode, TokenRefused } from '../../signals/security-event-tokens.ts';
import type { Transmitter } from '../../signals/transmitters.ts';
import type { RateLimiter } from '../access/rate-limit.ts';
import type { ServedTenants } from '../served-tenants.ts';

/** A transmitter that pushes, with the tenant that its source belongs to. */
export interface PushingTransmitter extends Transmitter {
  readonly tenant: string;
}

export interface SignalReceiverOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  /** By name. */
  readonly transmitters: ReadonlyMap<string, PushingTransmitter>;
  /** Counts the events of a transmitter. */
  readonly signalLimiter: RateLimiter;
}

interface PushRequest {
  Params: { transmitter: string };
}

const isMediaType = /^application\/secevent\+jwt\s*(;|$)/i;

export function registerSignalReceiver(app: FastifyInstance, options: SignalReceiverOptions): void {
  const { tenants, transmitters, signalLimiter } = options;
  const reception = createReception(options.database, async tenant => tenants.get(tenant)?.startSignals());
  // Any body arrives here, so that the handler answers each error in the form of RFC 8935.
  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    scope.post<PushRequest>(
      '/ssf/v1/push/:transmitter',
      {
        bodyLimit: largestTokenBytes,
        // Before the body is read.
        onRequest: async request => {
          const known = transmitters.get(request.params.transmitter)?.settings.push?.authorization;
          if (!isSameSecret(request.headers.authorization, known))
            throw new ReceiverRefusal(
              401,
              'authentication_failed',
              'the header Authorization is not that of a transmitter',
            );
        },
      },
      async (request, reply) => {
        const transmitter = transmitters.get(request.params.transmitter)!;
        const rate = await signalLimiter.consume(transmitter.settings.name);
        if (!rate.allowed) {
          reply.header('retry-after', String(rate.retryAfterSeconds));
          throw new ReceiverRefusal(
            429,
            'access_denied',
            'more events come than the limit allows; send it again later',
          );
        }
        if (!isMediaType.test(request.headers['content-type'] ?? ''))
          throw new ReceiverRefusal(415, 'invalid_request', 'the content type must be application/secevent+jwt');
        const token = (request.body as Buffer | undefined)?.toString('latin1').trim() ?? '';
        await reception.receive(transmitter, transmitter.tenant, token);
        return reply.code(202).header('cache-control', 'no-store').send();
      },
    );
  });
}

/** A request that is refused before its token is looked at. */
class ReceiverRefusal extends Error {
  readonly status: number;
  readonly code: SetErrorCode;
  constructor(status: number, code: SetErrorCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Errors in the form of RFC 8935, section 2.4. With 429 and 503 nothing is stored, and the transmitter sends the token again. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message } = described(error);
  if (status >= 500) request.log.warn({ err: error }, 'a signal could not be received');
  if (status === 503) reply.header('retry-after', '5');
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('content-language', 'en')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ err: code, description: message }));
}

function described(error: unknown): { status: number; code: SetErrorCode; message: string } {
  if (error instanceof ReceiverRefusal) return error;
  if (error instanceof TokenRefused) return { status: 400, code: error.code, message: error.message };
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return { status: 413, code: 'invalid_request', message: `the token has more than ${largestTokenBytes} bytes` };
  if (error instanceof ServiceError && error.status < 500)
    return { status: error.status, code: 'invalid_request', message: error.message };
  if (statusCode !== undefined && statusCode < 500)
    return { status: statusCode, code: 'invalid_request', message: 'the request is not readable' };
  return {
    status: 503,
    code: 'access_denied',
    message: 'the event cannot be stored at the moment; send it again later',
  };
}

/** Compares in the same time, wherever the first difference is. */
export function isSameSecret(given: string | undefined, expected: string | undefined): boolean {
  if (given === undefined || expected === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
