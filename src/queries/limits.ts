// The limits and defaults of queries that the interface states.

/** The longest values that a saved query may have, in characters. */
export const savedQueryLimits = { name: 200, description: 2000, query: 100_000 } as const;

/** Rows on a page when the request does not say how many. */
export const defaultPageSize = 1000;

/** The semantic model of a query that does not name one. */
export const defaultModel = 'service_identity';
