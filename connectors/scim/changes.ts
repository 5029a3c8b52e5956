// Reads objects of one type: all of them, or only those that have changed since the last read. SCIM has no list of changes. So changed
// objects are found by their time of change, and deleted ones by comparing all ids with those that were landed before.
import type { Gap, Page } from '../../src/connector/contract.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { localIdOf, textOf } from './attributes.ts';
import type { ScimClient } from './client.ts';
import { type ListPage, listPages } from './list.ts';
import { listResponse } from './list-response.ts';
import { single } from './member-source.ts';

export interface ObjectRead {
  readonly type: string;
  readonly endpoint: string;
  /** Parameters of the lists. */
  readonly query: Readonly<Record<string, string>>;
  /** A field that all landed objects have. */
  readonly field: string;
  toPage(page: ListPage): Promise<Page>;
  /** Whether a page shows an attribute that a service may never send, and the gap when no page of a full read does. */
  readonly shown?: { inPage(page: ListPage): boolean; readonly otherwise: Gap };
}

interface Cursor {
  /** The time from which only changes are read; absent: everything is read. */
  readonly since?: string | undefined;
  /** Where the next read starts, as this one has found it at its beginning. */
  readonly next?: string | undefined;
  readonly at: string;
  /** Whether a page has shown the attribute of `ObjectRead.shown`. */
  readonly isShown?: boolean | undefined;
}

/** Changes of this long before the last read are read again, because the nodes of a service have different clocks. */
const overlapMs = 5 * 60_000;

export async function* objectPages(
  client: ScimClient,
  read: ObjectRead,
  cursor?: string,
  since?: string,
): AsyncGenerator<Page> {
  const former: Cursor | undefined = cursor === undefined ? undefined : JSON.parse(cursor);
  const from = former ? former.since : await changesSince(client, read, since);
  const next = former ? former.next : startOfNext(client);
  const filter = from === undefined ? {} : { filter: `meta.lastModified gt "${from}"` };
  const common = { ...(from !== undefined && { changesOnly: true }), ...(next !== undefined && { next }) };
  const brought = new Set<string>();
  let isShown = former ? (former.isShown ?? true) : read.shown === undefined;
  let isEmpty = former === undefined;
  for await (const page of listPages(client, read.endpoint, {
    cursor: former?.at,
    query: { ...read.query, ...filter },
  })) {
    const { cursor: at, ...own } = await read.toPage(page);
    isShown ||= read.shown!.inPage(page);
    isEmpty &&= page.resources.length === 0;
    const hidden = from === undefined && at === undefined && !isShown && !isEmpty ? [read.shown!.otherwise] : [];
    for (const { id } of from === undefined ? [] : own.records) brought.add(id);
    const position: Cursor | undefined = at === undefined ? undefined : { since: from, next, at, isShown };
    yield {
      ...own,
      gaps: [...(own.gaps ?? []), ...hidden],
      ...common,
      ...(position && { cursor: JSON.stringify(position) }),
    };
  }
  if (from !== undefined) yield { ...(await sweep(client, read, brought)), ...common };
}

/** The time by the clock of the service at which it was opened, before anything was read. */
function startOfNext({ openedAt }: ScimClient): string | undefined {
  return openedAt === undefined ? undefined : new Date(openedAt - overlapMs).toISOString();
}

/** @returns `since` when the service finds changes, and it is known what was landed before */
async function changesSince(
  client: ScimClient,
  { endpoint }: ObjectRead,
  since: string | undefined,
): Promise<string | undefined> {
  if (since === undefined || Number.isNaN(Date.parse(since)) || !client.context.landedBefore) return undefined;
  return client.discovery.filters && (await findsChanges(client, endpoint)) ? since : undefined;
}

/**
 * Whether the filter by time of change works. Many services accept a filter and ignore it, or keep no time of change. So the filter must
 * find nothing for a time in the far future, and something for 1970.
 */
async function findsChanges(client: ScimClient, endpoint: string): Promise<boolean> {
  const counted = async (time: string) => {
    const filter = `meta.lastModified gt "${time}"`;
    const request = {
      url: endpoint,
      query: { filter, startIndex: 1, count: 1 },
      accepts: [400, 403, 404, 405, 500, 501],
    };
    try {
      const answer = await client.http.send(request);
      if (answer.status >= 300) return undefined;
      const { total, resources } = listResponse(answer, false);
      return total ?? resources.length;
    } catch (error) {
      // An answer that is no list does not show that the filter works.
      if (error instanceof HttpError) return undefined;
      throw error;
    }
  };
  return (await counted('2999-01-01T00:00:00.000Z')) === 0 && ((await counted('1970-01-01T00:00:00.000Z')) ?? 0) > 0;
}

/** What was deleted, and objects that are new although their time of change is old, such as restored ones. */
async function sweep(client: ScimClient, read: ObjectRead, brought: ReadonlySet<string>): Promise<Page> {
  const landed = await client.context.landedBefore!(read.type, read.field);
  const present = new Set<string>();
  const missed: string[] = [];
  const query = { attributes: 'id' };
  for await (const { resources, gaps } of listPages(client, read.endpoint, { query })) {
    // Without all ids, nothing is known to be deleted.
    if (gaps.length > 0) return { records: [], gaps };
    for (const resource of resources) {
      const id = textOf(resource, 'id');
      if (id === undefined) continue;
      const local = localIdOf(id);
      present.add(local);
      if (!landed.has(local) && !brought.has(local)) missed.push(id);
    }
  }
  const found = await Promise.all(missed.map(id => single(client, read.endpoint, id)));
  const subject = `GET ${read.endpoint} one by one`;
  const page = await read.toPage({ resources: found.filter(resource => resource !== undefined), subject, gaps: [] });
  return { ...page, removed: [...landed.keys()].filter(id => !present.has(id)) };
}
