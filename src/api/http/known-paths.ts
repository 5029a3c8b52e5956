// The known paths and their methods. A wrong method on a known path is a 405, an unknown path a 404.
import type { FastifyInstance } from 'fastify';

export interface KnownPaths {
  /** Methods of a path, sorted; empty for an unknown path. @param path without the query */
  methodsOf(path: string): string[];
  /** The paths of the API that take the method and have no parameters. */
  fixedPaths(method: string): string[];
}

/** Collects the routes that are registered after this call. */
export function collectPaths(app: FastifyInstance): KnownPaths {
  const patterns = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    patterns.set(url, known);
  });
  return {
    methodsOf(path) {
      const found = [...patterns.values()].filter(({ pattern }) => pattern.test(path));
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
    },
    fixedPaths: method =>
      [...patterns].flatMap(([url, { methods }]) => (isFixed(url) && methods.has(method) ? [url] : [])),
  };
}

const isFixed = (url: string) => /^\/(access\/)?v1\/[^:*]*$/.test(url);

/** A pattern for a path in the router's form: `/v1/roles/:id`, `/files/*`. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map(part => {
    if (part.startsWith(':')) return '[^/]+';
    return part.split('*').map(RegExp.escape).join('.*');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
