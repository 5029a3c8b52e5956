// Delta queries: what has changed since a position (learn.microsoft.com/graph/delta-query-overview).
import { HttpError } from '../../src/connector/http/http-error.ts';
import { nextFromBody } from '../../src/connector/http/paging.ts';
import { listAt, valueAt } from '../../src/connector/json-values.ts';
import type { EntraClient } from './client.ts';

/** With more pages than these, a full read takes fewer requests. */
const mostPages = 200;

/** What Graph answers for a position that it does not know any more: 410, or 400 and 404 with syncStateNotFound or resyncRequired. */
const positionIsGone = [400, 404, 410];

export const deltaLinkOf = (body: unknown) => nextFromBody(body, ['@odata.deltaLink']);

/**
 * The position of now, to be taken before a full read.
 * @param collection such as `users`
 * @param select the properties whose changes count
 * @returns undefined when Graph gives none: then the next read is a full one again
 */
export async function positionNow(
  client: EntraClient,
  collection: string,
  select: string,
): Promise<string | undefined> {
  const url = `v1.0/${collection}/delta`;
  const answer = await orUndefined(client.graph.send({ url, query: { $select: select, $deltatoken: 'latest' } }));
  return deltaLinkOf(answer?.body);
}

export interface Delta {
  /** Objects as they are now, or with `@removed`. The last entry of an object counts. */
  readonly items: readonly unknown[];
  /** The position after them. */
  readonly position: string;
}

/** @returns undefined when a full read is needed: the position is gone or refused, or too much has changed */
export async function deltaSince(client: EntraClient, position: string): Promise<Delta | undefined> {
  const items: unknown[] = [];
  const addresses = new Set<string>();
  for (let address = position; addresses.size < mostPages && !addresses.has(address); ) {
    addresses.add(address);
    const answer = await orUndefined(client.graph.send({ url: address, accepts: positionIsGone }));
    if (answer === undefined || !Array.isArray(valueAt(answer.body, 'value'))) return undefined;
    items.push(...listAt(answer.body, 'value'));
    const end = deltaLinkOf(answer.body);
    if (end !== undefined) return { items, position: end };
    const next = nextFromBody(answer.body, ['@odata.nextLink']);
    if (next === undefined) return undefined;
    address = next;
  }
  return undefined;
}

export const isRemoved = (item: unknown) => valueAt(item, '@removed') !== undefined;

/** @throws errors that are none of the answer, such as those of the connection */
async function orUndefined<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}
