// Members of policies (cloud.google.com/iam/docs/principal-identifiers).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { lastPart, serviceAccountId, userId } from '../ids.ts';

/** @returns undefined for what is deleted, and for a form that is not known */
export function endOfMember(member: string): RelationshipEnd | undefined {
  if (member === 'allUsers' || member === 'allAuthenticatedUsers') return ['UserGroup', member];
  const [, kind, value] = /^([^:]+):(.+)$/s.exec(member) ?? [];
  if (value === undefined) return undefined;
  switch (kind) {
    case 'user':
      return ['Account', userId(value)];
    case 'serviceAccount':
      return ['Account', serviceAccountId(value)];
    case 'principal':
      return ['Account', member];
    case 'group':
    case 'domain':
      return ['UserGroup', member.toLowerCase()];
    case 'principalSet':
    case 'projectOwner':
    case 'projectEditor':
    case 'projectViewer':
      return ['UserGroup', member];
    default:
      return undefined;
  }
}

/** Identities of a pool of workload identities, as a policy names them. */
export interface PoolMember {
  /** `projects/ID` or `projects/NUMBER`. */
  readonly project: string;
  readonly pool: string;
  /** Such as `subject`, `namespace`, `kubernetes.cluster` or `attribute.NAME`. */
  readonly by: string;
  readonly value: string;
}

const clusterPool = /^([a-z][a-z0-9-]*)\.svc\.id\.goog$/;

/** @returns the id of the project that shares the pool among its clusters of Kubernetes; undefined for every other pool */
export const projectOfClusterPool = (pool: string): string | undefined => clusterPool.exec(pool)?.[1];

/** @returns undefined for a member of another kind, and for all identities of a pool */
export function poolMemberOf(member: string): PoolMember | undefined {
  const [, project, pool, by, value] =
    /^principal(?:Set)?:\/\/iam\.googleapis\.com\/(projects\/[^/]+)\/locations\/global\/workloadIdentityPools\/([^/]+)\/([^/]+)\/(.+)$/s.exec(
      member,
    ) ?? [];
  if (value !== undefined) return { project: project!, pool: pool!, by: by!, value };
  const [, of, namespace, name] = /^serviceAccount:([^[\]]+)\[([^/[\]]+)\/([^/[\]]+)\]$/.exec(member) ?? [];
  const owner = projectOfClusterPool(of ?? '');
  return owner === undefined
    ? undefined
    : { project: `projects/${owner}`, pool: of!, by: 'subject', value: `ns/${namespace}/sa/${name}` };
}

/** The role whose direct holders in a project are the members of a convenience group such as `projectOwner:shop`. */
const basicRoles = {
  projectOwner: 'roles/owner',
  projectEditor: 'roles/editor',
  projectViewer: 'roles/viewer',
} as const;

/** @returns undefined for every other group */
export function projectGroupOf(group: string): { readonly project: string; readonly role: string } | undefined {
  const [kind = '', project] = group.split(/:(.*)/s);
  return project !== undefined && Object.hasOwn(basicRoles, kind)
    ? { project: `projects/${project}`, role: basicRoles[kind as keyof typeof basicRoles] }
    : undefined;
}

export function groupOf(id: string): SourceRecord {
  const { name, type, description } = describedGroup(id);
  const [kind, value = ''] = id.split(/:(.*)/s);
  return {
    ...{ id, name, type, isDynamic: type === 'Dynamic', isAssignableToRole: true },
    ...(description !== undefined && { description }),
    ...(kind === 'group' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value) && { email: value }),
  };
}

function describedGroup(id: string): { name: string; type: string; description?: string } {
  const [kind = '', value = ''] = id.split(/:(.*)/s);
  switch (kind) {
    case 'allUsers':
      return { name: id, type: 'Dynamic', description: 'Whoever can reach Google, without signing in' };
    case 'allAuthenticatedUsers':
      return { name: id, type: 'Dynamic', description: 'Whoever signs in with any Google account' };
    case 'group':
      return { name: value, type: 'Security', description: 'A Google group; its directory knows who is in it' };
    case 'domain':
      return { name: value, type: 'Dynamic', description: `Everybody whose account belongs to ${value}` };
    case 'principalSet':
      return {
        name: lastPart(value),
        type: 'Dynamic',
        description: 'Identities of another provider (workload or workforce identity federation)',
      };
    default:
      return { name: id, type: 'Dynamic', description: `Whoever holds the role in the project ${value}` };
  }
}

/** An account that a policy names and that no list has: a person, a service agent of Google, an identity of another provider. */
export function accountOfMember(id: string): SourceRecord {
  const [kind, value = ''] = id.split(/:(.*)/s);
  if (kind === 'user') {
    const common = { id, alias: value, name: value, type: 'User', userType: 'user', enabled: true };
    return {
      ...common,
      ...(/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value) && { email: value }),
      authenticationFunctions: [],
    };
  }
  const isWorkload = kind === 'principal' || value.includes('.svc.id.goog[');
  const isAgent =
    /@(?:gcp-sa-[\w-]+|[\w-]*system)\.iam\.gserviceaccount\.com$|@cloud(?:build|services)\.gserviceaccount\.com$/;
  return {
    ...{ id, alias: value, name: kind === 'principal' ? lastPart(value) : value, type: 'Machine', enabled: true },
    subType: isWorkload ? 'Workload' : isAgent.test(value) ? 'ServicePrincipal' : 'ServiceAccount',
    userType: isWorkload ? 'federated identity' : isAgent.test(value) ? 'service agent' : 'service account elsewhere',
    ...{ hasAPIAccess: true, authenticationFunctions: [] },
    ...{ mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
  };
}
