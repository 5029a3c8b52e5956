// Access assignments: what roles, teams, people, applications and tokens may do with the organisation and its repositories.

import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { type RelationshipEnd, relationshipId } from '../../../src/connector/relationship-id.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import {
  memberRole,
  organisationResourceId,
  organisationRoleId,
  ownerRole,
  repositoryResourceId,
  workloadId,
  workloadsId,
} from '../ids.ts';
import { levelOf, permissionsOf, type RepositoryAccess } from './levels.ts';

export interface OrganisationEnds {
  readonly orgId: string;
  readonly login: string;
}

const application = ({ orgId }: OrganisationEnds) => ['IntegratedApplication', orgId] as const;
const resource = ({ orgId }: OrganisationEnds) => ['ResourceInstance', organisationResourceId(orgId)] as const;

/** A level on all repositories of the organisation. */
function everyRepository(entity: RelationshipEnd, name: string, level: string | undefined, org: OrganisationEnds) {
  const known = levelOf(level);
  if (known === undefined) return [];
  const description = 'for all repositories of the organisation';
  return [
    assignmentRecord(entity, resource(org), {
      name,
      description,
      permissions: permissionsOf(known, workloadsId(org.login)),
    }),
  ];
}

/** Owners administer the organisation and all of its repositories. */
export function ownerAccess(org: OrganisationEnds): SourceRecord[] {
  const everything = {
    isCreate: true,
    isRead: true,
    isUpdate: true,
    isDelete: true,
    isShare: true,
    isPrivileged: true,
  };
  const permissions = { ...everything, fineGrainedSpecifiers: [ownerRole] };
  const role = ['Role', ownerRole] as const;
  return [
    assignmentRecord(role, application(org), { name: 'Owner', permissions }),
    ...everyRepository(role, 'Owner', 'admin', org),
  ];
}

/** What every member may do with every repository. @param base `default_repository_permission` of the organisation */
export const baseAccess = (base: string | undefined, org: OrganisationEnds): SourceRecord[] =>
  everyRepository(['Role', memberRole], 'Base permission', base, org);

export const baseAccessId = (org: OrganisationEnds): string => relationshipId(['Role', memberRole], resource(org));

/** An organisation role: permissions on the organisation, and maybe a level on all repositories. */
export function organisationRoleAccess(role: unknown, org: OrganisationEnds): SourceRecord[] {
  const [id, name] = [textAt(role, 'id'), textAt(role, 'name')];
  if (id === undefined) return [];
  const entity = ['Role', organisationRoleId(id)] as const;
  const names = textsAt(role, 'permissions');
  const permissions = {
    isRead: names.length > 0,
    isUpdate: names.some(each => !each.startsWith('read_')),
    // Who writes roles can give any permission to anybody.
    isPrivileged: names.some(each => /^write_organization_custom_(org|repo)_role$/.test(each)),
    fineGrainedSpecifiers: names,
  };
  return [
    ...(names.length > 0 ? [assignmentRecord(entity, application(org), { name, permissions })] : []),
    ...everyRepository(entity, name ?? id, textAt(role, 'base_role'), org),
  ];
}

export interface RepositoryEnds {
  readonly id: string;
  readonly nameWithOwner: string;
}

/** Access to one repository. GitHub passes it on to what the repository holds. */
export function repositoryAssignment(
  entity: RelationshipEnd,
  { id, nameWithOwner }: RepositoryEnds,
  { name, level, role }: RepositoryAccess,
): SourceRecord {
  const base = level === undefined ? undefined : permissionsOf(level, workloadId(nameWithOwner));
  const specifiers = base?.fineGrainedSpecifiers ?? [name];
  const permissions = definedMembers({
    ...base,
    fineGrainedSpecifiers: [...specifiers, ...(role?.permissions ?? [])],
    permissionGroupId: role?.id,
  });
  return assignmentRecord(entity, ['ResourceInstance', repositoryResourceId(id)], { name, permissions });
}

/** Permissions of applications and fine-grained tokens that are about the organisation itself, and not about repositories. */
const isOfOrganisation = (scope: string) => /^(organization_\w+|members):/.test(scope);

const changes = (scopes: readonly string[]) => scopes.some(scope => /:(write|admin)$/.test(scope));

const scopesOf = (permissions: unknown) =>
  Object.entries((permissions ?? {}) as Record<string, unknown>).flatMap(([name, access]) =>
    typeof access === 'string' ? [`${name}:${access}`] : [],
  );

function scopedPermissions(scopes: readonly string[], more: object = {}) {
  const isChange = changes(scopes);
  return {
    ...{ isRead: true, ...(isChange && { isCreate: true, isUpdate: true, isDelete: true }) },
    formattedScopes: { type: 'GitHub', specifiers: [...scopes] },
    ...more,
  };
}

/** What an installation of a GitHub App may do. Which repositories are selected, GitHub shows only to the app itself. */
export function installationAccess(accountId: string, installation: unknown, org: OrganisationEnds): SourceRecord[] {
  const scopes = scopesOf(valueAt(installation, 'permissions'));
  const account = ['Account', accountId] as const;
  const ofOrganisation = scopes.filter(isOfOrganisation);
  const ofRepositories = scopes.filter(scope => !isOfOrganisation(scope));
  const isEverywhere = textAt(installation, 'repository_selection') === 'all';
  const actsAs = isEverywhere && ofRepositories.includes('contents:write') ? [`act-as:${workloadsId(org.login)}`] : [];
  const isPrivileged = ofRepositories.includes('administration:write');
  const repositories = {
    name: 'repository permissions',
    description: isEverywhere
      ? 'for all repositories'
      : 'for selected repositories, which GitHub shows only to the app',
    appliesToContents: isEverywhere,
    permissions: scopedPermissions(ofRepositories, {
      isPrivileged,
      ...(actsAs.length > 0 && { fineGrainedSpecifiers: actsAs }),
    }),
  };
  return [
    ...organisationScopes(account, ofOrganisation, org),
    ...(ofRepositories.length > 0 ? [assignmentRecord(account, resource(org), repositories, 'repositories')] : []),
  ];
}

/** Whether an installation can give itself or others more access. */
export const administers = (installation: unknown): boolean =>
  ['organization_administration', 'members', 'organization_custom_org_roles'].some(
    name => textAt(installation, 'permissions', name) === 'write',
  );

function organisationScopes(account: RelationshipEnd, scopes: readonly string[], org: OrganisationEnds) {
  if (scopes.length === 0) return [];
  const permissions = scopedPermissions(scopes);
  return [assignmentRecord(account, application(org), { name: 'organisation permissions', permissions })];
}

/**
 * What a fine-grained token may do, as far as its owner may do it too.
 * @param repositories those that are selected, of a token for a subset
 */
export function fineGrainedTokenAccess(
  accountId: string,
  token: unknown,
  repositories: readonly unknown[],
  org: OrganisationEnds,
): SourceRecord[] {
  const account = ['Account', accountId] as const;
  const scopes = scopesOf(valueAt(token, 'permissions', 'repository'));
  const details = { name: 'repository permissions', permissions: scopedPermissions(scopes) };
  const isEverywhere = textAt(token, 'repository_selection') === 'all';
  const ids = repositories.flatMap(repository => textAt(repository, 'id') ?? []);
  return [
    ...organisationScopes(account, scopesOf(valueAt(token, 'permissions', 'organization')), org),
    ...(scopes.length > 0 && isEverywhere ? [assignmentRecord(account, resource(org), details, 'repositories')] : []),
    ...(scopes.length > 0
      ? ids.map(id => assignmentRecord(account, ['ResourceInstance', repositoryResourceId(id)], details))
      : []),
  ];
}

/** Workflows get the values of the secrets that they name. */
export function secretAccess(entity: RelationshipEnd, secretId: string, kind: string): SourceRecord {
  const permissions = { isRead: true, fineGrainedSpecifiers: [`${kind}-secret`] };
  return assignmentRecord(entity, ['ResourceInstance', secretId], { name: 'secret of workflows', permissions });
}
