// What a right over an object of the directory gives: whether its holder can act as an account with it, join a group, or change things
// (bloodhound.specterops.io/resources/edges). The specifiers name the right as BloodHound does, and after it what follows from it:
// `impersonate` (over the object and what inherits from it), `impersonate:ID` (over everything in ID) and `add-member`.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import type { Inventory } from '../inventory.ts';
import type { Kind } from '../kinds.ts';

/** Rights with which everything else can be taken. */
const control: readonly string[] = ['GenericAll', 'WriteDacl', 'WriteOwner', 'Owns'];

/** Rights with which one acts as an account. */
const overAccounts: Partial<Record<Kind, readonly string[]>> = {
  users: ['GenericWrite', 'AllExtendedRights', 'ForceChangePassword', 'AddKeyCredentialLink', 'ReadGMSAPassword'],
  computers: [
    'GenericWrite',
    'AddKeyCredentialLink',
    'AddAllowedToAct',
    'WriteAccountRestrictions',
    'ReadLAPSPassword',
  ],
};
const overGroups: readonly string[] = ['GenericWrite', 'AddMember', 'AddSelf'];
const policyRights: readonly string[] = ['GenericWrite', 'WriteGPLink'];

export interface ObjectRight {
  readonly right: string;
  readonly principal: readonly [type: 'Account' | 'UserGroup', id: string];
  readonly object: string;
  readonly kind: Kind;
  readonly isInherited: boolean;
  /** Of a computer: whether its local password is in the directory. */
  readonly hasLaps: boolean;
}

/** What follows from a right, as specifiers. */
function consequences({ right, object, kind, hasLaps, principal }: ObjectRight, inventory: Inventory): string[] {
  const hasControl = control.includes(right);
  const is = (rights: readonly string[] | undefined) => hasControl || (rights?.includes(right) ?? false);
  switch (kind) {
    case 'users':
      return is(overAccounts.users) ? ['impersonate'] : [];
    case 'computers':
      return is(overAccounts.computers) || (right === 'AllExtendedRights' && hasLaps) ? ['impersonate'] : [];
    case 'groups':
      return is(overGroups) ? ['add-member'] : [];
    case 'ous':
    case 'containers':
      if (hasControl) return ['impersonate', 'add-member'];
      // Who links a policy to a unit decides what its computers run and its users run.
      return kind === 'ous' && policyRights.includes(right) ? [`impersonate:${object}`] : [];
    case 'domains':
      return is([...policyRights, 'AllExtendedRights']) || replicates(right, object, principal[1], inventory)
        ? [`impersonate:${object}`]
        : [];
    case 'gpos':
      return is(['GenericWrite']) ? (inventory.policyLinks.get(object) ?? []).map(id => `impersonate:${id}`) : [];
    default:
      return [];
  }
}

/** Both rights of replication together give the keys of all accounts (DCSync). */
function replicates(right: string, domain: string, principal: string, { replication }: Inventory): boolean {
  return right === 'GetChangesAll' && (replication.get(domain)?.get('GetChanges')?.has(principal) ?? false);
}

const harmless = new Set(['Enroll', 'GetChanges', 'GetChangesInFilteredSet']);

function permissionsOf(right: string) {
  const everything = { isCreate: true, isRead: true, isUpdate: true, isDelete: true, isExecute: true, isShare: true };
  return {
    ...(right === 'GenericAll' && everything),
    ...((right === 'WriteDacl' || right === 'WriteOwner') && { isShare: true }),
    ...(right === 'Owns' && { ownershipLevel: 'Owner', isShare: true }),
    ...(/^(?:Generic)?Write|^Add|^Force/.test(right) && { isUpdate: true }),
    ...(/^Read|^GetChanges/.test(right) && { isRead: true }),
    ...(/^Enroll|^Manage/.test(right) && { isExecute: true }),
    isPrivileged: !harmless.has(right),
  };
}

export function rightRecord(given: ObjectRight, inventory: Inventory): SourceRecord {
  const { right, principal, object, kind, isInherited } = given;
  const specifiers = consequences(given, inventory);
  return assignmentRecord(
    principal,
    ['ResourceInstance', object],
    {
      name: right,
      // Only what gives control of a container gives control of what is in it.
      appliesToContents: (kind === 'ous' || kind === 'containers' || kind === 'domains') && control.includes(right),
      permissions: { ...permissionsOf(right), fineGrainedSpecifiers: [right, ...specifiers] },
      accessControlMetadata: metadataItems('activeDirectory', { right, isInherited }),
    },
    right,
  );
}

export interface OtherRight {
  readonly name: string;
  readonly description: string;
  readonly entity: readonly [type: 'Account' | 'UserGroup', id: string];
  readonly object: string;
  /** What the holder acts as: the object, or everything in a container; undefined: nobody. */
  readonly actsAs?: 'object' | { readonly in: string };
  /** Tells several rights of one name between the same ends apart. */
  readonly by?: string;
  readonly isInferred?: boolean;
  readonly facts?: Parameters<typeof metadataItems>[1];
}

/** Rights that come from elsewhere than access lists: sessions, groups of computers, delegation, trusts. */
export function otherRightRecord(given: OtherRight): SourceRecord {
  const { name, description, entity, object, actsAs, by, isInferred, facts = {} } = given;
  const specifiers = actsAs === undefined ? [] : [actsAs === 'object' ? 'impersonate' : `impersonate:${actsAs.in}`];
  const record = assignmentRecord(
    entity,
    ['ResourceInstance', object],
    {
      ...{ name, description, appliesToContents: false },
      permissions: {
        ...(name === 'AdminTo' && { isCreate: true, isRead: true, isUpdate: true, isDelete: true }),
        ...{ isExecute: true, isPrivileged: actsAs !== undefined, fineGrainedSpecifiers: [name, ...specifiers] },
      },
      accessControlMetadata: metadataItems('activeDirectory', { right: name, ...facts }),
    },
    by === undefined ? name : `${name} by ${by}`,
  );
  if (!isInferred) return record;
  return { ...record, entitlementSpecification: { ...(record['entitlementSpecification'] as object), isInferred } };
}
