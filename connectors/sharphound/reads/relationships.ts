// Who is in which group, and who has which right over what.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import { type DirectoryObject, entityTypeOf, type SharphoundClient } from '../client.ts';
import { type Inventory, identifierAt, membersOf } from '../inventory.ts';
import type { Kind } from '../kinds.ts';
import { statedRights, trustsOf } from '../records/access.ts';
import { trustedGroupId } from '../records/groups.ts';
import { otherRightRecord, rightRecord } from '../records/rights.ts';
import { computerGaps, methodGaps, missingFileGaps } from './gaps.ts';
import { objectPages } from './pages.ts';

const noKinds: ReadonlySet<Kind> = new Set();
const membershipKinds: ReadonlySet<Kind> = new Set(['users', 'computers', 'groups']);
const domainKinds: ReadonlySet<Kind> = new Set(['domains']);

/** Identifiers of the groups of a computer begin with its own. */
const ofComputers = (computers: readonly string[]) => computers.map(computer => `${computer}-`);

/** The inventory has all memberships, so the files are not read for them, but for trusts. */
export const directoryMembershipPages = (client: SharphoundClient): AsyncGenerator<Page> =>
  objectPages(client, {
    kinds: client.inventory.files.some(({ kind }) => kind === 'domains') ? domainKinds : noKinds,
    gaps: [
      ...missingFileGaps(client, membershipKinds),
      ...methodGaps(client, 'group', 'members of groups', 'objects'),
      ...computerGaps(client.inventory.withoutLocalGroups, 'The groups', computers => ({
        field: 'managedViaObjectId',
        startsWith: ofComputers(computers),
      })),
    ],
    repeats: true,
    *records(object) {
      for (const { from } of trustsOf(object)) yield* trustedMembers(client.inventory, from);
    },
    others: memberships(client.inventory),
  });

function* memberships(inventory: Inventory): Generator<SourceRecord> {
  for (const [group, members] of inventory.members) {
    if (entityTypeOf(inventory, group) !== 'UserGroup') continue;
    for (const member of members) {
      const type = entityTypeOf(inventory, member);
      if (type !== undefined) yield membershipRecord([type, member], ['UserGroup', group]);
    }
  }
}

/** The groups of a trusted domain that all of its users and computers are in. */
function* trustedMembers(inventory: Inventory, domain: string): Generator<SourceRecord> {
  for (const group of [513, 515, 516].map(rid => `${domain}-${rid}`)) {
    if (inventory.objects.has(group))
      yield membershipRecord(['UserGroup', group], ['UserGroup', trustedGroupId(domain)]);
  }
}

export const directoryRightPages = (client: SharphoundClient): AsyncGenerator<Page> => {
  const { inventory } = client;
  return objectPages(client, {
    gaps: [
      ...missingFileGaps(client),
      ...methodGaps(client, 'accessControl', 'rights over objects', 'objects'),
      ...computerGaps(inventory.withoutSessions, 'The sessions', computers => ({ field: 'entityId', is: computers })),
      ...computerGaps(inventory.withoutLocalGroups, 'The groups', computers => ({
        field: 'entityId',
        startsWith: ofComputers(computers),
      })),
    ],
    repeats: true,
    *records(object) {
      yield* accessListRecords(object, inventory);
      for (const stated of statedRights(object)) {
        const type = stated.name === 'TrustedBy' ? 'UserGroup' : entityTypeOf(inventory, stated.entity);
        if (type !== undefined) yield otherRightRecord({ ...stated, entity: [type, stated.entity] });
      }
    },
    others: replicators(inventory),
  });
};

function* accessListRecords({ id, kind, value }: DirectoryObject, inventory: Inventory): Generator<SourceRecord> {
  const hasLaps = flagOfValue(valueAt(value, 'Properties', 'haslaps')) === true;
  // The same right may be stated on the object and inherited: then it is stated.
  const aces = listAt(value, 'Aces').toSorted(
    (one, other) => Number(valueAt(one, 'IsInherited') === true) - Number(valueAt(other, 'IsInherited') === true),
  );
  for (const ace of aces) {
    const [principal, right] = [identifierAt(ace, 'PrincipalSID'), textAt(ace, 'RightName')];
    const type = principal === undefined ? undefined : entityTypeOf(inventory, principal);
    if (type === undefined || right === undefined) continue;
    const isInherited = valueAt(ace, 'IsInherited') === true;
    yield rightRecord({ right, principal: [type, principal!], object: id, kind, isInherited, hasLaps }, inventory);
  }
}

/** Accounts that have both rights of replication by different groups: together these give the keys of all accounts. */
function* replicators(inventory: Inventory): Generator<SourceRecord> {
  for (const [domain, rights] of inventory.replication) {
    const [first, second] = ['GetChanges', 'GetChangesAll'].map(right => [...(rights.get(right) ?? [])]);
    const withMembers = (groups: readonly string[]) => new Set([...groups, ...membersOf(inventory.members, groups)]);
    const both = withMembers(first!.filter(principal => second!.includes(principal)));
    const others = withMembers(second!);
    for (const id of withMembers(first!)) {
      if (!others.has(id) || both.has(id) || entityTypeOf(inventory, id) !== 'Account') continue;
      const description =
        'Has GetChanges and GetChangesAll by different groups: together they give the keys of all accounts';
      yield otherRightRecord({
        ...{ name: 'DCSync', description, entity: ['Account', id], object: domain },
        ...{ actsAs: { in: domain }, isInferred: true },
      });
    }
  }
}
