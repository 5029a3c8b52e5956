// Serves the console: its page for every address that a browser navigates to and that is no path of the API, and its files.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { acceptedEncoding } from '../connections/compression.ts';
import { addVary } from '../http/vary.ts';
import { type ConsoleFile, type ConsoleFiles, createConsoleFiles } from './console-files.ts';
import { notBuiltPage, notBuiltPolicy } from './not-built-page.ts';

/**
 * Scripts, styles, images and requests at this origin only, and no frame around the page. Written out: @fastify/helmet sets the
 * headers of all routes of a plugin, and here only the answer decides whether it is the page.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const assets = 'assets/';
/** Names under `assets/` have a digest of their content. */
const forever = 'public, max-age=31536000, immutable';

export interface Console {
  /** Registers the routes of the files. */
  register(app: FastifyInstance): void;
  /** Sends the page, or one that says how to build it. */
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Sends the page to a browser that navigates to an address of the console. @returns false for any other request */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** @param folder the built console */
export function createConsole(folder: string): Console {
  const files = createConsoleFiles(folder);
  return {
    register(app) {
      app.get(`/${assets}*`, { config: { isCompressed: true } }, (request, reply) => {
        const name = (request.params as { '*': string })['*'];
        const file = files()?.file(assets + name);
        if (!file) throw new ServiceError('NOT_FOUND', `there is no file /${assets}${name.slice(0, 200)}`);
        return send(file, request, reply.header('cache-control', forever));
      });
      app.get('/favicon.svg', { config: { isCompressed: true } }, (request, reply) => {
        const file = files()?.file('favicon.svg');
        if (!file) throw new ServiceError('NOT_FOUND', 'there is no file /favicon.svg; the console is not built');
        return send(file, request, reply.header('cache-control', 'public, max-age=86400'));
      });
    },
    sendPage: (request, reply) => sendPage(files(), request, reply),
    answer(request, reply) {
      if (!isNavigation(request)) return false;
      sendPage(files(), request, reply);
      return true;
    },
  };
}

/** Whether a browser loads a page. Addresses below these belong to the API, and a wrong one gets the API's error. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  if (/^\/(v1|ssf|oauth2|docs|admin|assets|\.well-known)(\/|\?|$)/.test(url)) return false;
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

function sendPage(files: ConsoleFiles | undefined, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = files?.file('index.html');
  addVary(reply, 'accept');
  reply
    .header('cache-control', 'no-cache')
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin');
  if (!page) {
    return reply
      .code(503)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', notBuiltPolicy)
      .send(notBuiltPage);
  }
  return send(page, request, reply.header('content-security-policy', policy));
}

/** The encodings of the files that the build has compressed. */
const storedEncodings = ['br', 'gzip'] as const;

function send(file: ConsoleFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = file.br || file.gzip ? acceptedEncoding(request, storedEncodings) : undefined;
  const body = (encoding && file[encoding]) ?? file.bytes;
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.type(file.type).header('etag', etag);
  addVary(reply, 'accept-encoding');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (body !== file.bytes) reply.header('content-encoding', encoding);
  return reply.send(body);
}
