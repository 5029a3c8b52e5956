// What Azure has: its scopes, roles, assignments and denials, and whose tokens its managed identities trust. Read once for all reads.
import type { Gap } from '../../../src/connector/contract.ts';
import { listAt, textAt } from '../../../src/connector/json-values.ts';
import type { EntraClient } from '../client.ts';
import { azureId } from '../ids.ts';
import { type AzureList, type WholeList, wholeAzureList } from '../paging.ts';
import { type AzureScope, azureRoleId, azureRoot, scopeNamed } from '../records/azure.ts';

export interface Azure {
  /** By their ids. */
  readonly scopes: ReadonlyMap<string, AzureScope>;
  /** Role id → definition. */
  readonly definitions: ReadonlyMap<string, unknown>;
  readonly assignments: readonly unknown[];
  readonly denials: readonly unknown[];
  /** Managed identities that somebody makes for several resources. */
  readonly identities: readonly { readonly principalId: string; readonly trusts: readonly unknown[] }[];
  readonly gaps: readonly AzureGap[];
}

/** Something that Azure does not show. */
export interface AzureGap {
  readonly gap: Gap;
  /** The subscription in which it lies; undefined: it may lie anywhere in Azure. */
  readonly subscription?: string | undefined;
}

const authorization = 'providers/Microsoft.Authorization';

/** The versions of the interfaces that are asked for. */
const versions = {
  subscriptions: '2022-12-01',
  resourceGroups: '2021-04-01',
  managementGroups: '2021-04-01',
  authorization: '2022-04-01',
  identities: '2023-01-31',
};

export const azureState = (client: EntraClient): Promise<Azure> => client.once('azure', () => readAzure(client));

async function readAzure(client: EntraClient): Promise<Azure> {
  const gaps: AzureGap[] = [];
  const state: State = {
    ...{ scopes: new Map(), definitions: new Map(), assignments: new Map(), denials: new Map(), identities: [] },
  };
  const listIn =
    (subscription?: string): ListItems =>
    async asked => {
      const { items, gaps: failed } = await wholeAzureList(client, asked);
      gaps.push(...failed.map(gap => ({ gap, subscription })));
      return items;
    };
  const { scopes, definitions, identities } = state;
  if (client.azure) {
    scopes.set(azureRoot, scopeNamed(azureRoot));
    const parents = await readManagementGroups(listIn(), state);
    const seesAll = gaps.length === 0 && scopes.has(rootGroupOf(client));
    const shown = await listIn()({ path: 'subscriptions', version: versions.subscriptions });
    if (shown.length === 0) gaps.push({ gap: noSubscription });
    const more = shown.length === 0 ? [] : await subscriptionsLandedBefore(client, shown, seesAll, gaps);
    for (const subscription of [...shown, ...more])
      await readSubscription(listIn(idOfSubscription(subscription)), subscription, parents, state);
  }
  const [assignments, denials] = [[...state.assignments.values()], [...state.denials.values()]];
  for (const assignment of [...assignments, ...denials]) addScope(scopes, textAt(assignment, 'properties', 'scope'));
  return { scopes, definitions, identities, gaps, assignments, denials };
}

/** Azure shows no subscription to whom has no role in it, and says nothing of it. */
const noSubscription: Gap = {
  reason: 'forbidden',
  subject: 'GET /subscriptions',
  message:
    'no subscription is shown; assign the role Reader to the application at the root management group, or set azure to false',
  missing: 'objects',
};

/**
 * Subscriptions that an earlier read saw and that the list does not show any more. Azure lists only those in which the application has a
 * role, and says the same of a deleted one as of a hidden one (404 SubscriptionNotFound), or refuses it (403 AuthorizationFailed).
 * @param seesAll whether the application has its role at the root, which it inherits in every subscription: then 404 means deleted
 * @returns those that Azure shows when it is asked for them
 */
async function subscriptionsLandedBefore(
  client: EntraClient,
  shown: readonly unknown[],
  seesAll: boolean,
  gaps: AzureGap[],
): Promise<unknown[]> {
  const landed = (await client.context.landedBefore?.('ResourceInstance', 'resourceClass')) ?? new Map();
  const listed = new Set(shown.map(idOfSubscription));
  const absent = [...landed].flatMap(([id, kind]) =>
    kind === 'subscription' && isSubscription(id) && !listed.has(id) ? [id] : [],
  );
  const present: unknown[] = [];
  for (const subscription of absent) {
    const path = subscription.slice(1);
    const asked = { path, version: versions.subscriptions, single: true } as const;
    const { items, gaps: failed } = await wholeAzureList(client, asked);
    present.push(...items);
    gaps.push(...failed.map(gap => ({ gap, subscription })));
    if (items.length === 0 && failed.length === 0 && !seesAll) gaps.push({ gap: hidden(path), subscription });
  }
  return present;
}

const isSubscription = (id: string) => /^\/subscriptions\/[\w-]+$/.test(id);

const hidden = (path: string): Gap => ({
  ...{ reason: 'forbidden', subject: `GET /${path}`, missing: 'objects' },
  message:
    'the subscription is not shown any more, and may be deleted or hidden; with the role Reader at the root management group, the application sees which',
});

/** Its id is that of the tenant (learn.microsoft.com/azure/governance/management-groups/overview). */
const rootGroupOf = ({ tenantId }: EntraClient) =>
  azureId(`/providers/Microsoft.Management/managementGroups/${tenantId}`);

const idOfSubscription = (subscription: unknown): string =>
  azureId(`/subscriptions/${encodeURIComponent(textAt(subscription, 'subscriptionId') ?? '')}`);

/**
 * What Azure does not show is missing among objects of Azure only: their ids are addresses. Lists of a subscription also show what is
 * assigned above it.
 */
export function withinAzure({ gap, subscription }: AzureGap, field: string): Gap {
  if (subscription === undefined) return { ...gap, within: { field, startsWith: ['/'] } };
  return { ...gap, within: { field, is: [azureRoot], startsWith: [subscription, '/providers/'] } };
}

type ListItems = (asked: AzureList) => Promise<WholeList['items']>;

/** A scope, and those that contain it, unless a list had them. */
function addScope(scopes: Map<string, AzureScope>, named: string | undefined): void {
  if (named === undefined) return;
  for (let scope: AzureScope | undefined = scopeNamed(named); scope && !scopes.has(scope.id); ) {
    scopes.set(scope.id, scope);
    scope = scope.parent === undefined ? undefined : scopeNamed(scope.parent);
  }
}

/** @returns subscription → the management group that has it */
async function readManagementGroups(list: ListItems, state: State): Promise<Map<string, string>> {
  const parents = new Map<string, string>();
  const base = 'providers/Microsoft.Management/managementGroups';
  for (const group of await list({ path: base, version: versions.managementGroups })) {
    const name = textAt(group, 'name');
    if (name === undefined) continue;
    const path = `${base}/${encodeURIComponent(name)}`;
    const [details] = await list({
      path,
      version: versions.managementGroups,
      query: { $expand: 'children' },
      single: true,
    });
    const id = azureId(textAt(details ?? group, 'id') ?? `/${base}/${name}`);
    const parent = textAt(details, 'properties', 'details', 'parent', 'id');
    state.scopes.set(id, {
      ...{ id, kind: 'management-group', parent: parent === undefined ? azureRoot : azureId(parent) },
      name: textAt(details ?? group, 'properties', 'displayName') ?? name,
    });
    for (const child of listAt(details, 'properties', 'children')) {
      const childId = textAt(child, 'id');
      if (childId !== undefined) parents.set(azureId(childId), id);
    }
    await readAssignments(list, `${path}/`, state, { $filter: 'atScope()' });
  }
  return parents;
}

/** What has been read. */
interface State {
  readonly scopes: Map<string, AzureScope>;
  readonly definitions: Map<string, unknown>;
  readonly assignments: Map<string, unknown>;
  readonly denials: Map<string, unknown>;
  readonly identities: { readonly principalId: string; readonly trusts: readonly unknown[] }[];
}

/** Lists of a subscription also have what is assigned above it, so the same assignment comes several times. */
async function readAssignments(list: ListItems, base: string, state: State, query?: AzureList['query']): Promise<void> {
  const asked = (kind: string): AzureList => ({
    ...{ path: `${base}${authorization}/${kind}`, version: versions.authorization },
    ...(query && { query }),
  });
  const add = (items: readonly unknown[], to: Map<string, unknown>) => {
    for (const item of items) to.set(azureId(textAt(item, 'id') ?? ''), item);
  };
  add(await list(asked('roleAssignments')), state.assignments);
  add(await list(asked('denyAssignments')), state.denials);
  const roles = await list({ path: `${base}${authorization}/roleDefinitions`, version: versions.authorization });
  for (const definition of roles) {
    const id = azureRoleId(definition);
    if (id !== undefined) state.definitions.set(id, definition);
  }
}

async function readSubscription(
  list: ListItems,
  subscription: unknown,
  parents: ReadonlyMap<string, string>,
  state: State,
): Promise<void> {
  const subscriptionId = textAt(subscription, 'subscriptionId');
  if (subscriptionId === undefined) return;
  const path = `subscriptions/${encodeURIComponent(subscriptionId)}`;
  const id = idOfSubscription(subscription);
  const name = textAt(subscription, 'displayName') ?? subscriptionId;
  state.scopes.set(id, { id, name, kind: 'subscription', parent: parents.get(id) ?? azureRoot });
  for (const group of await list({ path: `${path}/resourcegroups`, version: versions.resourceGroups })) {
    const groupId = textAt(group, 'id');
    if (groupId === undefined) continue;
    const scope = {
      id: azureId(groupId),
      name: textAt(group, 'name') ?? groupId,
      kind: 'resource-group',
      parent: id,
    } as const;
    state.scopes.set(scope.id, scope);
  }
  await readAssignments(list, `${path}/`, state);
  const identities = `${path}/providers/Microsoft.ManagedIdentity/userAssignedIdentities`;
  for (const identity of await list({ path: identities, version: versions.identities })) {
    const [address, principalId] = [textAt(identity, 'id'), textAt(identity, 'properties', 'principalId')];
    if (address === undefined || principalId === undefined || !isAzurePath(address)) continue;
    const trusts = await list({
      path: `${address.slice(1)}/federatedIdentityCredentials`,
      version: versions.identities,
    });
    state.identities.push({ principalId, trusts: trusts.map(flattened) });
  }
}

/** An address of Azure that leads nowhere else. */
const isAzurePath = (id: string) =>
  /^\/subscriptions\/[\w.()-]+(\/[\w.()-]+)+$/.test(id) && !id.split('/').some(part => part === '..' || part === '.');

/** Azure has the members of a federated credential in `properties`; Graph has them at its top. */
const flattened = (credential: unknown): unknown => ({
  ...((credential as { properties?: object }).properties ?? {}),
  id: textAt(credential, 'id'),
  name: textAt(credential, 'name'),
});
