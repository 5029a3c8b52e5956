// What is read, type by type, in this order.
import { workloadIssuerKey } from '../../src/connector/authentication-keys.ts';
import type { Gap, Page, Read, SourceRecord } from '../../src/connector/contract.ts';
import { asFieldGap } from '../../src/connector/gaps.ts';
import { gapOf } from '../../src/connector/http/http-error.ts';
import { definedMembers, textAt, timeAt } from '../../src/connector/json-values.ts';
import { metadataItems } from '../../src/connector/metadata-items.ts';
import { distinctRecords, recordPage } from '../../src/connector/record-pages.ts';
import { relationshipId } from '../../src/connector/relationship-id.ts';
import { assignmentRecord, fromElsewhere, membershipRecord } from '../../src/connector/relationship-records.ts';
import { accessOf, groupsOfServiceAccount } from './access.ts';
import type { KubernetesClient } from './client.ts';
import { anonymous, clusterId, namespaceId, serviceAccountsOf, systemGroups } from './ids.ts';
import { listed } from './lists.ts';
import { idOfServiceAccount, serviceAccountOf, tokenOfSecret, userOf } from './records/accounts.ts';
import { endOfSubject } from './records/bindings.ts';
import { aggregationsOf, roleOf } from './records/roles.ts';
import { permittedBy } from './records/rules.ts';
import { trustDomainsOf, trustEdges } from './spire.ts';

export const kubernetesReads: readonly Read<KubernetesClient>[] = [
  { lands: 'IntegratedApplication', pages: clusterPages },
  { lands: 'Authenticator', pages: authenticatorPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Role', pages: rolePages },
  { lands: 'ResourceClass', pages: classPages },
  { lands: 'ResourceInstance', pages: resourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: containmentPages },
  { lands: 'EntityManagedViaObject', pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: assignmentPages },
];

async function* clusterPages({ settings, version, authenticationKey }: KubernetesClient): AsyncGenerator<Page> {
  const { host } = new URL(settings.url);
  const record: SourceRecord = {
    id: clusterId,
    ...definedMembers({
      ...{ key: host, name: settings.name ?? host, category: 'Infrastructure', vendorName: 'Kubernetes' },
      labels: metadataItems('kubernetes', { version }),
      authenticationRequirements:
        authenticationKey === undefined ? undefined : { authenticationKeys: [authenticationKey] },
      supportedFederatedRelationships: authenticationKey === undefined ? [] : ['EntityManagedViaObject'],
    }),
  };
  yield { records: [record], place: () => 'GET /version' };
}

/**
 * Clouds that trust the tokens of service accounts refer to the cluster by the issuer. Service accounts may ask for it, by the ClusterRole
 * `system:service-account-issuer-discovery`.
 */
async function* authenticatorPages(client: KubernetesClient): AsyncGenerator<Page> {
  yield { ...(await trustDomainsOf(client)), place: () => 'trust domains of SPIRE' };
  const url = '.well-known/openid-configuration';
  const place = () => `GET /${url}`;
  try {
    const issuer = textAt((await client.http.send({ url })).body, 'issuer') ?? '';
    yield { records: isOfOneCluster(issuer) ? [tokensOf(issuer)] : [], place };
  } catch (error) {
    yield { records: [], place, gaps: [gapOf(error, 'objects')] };
  }
}

/** Clusters that nobody gave an issuer name the API server as seen from inside, and all have the same. */
function isOfOneCluster(issuer: string): boolean {
  const host = URL.parse(issuer)?.hostname ?? '';
  return issuer.startsWith('https://') && host.includes('.') && !/^kubernetes\.default\b/.test(host);
}

const tokensOf = (issuer: string): SourceRecord => ({
  ...{ id: 'service-account-tokens', name: 'Tokens of service accounts', isActive: true },
  description: `OpenID Connect tokens of service accounts, issued by ${issuer}`,
  authenticationKeys: [workloadIssuerKey(issuer)],
  authenticationMethods: [{ type: 'federation', description: 'service account token' }],
});

async function* accountPages(client: KubernetesClient): AsyncGenerator<Page> {
  const [{ items, gaps }, secrets, access] = await Promise.all([
    ...[listed(client, 'serviceAccounts'), listed(client, 'secrets'), accessOf(client)],
  ] as const);
  const { administrators } = access;
  const unknown = [...access.gaps.bindings, ...access.gaps.roles];
  yield recordPage(items, item => serviceAccountOf(item, administrators), {
    subject: 'serviceaccounts',
    gaps: [...gaps, ...unknown.map(gap => asFieldGap(gap, 'who administers the cluster'))],
  });
  yield recordPage(secrets.items, tokenOfSecret, { subject: 'secrets', gaps: secrets.gaps });
  // Users are known by bindings only.
  const records = [...new Set([...access.users, anonymous])].map(name => userOf(name, client, administrators));
  yield { records, place: () => 'bindings', gaps: access.gaps.bindings };
}

async function* groupPages(client: KubernetesClient): AsyncGenerator<Page> {
  const [namespaces, access] = await Promise.all([listed(client, 'namespaces'), accessOf(client)]);
  const ofNamespaces = namespaces.items.flatMap(item => {
    const name = textAt(item, 'metadata', 'name');
    return name === undefined ? [] : [serviceAccountsOf(name)];
  });
  const names = new Set([...Object.values(systemGroups), ...ofNamespaces, ...access.groups]);
  const records = [...names].map(name => ({
    ...{ id: name, name, isAssignableToRole: true },
    ...(isGivenByServer(name)
      ? { type: 'Dynamic', isDynamic: true, description: descriptionOf(name) }
      : { type: 'Sync', description: 'Who is in it, only the identity provider knows' }),
  }));
  yield { records, place: () => 'bindings', gaps: [...namespaces.gaps, ...access.gaps.bindings] };
}

const isGivenByServer = (name: string) =>
  Object.values<string>(systemGroups).includes(name) || name.startsWith(`${systemGroups.serviceAccounts}:`);

function descriptionOf(name: string): string {
  if (name === systemGroups.everybody) return 'Whoever signed in';
  if (name === systemGroups.nobody) return 'Requests without credentials';
  const namespace = name.split(':')[2];
  return `All service accounts${namespace === undefined ? '' : ` of the namespace ${namespace}`}`;
}

async function* rolePages(client: KubernetesClient): AsyncGenerator<Page> {
  for (const name of ['clusterRoles', 'roles'] as const) {
    const { items, gaps } = await listed(client, name);
    yield recordPage(items, roleOf, { subject: name.toLowerCase(), gaps });
  }
}

async function* classPages(): AsyncGenerator<Page> {
  yield {
    records: [
      { id: 'cluster', name: 'Cluster' },
      { id: 'namespace', name: 'Namespace' },
    ],
  };
}

async function* resourcePages(client: KubernetesClient): AsyncGenerator<Page> {
  const name = client.settings.name ?? new URL(client.settings.url).host;
  yield { records: [{ id: clusterId, name, displayName: name, resourceClass: 'cluster' }] };
  const { items, gaps } = await listed(client, 'namespaces');
  yield recordPage(
    items,
    item => {
      const namespace = textAt(item, 'metadata', 'name');
      if (namespace === undefined) return { reason: 'has no name' };
      const createdDate = timeAt(item, 'metadata', 'creationTimestamp');
      return {
        ...{ id: namespaceId(namespace), name: namespace, displayName: namespace },
        ...definedMembers({ resourceClass: 'namespace', parentId: clusterId, createdDate }),
      };
    },
    { subject: 'namespaces', gaps },
  );
}

async function* containmentPages(client: KubernetesClient): AsyncGenerator<Page> {
  const { items, gaps } = await listed(client, 'namespaces');
  const records = items.flatMap(item => {
    const name = textAt(item, 'metadata', 'name');
    if (name === undefined) return [];
    const [parentId, childId] = [clusterId, namespaceId(name)];
    return [{ id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', childId]), parentId, childId }];
  });
  yield { records, place: () => 'namespaces', gaps };
}

async function* membershipPages(client: KubernetesClient): AsyncGenerator<Page> {
  const [serviceAccounts, clusterRoles, access] = await Promise.all([
    ...[listed(client, 'serviceAccounts'), listed(client, 'clusterRoles'), accessOf(client)],
  ] as const);
  const ids = serviceAccounts.items.flatMap(item => idOfServiceAccount(item) ?? []);
  const inGroups = [
    ...ids.flatMap(id =>
      groupsOfServiceAccount(id).map(group => membershipRecord(['Account', id], ['UserGroup', group])),
    ),
    ...access.users.flatMap(name =>
      name === anonymous ? [] : [membershipRecord(['Account', name], ['UserGroup', systemGroups.everybody])],
    ),
    membershipRecord(['Account', anonymous], ['UserGroup', systemGroups.nobody]),
  ];
  yield { records: distinctRecords(inGroups), place: () => 'serviceaccounts', gaps: serviceAccounts.gaps };
  const federated = access.groups.flatMap(name => federatedMembership(client, name) ?? []);
  const unknown = access.groups.filter(name => !isGivenByServer(name)).length - federated.length;
  yield { records: federated, gaps: unknown > 0 ? [membersUnknown(unknown)] : [] };
  const { records, gaps } = await trustEdges(client);
  yield { records: distinctRecords(records), place: () => 'trust domains of SPIRE', gaps };
  const inRoles = access.bindings.flatMap(({ subjects, role }) =>
    subjects.map(subject => membershipRecord(endOfSubject(subject), ['Role', role])),
  );
  yield {
    records: distinctRecords([...inRoles, ...aggregationsOf(clusterRoles.items)]),
    ...{ place: () => 'bindings', rejected: access.rejected, gaps: [...access.gaps.bindings, ...clusterRoles.gaps] },
  };
}

const membersUnknown = (groups: number): Gap => ({
  ...{ reason: 'unsupported', subject: 'groups', missing: 'fields' },
  message: `who is in ${groups === 1 ? 'one group' : `${groups} groups`} of the identity provider is not known to the cluster`,
});

/** Identity providers such as Entra ID name groups by their ids, by which they are found there. */
const groupIdentifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The group of the identity provider is in the group of the same name here; undefined where it cannot be known. */
function federatedMembership(
  { settings, authenticationKey }: KubernetesClient,
  name: string,
): SourceRecord | undefined {
  const prefix = settings.identity_provider?.groups_prefix ?? '';
  const id = name.slice(prefix.length);
  if (authenticationKey === undefined || !name.startsWith(prefix) || !groupIdentifier.test(id)) return undefined;
  return fromElsewhere(
    membershipRecord(['UserGroup', id], ['UserGroup', name], 'identity provider'),
    authenticationKey,
  );
}

async function* assignmentPages(client: KubernetesClient): AsyncGenerator<Page> {
  const access = await accessOf(client);
  const areRolesKnown = access.gaps.roles.length === 0;
  const { serviceAccounts } = access;
  const permitted = new Map<string, object>();
  const records = access.bindings.flatMap(({ name, namespace, role, roleName, subjects }) => {
    const rules = access.rules.get(role);
    const key = JSON.stringify([role, namespace]);
    const permissions = permitted.get(key) ?? (rules ? permittedBy(rules, { namespace, serviceAccounts }) : {});
    permitted.set(key, permissions);
    const details = {
      ...{ name: roleName, description: `by the ${name}`, ...permissions },
      // Nothing is permitted by a role that does not exist. What a role permits that may not be read is not known.
      ...(rules === undefined && areRolesKnown && { enabled: false }),
      accessControlMetadata: metadataItems('kubernetes', { binding: name, role }),
    };
    const object = ['ResourceInstance', namespace === undefined ? clusterId : namespaceId(namespace)] as const;
    return subjects.map(subject => assignmentRecord(endOfSubject(subject), object, details, name));
  });
  yield {
    ...{ records: distinctRecords(records), place: () => 'bindings', rejected: access.rejected },
    gaps: [...access.gaps.bindings, ...access.gaps.roles.map(gap => asFieldGap(gap, 'what roles permit'))],
  };
}
