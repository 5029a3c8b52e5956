// Compresses answers for clients that accept it. Static answers are compressed once, others each time, streams as they are sent.
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { addVary } from '../http/vary.ts';
import type { Encoders, Encoding } from './encoders.ts';
import type { HeldAnswers } from './held-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's answers are the same for all callers until the process ends. */
    isStatic?: boolean;
    /** The route compresses its answers itself, or not at all. */
    isCompressed?: boolean;
  }
}

/** In the order of our preference: zstd is by far the fastest. */
const encodings: Encoding[] = ['zstd', 'br', 'gzip'];
/** The same for pages that are stored compressed with gzip. */
const gzipFirst: Encoding[] = ['gzip', 'zstd', 'br'];
/** Compression does not pay for smaller answers. */
const smallestBytes = 1024;
/** Larger answers are compressed as streams. Compressed whole, each would block an encoder for many small answers. */
const largestBytes = 4 * 1024 * 1024;
const compressible = /^text\/(?!event-stream)|[+/](json|xml|yaml|x-yaml|javascript)(;|$)/;

type Payload = string | Buffer | Readable | null | undefined;

/** Call this before any route is registered. */
export function registerCompression(app: FastifyInstance, encoders: Encoders, held: HeldAnswers): void {
  /** Compressed static answers by address and encoding. Simultaneous requests share one compression. */
  const made = new Map<string, Promise<Buffer>>();

  /** A static answer, compressed; undefined when the path is not a plain file name, because many such paths can name one file. */
  function compressedOnce(request: FastifyRequest, encoding: Encoding, payload: Buffer | Readable) {
    const file = (request.params as Record<string, string> | undefined)?.['*'];
    if (file !== undefined && !/^[\w-]+(\.[\w-]+)*$/.test(file)) return undefined;
    const key = `${encoding} ${request.routeOptions.url} ${file ?? ''}`;
    let compressed = made.get(key);
    if (compressed) {
      if (payload instanceof Readable) payload.destroy();
      return compressed;
    }
    const bytes = payload instanceof Readable ? buffer(payload) : Promise.resolve(payload);
    compressed = bytes.then(whole => encoders.compressWell(encoding, whole));
    made.set(key, compressed);
    compressed.catch(() => made.delete(key));
    return compressed;
  }

  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: Payload) => {
    if (payload === null || payload === undefined) return payload;
    const isStatic = request.routeOptions.config.isStatic === true && reply.statusCode === 200;
    const whole = payload instanceof Readable ? undefined : Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    if (whole && !isStatic && !held.isHeld(reply.raw)) held.hold(reply.raw, whole.length);
    const encoding = encodingFor(request, reply, whole?.length);
    if (!encoding) return payload;
    if (isStatic) {
      const compressed = await compressedOnce(request, encoding, whole ?? (payload as Readable));
      if (!compressed) return payload;
      return encoded(reply, encoding, compressed);
    }
    if (whole && whole.length <= largestBytes) {
      const compressed = await encoders.compress(encoding, whole);
      if (!compressed) return payload;
      held.hold(reply.raw, compressed.length);
      return encoded(reply, encoding, compressed);
    }
    const encoder = encoders.stream(encoding);
    if (!encoder) return payload;
    // A failure destroys the encoder, and Fastify reports it from there.
    pipeline(whole ? Readable.from([whole]) : (payload as Readable), encoder, () => {});
    return encoded(reply, encoding, encoder);
  });
}

function encoded<Body extends Buffer | Readable>(reply: FastifyReply, encoding: Encoding, body: Body): Body {
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (Buffer.isBuffer(body)) reply.header('content-length', body.length);
  return body;
}

/** The encoding for an answer; undefined when it is too small or may not be compressed, or the client accepts none of ours. */
function encodingFor(request: FastifyRequest, reply: FastifyReply, bytes = Infinity): Encoding | undefined {
  if (request.routeOptions.config.isCompressed || bytes < smallestBytes || request.method === 'HEAD') return undefined;
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding') || reply.hasHeader('content-range'))
    return undefined;
  if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return undefined;
  addVary(reply, 'accept-encoding');
  return acceptedEncoding(request, encodings);
}

/** The encoding that the client prefers among ours; undefined when it accepts none of them (RFC 9110, section 12.5.3). */
export function acceptedEncoding<Ours extends Encoding>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  ours: readonly Ours[],
): Ours | undefined {
  const accepted = headers['accept-encoding'];
  return accepted === undefined ? undefined : preferredEncoding(accepted, ours);
}

/** A method of negotiator. Its published types do not have the option. */
interface EncodingNegotiator {
  encodings(available: readonly Encoding[], options: { readonly preferred: readonly Encoding[] }): string[];
}

/** The encoding that the client prefers; the first of ours when it prefers several alike. */
function preferredEncoding<Ours extends Encoding>(
  accepted: string | string[],
  ours: readonly Ours[],
): Ours | undefined {
  const header = String(accepted).toLowerCase().replaceAll('x-gzip', 'gzip');
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  return negotiator.encodings(ours, { preferred: ours })[0] as Ours | undefined;
}

/** Whether an answer that is stored compressed with gzip is sent as it is. It is not when the client prefers another of our encodings. */
export function prefersGzip({ method, headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  return method !== 'HEAD' && accepted !== undefined && preferredEncoding(accepted, gzipFirst) === 'gzip';
}

/** Whether the caller accepts gzip (RFC 9110, section 12.5.3). */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['accept-encoding'] !== undefined && new Negotiator({ headers }).encodings(['gzip']).includes('gzip');
}
