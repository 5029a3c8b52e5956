// Limits of Microsoft Graph (learn.microsoft.com/graph/throttling-limits) and of Azure Resource Manager, and which of them counts a request.

/** Objects that are asked for at once: the most that each list gives. */
export const pageSizes = {
  directory: 999,
  /** A list of users with `signInActivity` has shorter pages. */
  signInActivity: 500,
};

/** Requests in a batch (learn.microsoft.com/graph/json-batching). */
export const mostInBatch = 20;

/** Values of `in` in a filter. */
export const mostInFilter = 15;

/** Objects that `$expand` gives of each object. An object with so many may have more of them. */
export const mostExpanded = 20;

/** Services ask for waits of up to some minutes; the pipeline waits for longer ones. */
export const longestWaitMs = 90_000;

/** Graph counts requests by service, of which the directory is one. Azure counts them by subscription. */
export function limitNameOf({ url }: { readonly url: URL }): string {
  const segments = url.pathname.split('/').filter(Boolean);
  if (segments[0] === 'subscriptions') return `subscription ${segments[1] ?? ''}`;
  const service = segments[1] ?? '';
  return ['reports', 'identityGovernance', 'identity', 'policies', 'roleManagement'].includes(service)
    ? service
    : 'directory';
}
