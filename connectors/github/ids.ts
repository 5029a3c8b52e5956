// Local ids. People, teams and roles have the numbers that GitHub gives them, which stay when they are renamed.
import { textAt } from '../../src/connector/json-values.ts';

/** The number of an object of GraphQL. */
export const databaseId = (value: unknown): string | undefined => textAt(value, 'databaseId');

export const organisationResourceId = (orgId: string) => `organization:${orgId}`;
export const repositoryResourceId = (id: string) => `repository:${id}`;

/** @param owner id of the resource that has the secret; it holds no colon after its number */
export const secretResourceId = (owner: string, kind: string, name: string) => `secret:${owner}:${kind}:${name}`;

export const environmentResourceId = (repositoryId: string, name: string) => `environment:${repositoryId}:${name}`;

/** How GitHub Actions of a repository introduces itself elsewhere: the beginning of the subject of its tokens. */
export const workloadId = (nameWithOwner: string) => `repo:${nameWithOwner.toLowerCase()}`;
/** All repositories of the organisation. */
export const workloadsId = (login: string) => `repo:${login.toLowerCase()}/*`;

export const installationId = (id: string) => `app:${id}`;
export const fineGrainedTokenId = (id: string) => `pat:${id}`;
export const credentialId = (id: string) => `credential:${id}`;
export const deployKeysPrefix = 'key:';
export const deployKeyId = (repositoryId: string, id: string) => `${deployKeysPrefix}${repositoryId}/${id}`;

export const ownerRole = 'owner';
export const memberRole = 'member';
export const organisationRoleId = (id: string) => `organization-role:${id}`;
export const repositoryRoleId = (id: string) => `repository-role:${id}`;
/**
 * What somebody may do with one repository, as a modeled role.
 * @param name a level such as `push`, or the name of a custom role
 */
export const repositoryLevelId = (repositoryId: string, name: string) =>
  `${repositoryResourceId(repositoryId)}:${name.toLowerCase()}`;
/** The repository and the name of the level; undefined for any other role. */
export function repositoryLevelOf(
  roleId: string,
): { readonly repositoryId: string; readonly name: string } | undefined {
  const [, repositoryId, name] = /^repository:(\d+):(.+)$/s.exec(roleId) ?? [];
  return repositoryId === undefined || name === undefined ? undefined : { repositoryId, name };
}
/** The number of an organisation role; undefined for any other role. */
export const organisationRoleOf = (roleId: string): string | undefined => /^organization-role:(\d+)$/.exec(roleId)?.[1];

/** Links a credential that acts as its owner to the owner's account. GitHub shows no hash of the credential. */
/** The end of a token, which is all that GitHub shows of it. Eight of 62 characters are as good as a hash. */
export const tokenEndIdentifier = (end: string) => `github-token-last-eight:${end}`;

export const credentialIdentifier = (id: string) => `github-credential:${id}`;
