// The reads of a directory: what each searches for, and what it makes of an entry.
import type { Page, Read, SourceRecord } from '../../src/connector/contract.ts';
import type { LdapClient } from './client.ts';
import { addToIndex, ensureIndexed, type Found, identify, identifyingAttributes } from './directory/indexing.ts';
import { type EntityKind, kindFilter } from './directory/kinds.ts';
import { scan } from './directory/scan.ts';
import { groupsPerPage } from './limits.ts';
import type { RawEntry } from './protocol/messages.ts';
import { accountAttributes, accountRecord } from './records/accounts.ts';
import { applicationRecord, providerRecord } from './records/application.ts';
import {
  containerAttributes,
  departmentAbove,
  departmentRecord,
  directoryAbove,
  directoryRecord,
  isDepartment,
} from './records/containers.ts';
import { groupAttributes, groupRecord, roleRecord } from './records/groups.ts';
import { memberAttributes, membership, membersOf, primaryMemberships, strangersGap } from './records/memberships.ts';
import { createPage } from './records/pages.ts';
import { relationshipId } from './records/relations.ts';

type LdapRead = Read<LdapClient>;

/** A read that makes at most one record of each entry of a kind. */
interface EntityRead {
  readonly lands: string;
  readonly needs?: readonly string[];
  readonly what: string;
  readonly kind: EntityKind;
  readonly attributes: (client: LdapClient) => readonly string[];
  /** Kinds that must be in the index before. */
  readonly indexed: readonly EntityKind[];
  readonly record: (client: LdapClient, found: Found) => SourceRecord | undefined;
}

const attributesFor = (
  client: LdapClient,
  { ldap, activeDirectory }: { ldap: readonly string[]; activeDirectory: readonly string[] },
) => (client.server.kind === 'active-directory' ? activeDirectory : ldap);

const directories: EntityRead = {
  lands: 'ObjectDirectory',
  needs: ['DirectoryProvider'],
  what: 'containers',
  kind: 'container',
  attributes: () => containerAttributes,
  indexed: ['container'],
  record: (client, { entry, id, key }) =>
    isDepartment(entry, client) ? undefined : directoryRecord(client, entry, id, key),
};

const departments: EntityRead = {
  lands: 'Department',
  what: 'organizational units',
  kind: 'container',
  attributes: () => containerAttributes,
  indexed: ['container'],
  record: (client, { entry, id }) => (isDepartment(entry, client) ? departmentRecord(entry, id) : undefined),
};

const departmentEdges: EntityRead = {
  lands: 'DepartmentContainsDepartment',
  needs: ['Department'],
  what: 'organizational units',
  kind: 'container',
  attributes: () => containerAttributes,
  indexed: ['container'],
  record: (client, { entry, id, key }) => {
    const parentId = isDepartment(entry, client) ? departmentAbove(client, key) : undefined;
    return parentId === undefined ? undefined : { id: relationshipId(parentId, 'contains', id), parentId, childId: id };
  },
};

const accounts: EntityRead = {
  lands: 'Account',
  needs: ['ObjectDirectory', 'Department'],
  what: 'accounts',
  kind: 'account',
  attributes: client => attributesFor(client, accountAttributes),
  indexed: ['container'],
  record: (client, { entry, id, key }) =>
    accountRecord(client, entry, id, {
      containerId: directoryAbove(client, key),
      department: undefined,
      isAdmin: undefined,
    }),
};

const groups: EntityRead = {
  lands: 'UserGroup',
  needs: ['Account'],
  what: 'groups',
  kind: 'group',
  attributes: () => groupAttributes,
  indexed: ['account'],
  record: (client, { entry, id }) => groupRecord(entry, id, client.index),
};

const roles: EntityRead = {
  lands: 'Role',
  needs: ['ObjectDirectory'],
  what: 'roles',
  kind: 'role',
  attributes: () => groupAttributes,
  indexed: ['container'],
  record: (client, { entry, id, key }) => roleRecord(entry, id, directoryAbove(client, key)),
};

export function ldapReads({ settings }: LdapClient): LdapRead[] {
  return [
    single('IntegratedApplication', applicationRecord),
    single('DirectoryProvider', providerRecord),
    entityRead(directories),
    ...(settings.organizational_units === 'departments' ? [departments, departmentEdges].map(entityRead) : []),
    entityRead(accounts),
    entityRead(groups),
    entityRead(roles),
    { lands: 'EntityManagedViaObject', needs: ['Account', 'UserGroup', 'Role'], pages: membershipPages },
  ];
}

function single(lands: string, record: (client: LdapClient) => SourceRecord): LdapRead {
  return {
    lands,
    async *pages(client) {
      yield { records: [record(client)], place: () => client.base };
    },
  };
}

function entityRead({ lands, needs, ...read }: EntityRead): LdapRead {
  return { lands, ...(needs && { needs }), pages: client => entityPages(client, read) };
}

/** The entries of a kind. On the way they get into the index, unless they have to be there before. */
async function* entityPages(client: LdapClient, read: Omit<EntityRead, 'lands' | 'needs'>): AsyncGenerator<Page> {
  const page = createPage();
  page.note(await ensureIndexed(client, read.indexed));
  const isIndexed = client.indexed.has(read.kind);
  let isWhole = true;
  const { what, kind } = read;
  const attributes = [...new Set([...identifyingAttributes(client), ...read.attributes(client)])];
  for await (const { entries, gaps } of scan(client, {
    what,
    filter: kindFilter([kind], client.server.kind),
    attributes,
  })) {
    page.note(gaps);
    isWhole &&= gaps.every(({ missing }) => missing === 'fields');
    for (const entry of entries) {
      const found = identify(client, entry);
      if (found === undefined || ('kind' in found && found.kind !== kind)) continue;
      if ('reason' in found) {
        page.reject({ place: entry.dn, reasons: [found.reason] });
        continue;
      }
      if (!isIndexed) addToIndex(client, found);
      const record = read.record(client, found);
      if (record) page.add(record, entry.dn);
    }
    if (page.isFull) yield page.take();
  }
  if (isWhole) client.indexed.add(kind);
  yield page.take();
}

async function* membershipPages(client: LdapClient): AsyncGenerator<Page> {
  const page = createPage();
  page.note(await ensureIndexed(client, ['account', 'group', 'role']));
  const attributes = [...identifyingAttributes(client), ...attributesFor(client, memberAttributes)];
  const filter = kindFilter(['group', 'role'], client.server.kind);
  for await (const scanned of scan(client, { what: 'members', filter, attributes, pageSize: groupsPerPage })) {
    page.note(scanned.gaps);
    for (const entry of scanned.entries) {
      const found = holderIn(client, entry);
      if (!found) continue;
      const strangers = { outside: 0, unknown: 0, names: [] };
      const known = new Set<string>();
      for await (const members of membersOf(client, found, strangers)) {
        for (const member of members) {
          if (member.id === found.id || known.has(member.id)) continue;
          known.add(member.id);
          page.add(membership(member, found), entry.dn);
          if (page.isFull) yield page.take();
        }
      }
      page.note(strangersGap(entry.dn, client.base, strangers));
    }
  }
  for (const record of primaryMemberships(client, undefined)) {
    page.add(record, 'primary group');
    if (page.isFull) yield page.take();
  }
  yield page.take();
}

function holderIn(client: LdapClient, entry: RawEntry): Found | undefined {
  const found = identify(client, entry);
  return found && 'id' in found && (found.kind === 'group' || found.kind === 'role') ? found : undefined;
}
