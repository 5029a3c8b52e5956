// The paths that there are, whatever the method: a wrong method on one of them is another mistake than a wrong path.
import type { FastifyInstance } from 'fastify';

export interface KnownPaths {
  /** Methods that a path takes, sorted; none when there is no such path. @param path without the query */
  methodsOf(path: string): string[];
}

/** Collect the routes that are registered from now on. */
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
  };
}

/** Of a path in the router's form: `/v1/roles/:id`, `/files/*`. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map(part => {
    if (part.startsWith(':')) return '[^/]+';
    return part.split('*').map(RegExp.escape).join('.*');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
