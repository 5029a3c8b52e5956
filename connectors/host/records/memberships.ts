// Memberships: accounts in groups, accounts and groups that hold sudo rules, and groups that hold a root-equivalent role.
import type { Gap, Rejection } from '../../../src/connector/contract.ts';
import type { Inventory } from '../inventory.ts';
import { accountId, groupId, powerfulGroupRoleId, relationId, ruleId } from './ids.ts';
import type { Placed } from './placed.ts';

export function* memberships(inventory: Inventory): Generator<Placed> {
  for (const { account, group, place } of inventory.directory.memberships) {
    yield related(accountId(account), 'Account', groupId(group), 'UserGroup', place);
  }
  for (const rule of inventory.rules) {
    if (!rule.applies) continue;
    const place = rule.places[0]!;
    for (const account of rule.accounts) yield related(accountId(account), 'Account', ruleId(rule), 'Role', place);
    for (const group of rule.groups) yield related(groupId(group), 'UserGroup', ruleId(rule), 'Role', place);
  }
  for (const { group } of inventory.powerfulGroups) {
    yield related(groupId(group), 'UserGroup', powerfulGroupRoleId(group), 'Role', group.place);
  }
}

function related(
  entityId: string,
  entityType: string,
  managedViaObjectId: string,
  managedViaObjectType: string,
  place: string,
): Placed {
  const id = relationId(entityId, 'via', managedViaObjectId);
  return { record: { id, entityId, entityType, managedViaObjectId, managedViaObjectType }, place };
}

/** Members and rule holders that are named but do not exist. */
export function danglingMembers({ directory, rules }: Inventory): Rejection[] {
  const members = directory.dangling.map(({ place, message, unreadable }) => ({
    place,
    reasons: [message],
    ...(unreadable && {
      harmless: false,
      id: relationId(accountId({ name: unreadable.member }), 'via', groupId(unreadable.group)),
    }),
  }));
  const holders = rules.flatMap(({ unknown, places }) =>
    unknown.map(name => ({
      place: places[0]!,
      reasons: [`The sudo rule is for ${name}`],
    })),
  );
  return [...members, ...holders];
}

/** Holders and hosts that only a name service or the network could resolve. */
export function unresolvableHolders({ rules }: Inventory): Gap[] {
  return rules.flatMap(({ unsupported, places }) =>
    unsupported.map(
      name =>
        ({
          reason: 'unsupported',
          subject: places[0]!,
          message: `${name}: netgroups, plugin groups and, unless host_addresses is set, addresses cannot be resolved from files`,
          missing: 'fields',
        }) as const,
    ),
  );
}
