// Short lists of many objects, twenty in a request (learn.microsoft.com/graph/json-batching).
import { nextFromBody } from '../../src/connector/http/paging.ts';
import { listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import type { EntraClient } from './client.ts';
import { mostInBatch } from './limits.ts';
import { type GraphList, graphPages, type WholeList, wholeGraphList } from './paging.ts';

/**
 * The whole list of each request, in order. A list that a batch does not answer with 200, because it is limited or refused, is asked for
 * by itself, so that it is waited for, or its gap says why.
 */
export async function batchedLists(client: EntraClient, lists: readonly GraphList[]): Promise<WholeList[]> {
  const answers: WholeList[] = [];
  for (let start = 0; start < lists.length; start += mostInBatch)
    answers.push(...(await oneBatch(client, lists.slice(start, start + mostInBatch))));
  return answers;
}

async function oneBatch(client: EntraClient, lists: readonly GraphList[]): Promise<WholeList[]> {
  if (lists.length === 1) return [await wholeGraphList(client, lists[0]!)];
  const requests = lists.map((list, index) => ({ id: String(index), method: 'GET', url: addressOf(list) }));
  const answer = await client.graph
    .send({ method: 'POST', url: 'v1.0/$batch', json: { requests }, isIdempotent: true, accepts: [400, 403, 404, 500] })
    .catch(asNoAnswer);
  const responses = new Map(listAt(answer?.body, 'responses').map(each => [textAt(each, 'id'), each]));
  return Promise.all(
    lists.map(async (list, index) => {
      const response = responses.get(String(index));
      const body = valueAt(response, 'body');
      const isAbsent = list.absent?.includes(Number(valueAt(response, 'status')));
      if (isAbsent) return { items: [], gaps: [] };
      const items = list.single ? [body] : valueAt(body, 'value');
      if (valueAt(response, 'status') !== 200 || body === undefined || !Array.isArray(items))
        return wholeGraphList(client, list);
      const next = list.single ? undefined : nextFromBody(body, ['@odata.nextLink']);
      return next === undefined ? { items, gaps: [] } : following(client, list, items, next);
    }),
  );
}

/** An answer that is no JSON: each list is asked for by itself. */
function asNoAnswer(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'HttpError') throw error;
  return undefined;
}

async function following(client: EntraClient, list: GraphList, first: unknown[], next: string): Promise<WholeList> {
  const [items, gaps]: [unknown[], WholeList['gaps']] = [[...first], []];
  for await (const page of graphPages(client, list, next)) {
    items.push(...page.items);
    gaps.push(...page.gaps);
  }
  return { items, gaps };
}

function addressOf({ path, query = {} }: GraphList): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return parameters.length === 0 ? `/${path}` : `/${path}?${parameters.join('&')}`;
}
