// Members and outside collaborators as accounts (docs.github.com/graphql/reference/objects#organizationmemberedge).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { credentialIdentifier, databaseId, memberRole, ownerRole } from '../ids.ts';

/** What is known of people from elsewhere. */
export interface PersonFacts {
  /** `Required` when the organisation requires two factors; undefined: not visible. */
  readonly mfa: 'Required' | 'Optional' | undefined;
  /** Number of a person → addresses in domains that the organisation has verified. */
  readonly verifiedEmails: ReadonlyMap<string, readonly string[]>;
  /** Number of a person → the name by which the identity provider knows the person. */
  readonly nameIds: ReadonlyMap<string, string>;
  /** Authentication key of the identity provider. */
  readonly samlKey: string | undefined;
  /** Login in lower case → ids of credentials that act as this person. */
  readonly credentials: ReadonlyMap<string, readonly string[]>;
}

const roleNames = new Map([
  [ownerRole, 'Owner'],
  [memberRole, 'Member'],
  ['outside_collaborator', 'Outside collaborator'],
]);

/** Whether an edge of `membersWithRole` is an owner; undefined: it does not say. */
export function isOwner(edge: unknown): boolean | undefined {
  const role = textAt(edge, 'role');
  return role === 'ADMIN' ? true : role === 'MEMBER' ? false : undefined;
}

/** @param edge of `membersWithRole` */
export function memberOf(edge: unknown, facts: PersonFacts): SourceRecord | { readonly reason: string } {
  const node = valueAt(edge, 'node');
  const [id, isAdmin] = [databaseId(node), isOwner(edge)];
  if (id === undefined) return { reason: 'has no databaseId' };
  if (isAdmin === undefined) return { reason: `role ${JSON.stringify(textAt(edge, 'role'))} is not known` };
  const emails = [...new Set([...(facts.verifiedEmails.get(id) ?? []), textAt(node, 'email')])];
  const [email, ...alternateEmails] = emails.filter(each => each !== undefined && each !== '');
  return person(id, textAt(node, 'login'), facts, {
    ...{ name: textAt(node, 'name'), email, isAdmin, accountRole: isAdmin ? ownerRole : memberRole },
    alternateEmails: alternateEmails.length > 0 ? alternateEmails : undefined,
    companyName: textAt(node, 'company'),
    profilePictureUri: textAt(node, 'avatarUrl'),
    createdDate: timeAt(node, 'createdAt'),
    lastModifiedDate: timeAt(node, 'updatedAt'),
  });
}

/** @param user an item of `outside_collaborators` */
export function outsideCollaboratorOf(user: unknown, facts: PersonFacts): SourceRecord | { readonly reason: string } {
  const id = textAt(user, 'id');
  if (id === undefined) return { reason: 'has no id' };
  return person(id, textAt(user, 'login'), facts, {
    ...{ subType: 'External', isAdmin: false, accountRole: 'outside_collaborator' },
    profilePictureUri: textAt(user, 'avatar_url'),
  });
}

function person(
  id: string,
  login: string | undefined,
  { mfa, nameIds, samlKey, credentials }: PersonFacts,
  details: Readonly<Record<string, unknown>>,
): SourceRecord | { readonly reason: string } {
  if (login === undefined) return { reason: 'has no login' };
  const nameId = nameIds.get(id);
  const held = credentials.get(login.toLowerCase());
  return {
    id,
    ...definedMembers({
      ...{ alias: login, type: 'User', enabled: true, mfaRequirements: mfa },
      ...details,
      name: details['name'] ?? login,
      accountRoleDisplayName: roleNames.get(String(details['accountRole'])),
      authenticationFunctions: ['ApplicationAccount'],
      federationId:
        nameId === undefined
          ? undefined
          : definedMembers({ type: 'NameID', value: nameId, authenticationKey: samlKey }),
      ...(held && { hasAPIAccess: true, hashIdentifiers: held.map(credentialIdentifier) }),
    }),
  };
}
