// Request bodies: JSON of bounded size and depth, read without trusting it.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';

export const bodyLimitBytes = 1024 * 1024;
/** Levels of arrays and objects in a body; no request of the interface needs a quarter of this. */
const maxDepth = 32;

export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (request, body, done) => {
      if (isTooDeep(body as string)) {
        done(new ServiceError('BAD_REQUEST', `the body is nested deeper than ${maxDepth} levels`));
        return;
      }
      parse(request, body as string, done);
    },
  );
}

/** Looks at brackets outside strings only, so that a hostile body is refused before anything is built of it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return false;
}
