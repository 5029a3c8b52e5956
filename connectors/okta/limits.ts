// The limits of Okta's API (developer.okta.com/docs/reference/rl2-limits), and which of them counts a request.

/** Objects that are asked for at once: the most that each list gives. */
export const pageSizes = {
  users: 200,
  groups: 1000,
  members: 1000,
  apps: 200,
  appUsers: 500,
  appGroups: 200,
  events: 1000,
};

/** Okta's windows are a minute long. */
export const longestWaitMs = 65_000;

/** Whether a part of a path is the name of a collection or step, and not an id. */
const isName = (segment: string) => /^[a-z][a-z-]*$/.test(segment);

/**
 * Okta counts requests by endpoint: the path without ids, together with the method. Answers state the limit that counted them.
 * Two endpoints that share one limit are only kept apart here, and each then sees what is left of it.
 */
export function limitNameOf({ method, url }: { readonly method: string; readonly url: URL }): string {
  const segments = url.pathname.split('/').filter(Boolean);
  return `${method} ${segments.map(segment => (isName(segment) ? segment : '*')).join('/')}`;
}
