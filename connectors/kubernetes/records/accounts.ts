// Service accounts and their tokens, and users that bindings name: Kubernetes has no objects for users.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, isJsonObject, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import type { KubernetesClient } from '../client.ts';
import { anonymous, serviceAccountId, tokenId, tokenIdentifier } from '../ids.ts';

/** Identities of clouds that pods of a service account get, by the annotations that the clouds define. */
const cloudIdentities = {
  awsRole: 'eks.amazonaws.com/role-arn',
  googleServiceAccount: 'iam.gke.io/gcp-service-account',
  azureClient: 'azure.workload.identity/client-id',
} as const;

const annotation = (object: unknown, name: string) => textAt(object, 'metadata', 'annotations', name);

export const idOfServiceAccount = (item: unknown): string | undefined => {
  const [name, namespace] = [textAt(item, 'metadata', 'name'), textAt(item, 'metadata', 'namespace')];
  return name === undefined || namespace === undefined ? undefined : serviceAccountId(namespace, name);
};

/** @param administers ids of the accounts that may do everything in the cluster */
export function serviceAccountOf(item: unknown, administers: ReadonlySet<string>): MappedItem {
  const id = idOfServiceAccount(item);
  if (id === undefined) return { reason: 'has no name or no namespace' };
  const [name, namespace] = [textAt(item, 'metadata', 'name')!, textAt(item, 'metadata', 'namespace')!];
  return {
    id,
    ...definedMembers({
      ...{ alias: id, name, displayName: `${namespace}/${name}` },
      ...machine('ServiceAccount', administers.has(id)),
      userType: 'ServiceAccount',
      createdDate: timeAt(item, 'metadata', 'creationTimestamp'),
      hashIdentifiers: [tokenIdentifier(namespace, name)],
      profileMetadata: metadataItems('kubernetes', {
        ...{ uid: textAt(item, 'metadata', 'uid'), namespace },
        mountsToken: valueAt(item, 'automountServiceAccountToken') === false ? false : undefined,
        ...Object.fromEntries(Object.entries(cloudIdentities).map(([fact, key]) => [fact, annotation(item, key)])),
      }),
    }),
  };
}

const machine = (subType: 'ServiceAccount' | 'ServicePrincipal', isAdmin: boolean) => ({
  ...{ type: 'Machine', subType, enabled: true, isAdmin, hasAPIAccess: true },
  ...{ authenticationFunctions: ['ApplicationAccount'], mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
});

/** A user that a binding names. Components of the cluster are users whose names begin with `system:`. */
export function userOf(
  name: string,
  { settings: { identity_provider: provider }, authenticationKey }: KubernetesClient,
  administers: ReadonlySet<string>,
): SourceRecord {
  const isAdmin = administers.has(name);
  if (name.startsWith('system:') && name !== anonymous)
    return { id: name, alias: name, name, ...machine('ServicePrincipal', isAdmin), userType: 'component' };
  const isFederated = provider !== undefined && name !== anonymous && name.startsWith(provider.username_prefix);
  const federated = isFederated ? name.slice(provider.username_prefix.length) : name;
  return {
    id: name,
    ...definedMembers({
      ...{ alias: name, name, type: 'User', enabled: true, isAdmin, hasAPIAccess: true },
      userType: name === anonymous ? 'anonymous' : 'user',
      email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(federated) ? federated : undefined,
      authenticationFunctions: ['ApplicationAccount'],
      federationId: isFederated ? { type: 'OIDC', value: federated, authenticationKey } : undefined,
    }),
  };
}

/** The service account of a Secret that is its token; undefined: it is another Secret. */
const ownerOfToken = (secret: unknown) => annotation(secret, 'kubernetes.io/service-account.name');

/**
 * A token in a Secret never expires. The API server notes the day of its last use, and when it was made invalid because nobody used it
 * (kubernetes.io/docs/reference/labels-annotations-taints).
 */
export function tokenOfSecret(secret: unknown): MappedItem {
  const owner = ownerOfToken(secret);
  if (owner === undefined) return undefined;
  const [name, namespace] = [textAt(secret, 'metadata', 'name'), textAt(secret, 'metadata', 'namespace')];
  if (name === undefined || namespace === undefined) return { reason: 'has no name or no namespace' };
  const labels = valueAt(secret, 'metadata', 'labels');
  const lastUsed = textAt(labels, 'kubernetes.io/legacy-token-last-used');
  return {
    id: tokenId(namespace, name),
    ...definedMembers({
      ...{ alias: name, name, displayName: `token of ${namespace}/${owner}` },
      ...{ type: 'Token', subType: 'ApiKey', userType: 'service-account-token', hasAPIAccess: true },
      enabled: !(isJsonObject(labels) && textAt(labels, 'kubernetes.io/legacy-token-invalid-since') !== undefined),
      authenticationFunctions: [],
      createdDate: timeAt(secret, 'metadata', 'creationTimestamp'),
      lastActivityDate: dayOf(lastUsed),
      hashIdentifiers: [tokenIdentifier(namespace, owner)],
      profileMetadata: metadataItems('kubernetes', { namespace, uid: textAt(secret, 'metadata', 'uid') }),
    }),
  };
}

const dayOf = (date: string | undefined) =>
  date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))
    ? `${date}T00:00:00.000Z`
    : undefined;
