// Requests of changes, with errors that say what to do, and waits until Graph shows a change.
import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/connector/http/request.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { EntraClient } from '../client.ts';
import { endOfObject } from '../ids.ts';
import { type GraphList, wholeGraphList } from '../paging.ts';

/** @throws ChangeRefused with Graph's own words when it refuses */
export const ask = (client: EntraClient, request: HttpRequest): Promise<HttpAnswer> =>
  requestChange(client.graph, 'Microsoft Graph', request);

/** An object by its id. @throws ChangeRefused when it does not exist; Graph answers 400 for what is no GUID */
export async function stored(client: EntraClient, path: string, id: string, $select?: string): Promise<unknown> {
  const url = `v1.0/${path}/${encodeURIComponent(id)}`;
  const { body, status } = await ask(client, { url, query: { $select }, accepts: [400, 404] });
  if (status >= 400 || textAt(body, 'id') === undefined)
    throw new ChangeRefused(`there is no object with the id ${id} in ${path}`);
  return body;
}

/** The collection that has an account. @throws ChangeRefused for what is no account, such as a secret */
export async function collectionOf(client: EntraClient, accountId: string): Promise<'users' | 'servicePrincipals'> {
  const object = await stored(client, 'directoryObjects', accountId);
  const [type] = endOfObject(object) ?? [];
  if (type !== 'Account')
    throw new ChangeRefused(`the object with the id ${accountId} is neither a user nor a service principal`);
  return /user$/i.test(textAt(object, '@odata.type') ?? '') ? 'users' : 'servicePrincipals';
}

/** @throws ChangeRefused when the list cannot be read whole */
export async function listed(client: EntraClient, list: GraphList): Promise<unknown[]> {
  const { items, gaps } = await wholeGraphList(client, list);
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  return items;
}

/** Waits between looks, in milliseconds: 13 seconds together. */
const waitsMs = [100, 200, 400, 800, 1500, 2000, 2500, 2500, 3000];

/**
 * Graph answers from copies that learn of a change some seconds later. Waits until it shows the change, so that what is observed afterwards
 * is the new state; when it takes longer, the change is reported as not shown.
 */
export async function untilShown(client: EntraClient, isShown: () => Promise<boolean>): Promise<void> {
  for (const waitMs of waitsMs) {
    if (await isShown()) return;
    await sleep(client.context.http?.retriesAtOnce ? 0 : waitMs, undefined, { signal: client.context.signal });
  }
}
