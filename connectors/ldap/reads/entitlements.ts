// Reads of Active Directory alone: services, computers, and who may act for others. Most accounts have none of these. A read is
// skipped when no changed account has, or had, any of them. Otherwise it is a full read.
import type { Read, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { type Changes, changesSince } from '../directory/changes.ts';
import { ensureIndexed, type Found, identify, identifyingAttributes } from '../directory/indexing.ts';
import { entriesById } from '../directory/lookups.ts';
import { scan } from '../directory/scan.ts';
import {
  containmentRecord,
  delegationTargets,
  domainRecord,
  domainResourceClasses,
  entitledFilter,
  entitlementAttributes,
  entitlementRecords,
  isEntitled,
  privilegedEntitlements,
  resourceRecords,
  unofferedService,
} from '../records/entitlements.ts';
import { createPage, type PageUnderWay } from '../records/pages.ts';

type Sources = AsyncIterable<Found>;
type Records = AsyncIterable<SourceRecord>;

export const entitlementReads: readonly Read<LdapClient>[] = [
  {
    lands: 'ResourceClass',
    async *pages() {
      yield { records: domainResourceClasses };
    },
  },
  entitlementRead('ResourceInstance', ['ResourceClass'], resources),
  entitlementRead('ResourceInstanceContainsResourceInstance', ['ResourceInstance'], containments),
  entitlementRead('EntityAssignedAccessToObject', ['Account', 'UserGroup', 'Role', 'ResourceInstance'], assignments),
];

function entitlementRead(
  lands: string,
  needs: readonly string[],
  records: (client: LdapClient, entitled: Sources, page: PageUnderWay) => Records,
): Read<LdapClient> {
  return {
    lands,
    needs,
    async *pages(client, _cursor, since) {
      const changes = await changesSince(client, lands, since);
      const next = await client.position();
      if (changes && !(await touchesEntitlements(client, changes))) {
        yield createPage({ next, changesOnly: true }).take();
        return;
      }
      const page = createPage({ next });
      for await (const record of records(client, entitledEntries(client, page), page)) {
        page.add(record, record.id);
        if (page.isFull) yield page.take();
      }
      yield page.take();
    },
  };
}

const decided = new WeakMap<Changes, Promise<boolean>>();

function touchesEntitlements(client: LdapClient, changes: Changes): Promise<boolean> {
  const answer = decided.get(changes) ?? findWhetherTouched(client, changes);
  decided.set(changes, answer);
  return answer;
}

async function findWhetherTouched(client: LdapClient, changes: Changes): Promise<boolean> {
  for (const type of ['EntityAssignedAccessToObject', 'ResourceInstance'] as const) {
    const field = type === 'ResourceInstance' ? 'id' : 'entityId';
    const holders = new Set((await client.landedBefore!(type, field)).values());
    // The id of a resource that is an account ends with the account's.
    for (const holder of holders) {
      const id = String(holder).replace(/^(?:computer|service-account):/, '');
      if (changes.entities.has(id) || changes.isGone(id)) return true;
    }
  }
  const attributes = [...identifyingAttributes(client), ...entitlementAttributes];
  for await (const { entries } of entriesById(client, changes.ofKind('account'), attributes)) {
    if (entries.some(isEntitled)) return true;
  }
  return false;
}

async function* entitledEntries(client: LdapClient, page: PageUnderWay): Sources {
  const attributes = [...new Set([...identifyingAttributes(client), ...entitlementAttributes])];
  const search = { what: 'computers and services', filter: entitledFilter, attributes };
  for await (const { entries, gaps } of scan(client, search)) {
    page.note(gaps);
    for (const entry of entries) {
      const found = identify(client, entry);
      if (found && 'id' in found && found.kind === 'account') yield found;
    }
  }
}

async function* resources(client: LdapClient, entitled: Sources): Records {
  yield domainRecord(client);
  const targets = new Map<string, string>();
  const offered = new Set<string>();
  for await (const found of entitled) {
    for (const record of resourceRecords(client, found)) {
      offered.add(record.id);
      yield record;
    }
    for (const [id, name] of delegationTargets(found)) targets.set(id, name);
  }
  for (const [id, name] of targets) if (!offered.has(id)) yield unofferedService(client, id, name);
}

async function* containments(client: LdapClient, entitled: Sources): Records {
  for await (const record of resources(client, entitled)) {
    if (record['parentId'] !== undefined) yield containmentRecord(record);
  }
}

async function* assignments(client: LdapClient, entitled: Sources, page: PageUnderWay): Records {
  page.note(await ensureIndexed(client, ['account', 'group']));
  yield* privilegedEntitlements(client);
  for await (const found of entitled) yield* entitlementRecords(client, found);
}
