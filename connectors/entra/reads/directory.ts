// Objects of the directory that several reads need, so that each list is read once: service principals, applications, their owners.
import type { Gap } from '../../../src/connector/contract.ts';
import { listAt, textAt } from '../../../src/connector/json-values.ts';
import { batchedLists } from '../batch.ts';
import type { EntraClient } from '../client.ts';
import { mostExpanded, pageSizes } from '../limits.ts';
import { type WholeList, wholeGraphList } from '../paging.ts';
import { isAgent } from '../records/users.ts';

const permission = 'Application.Read.All';

const $top = pageSizes.directory;

export const everyPrincipal = (client: EntraClient): Promise<WholeList> =>
  client.once('service principals', () => objectsOf(client, 'servicePrincipals'));

/** The applications that are registered in the tenant. */
const everyApplication = (client: EntraClient): Promise<WholeList> =>
  client.once('applications', () => objectsOf(client, 'applications'));

/** The beginnings of secrets, which Graph gives as hints, get no further than here, so that none is in a rejected object either. */
async function objectsOf(client: EntraClient, path: 'applications' | 'servicePrincipals'): Promise<WholeList> {
  const { items, gaps } = await wholeGraphList(client, { path, query: { $top }, permission });
  for (const secret of items.flatMap(item => listAt(item, 'passwordCredentials')))
    if (typeof secret === 'object' && secret !== null) Object.assign(secret, { hint: null, secretText: null });
  return { items, gaps };
}

/** The service principals with the application that each is an instance of; applications of other tenants are not shown. */
export async function principalsWithApplications(client: EntraClient) {
  const [principals, applications] = [await everyPrincipal(client), await everyApplication(client)];
  const byAppId = new Map(applications.items.map(each => [textAt(each, 'appId') ?? '', each]));
  const pairs = principals.items.map(principal => ({
    principal,
    application: byAppId.get(textAt(principal, 'appId') ?? ''),
  }));
  return { pairs, applications: applications.items, gaps: [...principals.gaps, ...applications.gaps] };
}

export interface ListsOf {
  readonly of: ReadonlyMap<string, readonly unknown[]>;
  readonly gaps: readonly Gap[];
}

/** Application → its federated identity credentials. */
export const federatedCredentials = (client: EntraClient): Promise<ListsOf> =>
  client.once('federated credentials', async () => {
    const ids = (await everyApplication(client)).items.flatMap(each => textAt(each, 'id') ?? []);
    const path = (id: string) => `applications/${encodeURIComponent(id)}/federatedIdentityCredentials`;
    const lists = await batchedLists(
      client,
      ids.map(id => ({ path: path(id), permission, absent: [404] })),
    );
    return {
      of: new Map(ids.map((id, index) => [id, lists[index]!.items])),
      gaps: lists.flatMap(({ gaps }) => gaps),
    };
  });

/** Object id → owners. `$expand` gives at most twenty of each object; the owners of others are asked for by themselves. */
export const ownersIn = (client: EntraClient, collection: 'applications' | 'servicePrincipals'): Promise<ListsOf> =>
  client.once(`owners of ${collection}`, async () => {
    const query = { $top, $select: 'id', $expand: 'owners($select=id)' };
    const { items, gaps } = await wholeGraphList(client, { path: collection, query, permission });
    const all = await withAllOwners(client, collection, items);
    return { of: all.of, gaps: [...gaps, ...all.gaps] };
  });

/** @param items objects with `owners` as `$expand` gives them */
export async function withAllOwners(
  client: EntraClient,
  collection: string,
  items: readonly unknown[],
): Promise<ListsOf> {
  const of = new Map(items.map(item => [textAt(item, 'id') ?? '', listAt(item, 'owners')]));
  const cutOff = [...of].filter(([, owners]) => owners.length >= mostExpanded).map(([id]) => id);
  const lists = await batchedLists(
    client,
    cutOff.map(id => ({
      path: `${collection}/${encodeURIComponent(id)}/owners`,
      query: { $select: 'id' },
      permission,
      absent: [404],
    })),
  );
  for (const [index, id] of cutOff.entries()) of.set(id, lists[index]!.items);
  return { of, gaps: lists.flatMap(list => list.gaps) };
}

/** Agent identity → its sponsors. */
export const sponsors = (client: EntraClient): Promise<ListsOf> =>
  client.once('sponsors', async () => {
    const agents = (await everyPrincipal(client)).items
      .filter(isAgentIdentity)
      .flatMap(agent => textAt(agent, 'id') ?? []);
    const lists = await batchedLists(
      client,
      agents.map(id => ({
        path: `servicePrincipals/${encodeURIComponent(id)}/microsoft.graph.agentIdentity/sponsors`,
        permission: 'AgentIdentity.Read.All',
        absent: [404],
      })),
    );
    return {
      of: new Map(agents.map((id, index) => [id, lists[index]!.items])),
      gaps: lists.flatMap(list => list.gaps),
    };
  });

/** An agent identity, and not a blueprint or the principal of one. */
export const isAgentIdentity = (principal: unknown) =>
  isAgent(principal) && !/Blueprint/.test(textAt(principal, '@odata.type') ?? '');
