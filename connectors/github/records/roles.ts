// Roles of the organisation, and custom roles of repositories.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { memberRole, organisationRoleId, ownerRole, repositoryLevelId, repositoryRoleId } from '../ids.ts';
import type { RepositoryEnds } from './entitlements.ts';
import type { RepositoryAccess } from './levels.ts';

export const standardRoleRecords: readonly SourceRecord[] = [
  {
    ...{ id: ownerRole, name: 'Owner', type: 'Standard', applicationRoleType: 'organization' },
    description: 'Administers the organisation and all of its repositories',
  },
  {
    ...{ id: memberRole, name: 'Member', type: 'Standard', applicationRoleType: 'organization' },
    description: 'Has the base permission of the organisation for all of its repositories',
  },
];

export const organisationRoleOfItem = (role: unknown): SourceRecord | { readonly reason: string } =>
  roleOf(role, organisationRoleId, textAt(role, 'source') === 'Predefined' ? 'Standard' : 'Custom', 'organization');

export const repositoryRoleOfItem = (role: unknown): SourceRecord | { readonly reason: string } =>
  roleOf(role, repositoryRoleId, 'Custom', 'repository');

/** A level of one repository, which somebody holds. */
export const repositoryLevel = ({ id, nameWithOwner }: RepositoryEnds, { name }: RepositoryAccess): SourceRecord => ({
  ...{ id: repositoryLevelId(id, name), name: `${nameWithOwner}: ${name}` },
  ...{ type: 'Modeled', applicationRoleType: 'repository' },
});

function roleOf(role: unknown, idOf: (id: string) => string, type: string, applicationRoleType: string) {
  const id = textAt(role, 'id');
  if (id === undefined) return { reason: 'has no id' };
  return {
    id: idOf(id),
    ...definedMembers({
      ...{ name: textAt(role, 'name') ?? id, description: textAt(role, 'description'), type, applicationRoleType },
      createdDate: timeAt(role, 'created_at'),
      lastModifiedDate: timeAt(role, 'updated_at'),
    }),
  };
}
