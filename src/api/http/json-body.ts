// Parses JSON request bodies of limited size and depth.
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { parseExactly } from '../../connector/exact-json.ts';
import { ServiceError } from '../../errors.ts';
import { structureProblem } from './json-structure.ts';

export const bodyLimitBytes = 1024 * 1024;

export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    (request, bytes, done) => {
      // Many clients send a Content-Type without a body. Operations that need a body report that it is missing.
      if (bytes.length === 0) {
        done(null, undefined);
        return;
      }
      let body: string;
      try {
        body = decode(bytes as Buffer, request.headers['content-type']);
      } catch (error) {
        done(error as Error);
        return;
      }
      parse(request, body, (error, value) => done(error, withExactMembers(value, body)));
    },
  );
}

/** JSON is UTF-8 (RFC 8259, section 8.1). Other bytes are refused: decoding them would alter the text. */
function decode(bytes: Buffer, contentType = ''): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'the body must be JSON in UTF-8; other charsets are not accepted');
  }
  if (!isUtf8(bytes)) throw new ServiceError('BAD_REQUEST', 'the body is not valid UTF-8');
  const body = bytes.toString('utf8');
  const problem = structureProblem(body);
  if (problem) throw new ServiceError('BAD_REQUEST', `the body ${problem}`);
  return body;
}

/** Members of bodies whose numbers keep all their digits: values of a query, and rows of a push. All other numbers are small. */
const exactMembers = ['parameters', 'rows'];

function withExactMembers(value: unknown, body: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const names = exactMembers.filter(name => name in value);
  if (names.length === 0) return value;
  const exact = parseExactly(body) as Record<string, unknown>;
  return { ...value, ...Object.fromEntries(names.map(name => [name, exact[name]])) };
}
