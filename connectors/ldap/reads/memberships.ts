// Memberships. A full read goes through all groups. An incremental one finds which groups have a changed member, and which members a
// changed group has: a membership can change although the member's entry, or the group's, does not.
import type { Page, Read } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { type Changes, changesSince } from '../directory/changes.ts';
import { dnKey } from '../directory/dn.ts';
import { textsOf } from '../directory/entry.ts';
import { ensureIndexed, type Found, identify, identifyingAttributes } from '../directory/indexing.ts';
import { kindFilter } from '../directory/kinds.ts';
import { CutOffValues, scan } from '../directory/scan.ts';
import { groupsPerPage } from '../limits.ts';
import type { RawEntry } from '../protocol/messages.ts';
import {
  memberAttributesOf,
  membership,
  membersOf,
  primaryGroupOf,
  primaryMemberships,
  privilegedMemberships,
  strangersGap,
  unevaluatedGap,
} from '../records/memberships.ts';
import { createPage, type PageUnderWay } from '../records/pages.ts';
import { canRecompute, changedMemberships } from './changed-memberships.ts';

export const membershipRead: Read<LdapClient> = {
  lands: 'EntityManagedViaObject',
  needs: ['Account', 'UserGroup', 'Role'],
  async *pages(client, _cursor, since) {
    const changes = await changesSince(client, 'EntityManagedViaObject', since);
    const next = await client.position();
    if (changes && canRecompute(client, changes)) yield* changedPages(client, changes, next);
    else yield* allPages(client, next);
  },
};

async function* allPages(client: LdapClient, next: string | undefined): AsyncGenerator<Page> {
  const page = createPage({ next });
  page.note(await ensureIndexed(client, ['account', 'group', 'role']));
  const attributes = [...identifyingAttributes(client), ...memberAttributesOf(client), 'memberURL'];
  const filter = kindFilter(['group', 'role'], client.server.kind);
  for await (const { entries, gaps } of scan(client, {
    what: 'members',
    filter,
    attributes,
    pageSize: groupsPerPage,
  })) {
    page.note(gaps);
    for (const entry of entries) {
      const holder = holderIn(client, entry);
      if (holder) yield* membersIn(client, holder, page);
    }
  }
  if (client.server.kind === '389-ds') yield* serverRoles(client, page);
  for (const record of [...privilegedMemberships(client)]) page.add(record, client.base);
  for (const record of primaryMemberships(client)) {
    page.add(record, 'primary group');
    if (page.isFull) yield page.take();
  }
  yield page.take();
}

async function* membersIn(client: LdapClient, holder: Found, page: PageUnderWay): AsyncGenerator<Page> {
  const strangers = { outside: 0, unknown: 0, names: [] };
  const known = new Set<string>([holder.id]);
  const { dn } = holder.entry;
  try {
    for await (const members of membersOf(client, holder, strangers)) {
      for (const member of members) {
        // A group of Unix may list those whose primary group it is; they come with the primary groups.
        if (known.has(member.id) || primaryGroupOf(client, member)?.id === holder.id) continue;
        known.add(member.id);
        page.add(membership(member, holder), dn);
        if (page.isFull) yield page.take();
      }
    }
  } catch (error) {
    if (!(error instanceof CutOffValues)) throw error;
    const within = { field: 'managedViaObjectId', is: [holder.id] };
    page.note([{ reason: 'failed', subject: dn, message: error.message, missing: 'objects', within }]);
  }
  page.note(strangersGap(dn, client.base, strangers));
  if (known.size === 1) page.note(unevaluatedGap(holder.entry));
}

function holderIn(client: LdapClient, entry: RawEntry): Found | undefined {
  const found = identify(client, entry);
  return found && 'id' in found && (found.kind === 'group' || found.kind === 'role') ? found : undefined;
}

/** 389 Directory Server computes who has a role, and shows it as an attribute of the account when asked for it by name. */
async function* serverRoles(client: LdapClient, page: PageUnderWay): AsyncGenerator<Page> {
  const filter = kindFilter(['account'], client.server.kind);
  const attributes = [...identifyingAttributes(client), 'nsRole'];
  for await (const { entries, gaps } of scan(client, { what: 'roles of accounts', filter, attributes })) {
    page.note(gaps);
    for (const entry of entries) {
      const found = identify(client, entry);
      if (!found || !('id' in found) || found.kind !== 'account') continue;
      for (const dn of new Set(textsOf(entry, 'nsRole'))) {
        const key = dnKey(dn);
        const role = key === undefined ? undefined : client.index.find(key);
        if (role?.kind === 'role') page.add(membership(found, role), entry.dn);
      }
    }
    if (page.isFull) yield page.take();
  }
}

async function* changedPages(client: LdapClient, changes: Changes, next: string | undefined): AsyncGenerator<Page> {
  const page = createPage({ next, changesOnly: true });
  const { records, removed, gaps } = await changedMemberships(client, changes);
  page.remove(removed);
  page.note(gaps);
  for (const record of records.values()) {
    page.add(record, 'changed membership');
    if (page.isFull) yield page.take();
  }
  yield page.take();
}
