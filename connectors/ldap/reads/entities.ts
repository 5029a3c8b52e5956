// Reads that make at most one record of each entry of a kind.
import type { Gap, ObjectReader, Page, Read, SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { type Changes, changesSince } from '../directory/changes.ts';
import { addToIndex, ensureIndexed, type Found, identify, identifyingAttributes } from '../directory/indexing.ts';
import { type EntityKind, kindFilter } from '../directory/kinds.ts';
import { entriesById } from '../directory/lookups.ts';
import { type ScannedPage, scan } from '../directory/scan.ts';
import { createPage } from '../records/pages.ts';

export interface EntityRead {
  readonly lands: string;
  readonly needs?: readonly string[];
  /** What is searched, for messages. */
  readonly what: string;
  readonly kind: EntityKind;
  readonly attributes: (client: LdapClient) => readonly string[];
  /** Kinds that must be in the index before the read. */
  readonly indexed: readonly EntityKind[];
  readonly record: (client: LdapClient, found: Found) => SourceRecord | undefined | Promise<SourceRecord | undefined>;
  /** What an entry does not say, so that fields of its record are missing or not as they seem. */
  readonly lacks?: (client: LdapClient, found: Found) => Promise<readonly Gap[]>;
  /** Whether all records must be read again, because something outside of their entries has changed. Absent: never. */
  readonly isStale?: (client: LdapClient, changes: Changes) => boolean;
}

export function entityRead(read: EntityRead): Read<LdapClient> {
  const { lands, needs } = read;
  return {
    lands,
    ...(needs && { needs }),
    async *pages(client, _cursor, since) {
      const changes = await changesSince(client, lands, since);
      const next = await client.position();
      if (changes && !read.isStale?.(client, changes)) yield* changedPages(client, read, changes, next);
      else yield* allPages(client, read, next);
    },
  };
}

/** Adds the entries to the index, unless they had to be in it before the read. */
async function* allPages(client: LdapClient, read: EntityRead, next: string | undefined): AsyncGenerator<Page> {
  const page = createPage({ next });
  page.note(await ensureIndexed(client, read.indexed));
  const { what, kind } = read;
  const isIndexed = client.indexed.has(kind);
  let isWhole = true;
  const filter = kindFilter([kind], client.server.kind);
  for await (const scanned of scan(client, { what, filter, attributes: attributesOf(client, read) })) {
    isWhole &&= scanned.gaps.every(({ missing }) => missing === 'fields');
    for (const found of await addEntries(client, read, scanned, page)) if (!isIndexed) addToIndex(client, found);
    if (page.isFull) yield page.take();
  }
  if (isWhole) client.indexed.add(kind);
  yield page.take();
}

async function* changedPages(
  client: LdapClient,
  read: EntityRead,
  changes: Changes,
  next: string | undefined,
): AsyncGenerator<Page> {
  const { lands, kind } = read;
  const page = createPage({ next, changesOnly: true });
  page.remove(await changes.removed(lands, kind));
  const ids = [...changes.ofKind(kind), ...(kind === 'account' ? changes.stale : [])];
  if (ids.length > 0) page.note(await ensureIndexed(client, read.indexed));
  for await (const scanned of entriesById(client, ids, attributesOf(client, read))) {
    await addEntries(client, read, scanned, page);
    if (page.isFull) yield page.take();
  }
  yield page.take();
}

/** Entries by their local ids. An entry that a search without a fault does not find below the base is gone. */
export const objectReader =
  (read: EntityRead): ObjectReader<LdapClient> =>
  async (client, ids) => {
    const page = createPage({ next: undefined });
    page.note(await ensureIndexed(client, read.indexed));
    const seen = new Set<string>();
    let isWhole = true;
    for await (const scanned of entriesById(client, ids, attributesOf(client, read))) {
      isWhole &&= scanned.gaps.length === 0;
      for (const entry of scanned.entries) seen.add(client.ids.idOf(entry) ?? '');
      await addEntries(client, read, scanned, page);
    }
    return { ...page.take(), gone: isWhole ? ids.filter(id => !seen.has(id)) : [] };
  };

function attributesOf(client: LdapClient, read: EntityRead): readonly string[] {
  return [...new Set([...identifyingAttributes(client), ...read.attributes(client)])];
}

async function addEntries(
  client: LdapClient,
  read: EntityRead,
  { entries, gaps }: ScannedPage,
  page: ReturnType<typeof createPage>,
): Promise<Found[]> {
  page.note(gaps);
  const added: Found[] = [];
  for (const entry of entries) {
    const found = identify(client, entry);
    if (found === undefined || ('kind' in found && found.kind !== read.kind)) continue;
    if ('reason' in found) {
      page.reject({ place: entry.dn, reasons: [found.reason] });
      continue;
    }
    added.push(found);
    for (const gap of (await read.lacks?.(client, found)) ?? []) page.noteOnce(gap);
    const record = await read.record(client, found);
    if (record) page.add(record, entry.dn);
  }
  return added;
}
