// The organisation, its repositories with their environments, and the names of secrets as resources. Secrets lie in no other resource:
// who may read a repository may not read its secrets.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import {
  databaseId,
  environmentResourceId,
  organisationResourceId,
  repositoryResourceId,
  secretResourceId,
} from '../ids.ts';

type Mapped = SourceRecord | { readonly reason: string };

export const resourceClasses: readonly SourceRecord[] = [
  { id: 'organization', name: 'Organization', displayName: 'Organisation' },
  { id: 'repository', name: 'Repository', displayName: 'Repository' },
  { id: 'environment', name: 'Environment', displayName: 'Environment of a repository' },
  { id: 'secret', name: 'Secret', displayName: 'Secret' },
];

export function organisationResource(org: unknown, orgId: string, login: string): SourceRecord {
  return {
    id: organisationResourceId(orgId),
    ...definedMembers({
      ...{ name: login, displayName: textAt(org, 'name') ?? login, resourceClass: 'organization' },
      pageUri: textAt(org, 'html_url'),
      createdDate: timeAt(org, 'created_at'),
      lastModifiedDate: timeAt(org, 'updated_at'),
    }),
  };
}

/** @param repository a node of `repositories` */
export function repositoryOf(repository: unknown, orgId: string): Mapped {
  const [id, fullName] = [databaseId(repository), textAt(repository, 'nameWithOwner')];
  if (id === undefined) return { reason: 'has no databaseId' };
  if (fullName === undefined) return { reason: 'has no nameWithOwner' };
  return {
    id: repositoryResourceId(id),
    ...definedMembers({
      ...{ name: fullName, displayName: textAt(repository, 'name') ?? fullName, resourceClass: 'repository' },
      parentId: organisationResourceId(orgId),
      pageUri: textAt(repository, 'url'),
      externallyShared: textAt(repository, 'visibility') === 'PUBLIC' ? true : undefined,
      createdDate: timeAt(repository, 'createdAt'),
      lastModifiedDate: timeAt(repository, 'updatedAt'),
    }),
  };
}

export function environmentOf(repositoryId: string, repositoryName: string, environment: unknown): Mapped {
  const name = textAt(environment, 'name');
  if (name === undefined) return { reason: 'has no name' };
  return {
    id: environmentResourceId(repositoryId, name),
    ...{ name: `${repositoryName}: ${name}`, displayName: name, resourceClass: 'environment' },
    parentId: repositoryResourceId(repositoryId),
  };
}

/** @param owner id of the resource that has the secret, and its name */
export function secretOf(owner: { id: string; name: string }, kind: string, secret: unknown): Mapped {
  const name = textAt(secret, 'name');
  if (name === undefined) return { reason: 'has no name' };
  return {
    id: secretResourceId(owner.id, kind, name),
    ...definedMembers({
      ...{ name: `${owner.name}: ${name}`, displayName: name, resourceClass: 'secret', isSensitive: true },
      createdDate: timeAt(secret, 'created_at'),
      lastModifiedDate: timeAt(secret, 'updated_at'),
    }),
  };
}
