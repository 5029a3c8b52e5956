// The lists of a cluster (kubernetes.io/docs/reference/kubernetes-api), each read once for all reads.
import type { Gap } from '../../src/connector/contract.ts';
import { distinctGaps } from '../../src/connector/gaps.ts';
import { nextFromBody } from '../../src/connector/http/paging.ts';
import { type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { valueAt } from '../../src/connector/json-values.ts';
import type { KubernetesClient } from './client.ts';

const core = 'api/v1';
const rbac = 'apis/rbac.authorization.k8s.io/v1';

/** Custom resources of SPIRE's controller manager, where it is installed. */
export const spireApi = 'apis/spire.spiffe.io/v1alpha1';

const lists = {
  namespaces: { base: core, plural: 'namespaces' },
  serviceAccounts: { base: core, plural: 'serviceaccounts' },
  secrets: { base: core, plural: 'secrets' },
  clusterRoles: { base: rbac, plural: 'clusterroles' },
  clusterRoleBindings: { base: rbac, plural: 'clusterrolebindings' },
  roles: { base: rbac, plural: 'roles' },
  roleBindings: { base: rbac, plural: 'rolebindings' },
  clusterFederatedTrustDomains: { base: spireApi, plural: 'clusterfederatedtrustdomains' },
  clusterSpiffeIds: { base: spireApi, plural: 'clusterspiffeids' },
  clusterStaticEntries: { base: spireApi, plural: 'clusterstaticentries' },
} as const;

export type ListName = keyof typeof lists;

/** Lists of objects that lie in a namespace. */
const inNamespaces: ReadonlySet<ListName> = new Set(['serviceAccounts', 'secrets', 'roles', 'roleBindings']);

/** Larger than that of kubectl, because each page is a request. */
const pageSize = 500;

/** Metadata alone: the values of Secrets are never requested (kubernetes.io/docs/reference/using-api/api-concepts, partial metadata). */
const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

export interface Items {
  readonly items: readonly unknown[];
  readonly gaps: readonly Gap[];
}

/** All objects of a list. With the setting `namespaces` those of these namespaces. */
export const listed = (client: KubernetesClient, name: ListName): Promise<Items> =>
  client.once(name, () => readList(client, name));

async function readList(client: KubernetesClient, name: ListName): Promise<Items> {
  const { namespaces } = client.settings;
  if (name === 'secrets' && !client.settings.tokens) return { items: [], gaps: [] };
  if (namespaces === undefined || name.startsWith('cluster')) return wholeList(client.http, sourceList(name));
  // Who may read some namespaces may not list them all.
  if (!inNamespaces.has(name)) return { items: namespaces.map(each => ({ metadata: { name: each } })), gaps: [] };
  const parts = await Promise.all(namespaces.map(each => wholeList(client.http, sourceList(name, each))));
  return { items: parts.flatMap(({ items }) => items), gaps: distinctGaps(parts.flatMap(({ gaps }) => gaps)) };
}

/** One page of a list, to find out whether it may be read. */
export const probedList = (name: ListName, namespace?: string): SourceList => {
  const list = sourceList(name, namespace);
  return { ...list, request: () => ({ ...list.request(undefined), query: { limit: 1 } }), next: () => undefined };
};

function sourceList(name: ListName, namespace?: string): SourceList {
  const { base, plural } = lists[name];
  const path = namespace === undefined ? `${base}/${plural}` : `${base}/namespaces/${namespace}/${plural}`;
  return {
    name: `GET /${path}`,
    request: from => ({
      url: path,
      query: { limit: pageSize, continue: from },
      ...(name === 'secrets' && { headers: { accept: metadataOnly } }),
    }),
    items(body) {
      const items = valueAt(body, 'items');
      if (Array.isArray(items)) return items;
      // An empty list of Go may be null.
      return items === undefined && String(valueAt(body, 'kind')).endsWith('List') ? [] : undefined;
    },
    next: ({ body }) => nextFromBody(body, ['metadata', 'continue']),
    remedy: `give the service account the verb list on ${plural}, as the README shows`,
    // The definitions of custom resources are installed one by one.
    ...(base === spireApi && { absent: [404] }),
  };
}
