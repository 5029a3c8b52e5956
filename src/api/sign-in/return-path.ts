// Where a person goes after signing in. Only paths of this service are allowed, so that no link through the sign-in leads elsewhere.

const longestPath = 2000;
/** An origin that no real host has. */
const origin = 'http://rolecall.invalid';

/** The path with its query and fragment, as a browser understands it; `/` for everything that is no path of this service. */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > longestPath || !given.startsWith('/')) return '/';
  const url = URL.parse(given, origin);
  if (url?.origin !== origin) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Segments such as `..` can leave two slashes at the beginning, which browsers take for a host.
  return path.startsWith('//') ? '/' : path;
}
