// Which parts of the machine each read needs, and which gaps result when such a part cannot be read.
import type { Gap, Page, Read, Rejection, Within } from '../../src/connector/contract.ts';
import type { HostClient } from './client.ts';
import type { Inventory, Part } from './inventory.ts';
import { pageRecords } from './limits.ts';
import { loginAccounts, unitUserAccounts } from './records/accounts.ts';
import { authenticators, integratedApplications, passwordEnrollments } from './records/application.ts';
import { accountAssignments, keyAssignments, roleAssignments, unitAssignments } from './records/assignments.ts';
import { userGroups } from './records/groups.ts';
import { accountId, groupId } from './records/ids.ts';
import { danglingMembers, memberships, unresolvableHolders } from './records/memberships.ts';
import type { Placed } from './records/placed.ts';
import { resourceClasses, resourceContainments, resourceInstances } from './records/resources.ts';
import { powerfulGroupRoles, sudoRuleRoles } from './records/roles.ts';
import { keyAccounts } from './records/tokens.ts';

interface Landing {
  readonly lands: string;
  readonly needs?: readonly string[];
  readonly records: readonly ((inventory: Inventory) => Iterable<Placed>)[];
  /** Parts without which records are missing. */
  readonly objectsFrom?: readonly Part[];
  /** Parts without which only fields are missing. */
  readonly fieldsFrom?: readonly Part[];
  /** Parts whose unusable lines are reported here; each part is reported once. */
  readonly reports?: readonly Part[];
  /** Local id of the object that a rejected line describes. */
  readonly idOf?: (name: string) => string;
  /** The field with the id of an SSH key. */
  readonly ownerField?: string;
  readonly rejects?: (inventory: Inventory) => readonly Rejection[];
  readonly lacks?: (inventory: Inventory) => readonly Gap[];
}

const landings: readonly Landing[] = [
  {
    lands: 'IntegratedApplication',
    records: [integratedApplications],
    fieldsFrom: ['release', 'sshd'],
    reports: ['release'],
  },
  { lands: 'Authenticator', records: [authenticators], fieldsFrom: ['sshd'] },
  { lands: 'ResourceClass', records: [resourceClasses] },
  {
    lands: 'ResourceInstance',
    needs: ['ResourceClass'],
    records: [resourceInstances],
    objectsFrom: ['sudoers', 'units'],
    reports: ['units'],
  },
  {
    lands: 'ResourceInstanceContainsResourceInstance',
    needs: ['ResourceInstance'],
    records: [resourceContainments],
    objectsFrom: ['sudoers', 'units'],
  },
  {
    lands: 'UserGroup',
    records: [userGroups],
    objectsFrom: ['group'],
    reports: ['group'],
    idOf: name => groupId({ key: name }),
  },
  {
    lands: 'Account',
    records: [loginAccounts, keyAccounts, unitUserAccounts],
    objectsFrom: ['passwd', 'keys', 'sshd', 'units'],
    fieldsFrom: ['shadow', 'group', 'sudoers', 'logins', 'loginDefs'],
    reports: ['passwd', 'shadow', 'loginDefs', 'sshd', 'keys', 'logins'],
    ownerField: 'id',
    idOf: name => accountId({ name }),
  },
  {
    lands: 'Role',
    records: [sudoRuleRoles, powerfulGroupRoles],
    objectsFrom: ['sudoers', 'group'],
    reports: ['sudoers'],
  },
  {
    lands: 'AuthenticatorEnrollment',
    needs: ['Account'],
    records: [passwordEnrollments],
    objectsFrom: ['passwd', 'shadow'],
  },
  {
    lands: 'EntityManagedViaObject',
    needs: ['Account', 'UserGroup', 'Role'],
    records: [memberships],
    objectsFrom: ['passwd', 'group', 'sudoers'],
    rejects: danglingMembers,
    lacks: unresolvableHolders,
  },
  {
    lands: 'EntityAssignedAccessToObject',
    needs: ['Account', 'Role', 'ResourceInstance'],
    records: [accountAssignments, keyAssignments, unitAssignments, roleAssignments],
    objectsFrom: ['passwd', 'group', 'keys', 'sshd', 'sudoers', 'units'],
    ownerField: 'entityId',
    fieldsFrom: ['shadow'],
  },
];

export const landedTypes = landings.map(({ lands }) => lands);

export const hostReads: readonly Read<HostClient>[] = landings.map(landing => ({
  lands: landing.lands,
  ...(landing.needs && { needs: landing.needs }),
  pages: client => pagesOf(client, landing),
}));

/**
 * Pages without a cursor: the files are read in one go, so an interrupted read starts again. Gaps and rejections come
 * with the first page, which is there even when there are no records.
 */
async function* pagesOf(client: HostClient, landing: Landing): AsyncGenerator<Page> {
  const inventory = await client.inventory();
  const findings = { gaps: gapsOf(inventory, landing), rejected: rejectedOf(inventory, landing) };
  let isFirst = true;
  let page: Placed[] = [];
  const finish = (): Page => {
    const placed = page;
    const result = {
      records: placed.map(({ record }) => record),
      place: (index: number) => placed[index]!.place,
      ...(isFirst && findings),
    };
    isFirst = false;
    page = [];
    return result;
  };
  for (const records of landing.records) {
    for (const placed of records(inventory)) {
      page.push(placed);
      if (page.length === pageRecords) yield finish();
    }
  }
  if (isFirst || page.length > 0) yield finish();
}

/** The SSH keys of some accounts, by their ids in a field. */
const keysWithin = (field: string, owners: readonly string[]): Within => ({
  field,
  startsWith: owners.flatMap(name => [`ssh-key:${name}:`, `ssh-ca:${name}:`]),
});

/** Parts of optional files, without which the machine goes on. */
const optionalParts: ReadonlySet<Part> = new Set(['keys', 'units', 'logins', 'release']);

/** A rejected line that the machine accepts is also a gap of the types that need its part but do not report it. */
function gapsOf(
  inventory: Inventory,
  { objectsFrom = [], fieldsFrom = [], reports = [], ownerField, lacks }: Landing,
): Gap[] {
  const gapsFrom = (parts: readonly Part[], missing: Gap['missing']) =>
    parts.flatMap(part =>
      inventory.findings[part].troubles.map(({ reason, subject, message, harmless, nothingThere, owners }): Gap => {
        if (harmless || (nothingThere && optionalParts.has(part)))
          return { reason, subject, message, missing: 'fields' };
        const within = owners && ownerField && keysWithin(ownerField, owners);
        return { reason, subject, message, missing, ...(within && missing === 'objects' && { within }) };
      }),
    );
  const unlandedIn = (parts: readonly Part[], missing: Gap['missing']) =>
    parts
      .filter(part => !reports.includes(part))
      .flatMap(part => inventory.findings[part].rejected.filter(({ harmless }) => harmless === false))
      .map(({ place, reasons }) => ({
        reason: 'failed' as const,
        subject: place,
        message: reasons.join('; '),
        missing,
      }));
  return [
    ...gapsFrom(objectsFrom, 'objects'),
    ...gapsFrom(fieldsFrom, 'fields'),
    ...unlandedIn(objectsFrom, 'objects'),
    ...unlandedIn(fieldsFrom, 'fields'),
    ...(lacks?.(inventory) ?? []),
  ];
}

/** A rejected line is harmless unless its finding says otherwise: the machine ignores it too, so no object is missing. */
function rejectedOf(inventory: Inventory, { reports = [], idOf, rejects }: Landing): Rejection[] {
  const lines = reports.flatMap(part => inventory.findings[part].rejected);
  const named = lines.map(({ describes, ...rejection }) => ({
    ...rejection,
    ...(idOf && describes !== undefined && { id: idOf(describes) }),
  }));
  return [...named, ...(rejects?.(inventory) ?? [])].map(rejection => ({ harmless: true, ...rejection }));
}
