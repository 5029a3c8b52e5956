// Lists of a SCIM service page by page (RFC 7644, section 3.4.2.4; RFC 9865), as services really page: with fewer objects than were
// asked for, with totals that are wrong, always with the first page, or by cursor whatever was asked for.
import { createHash } from 'node:crypto';
import type { Gap } from '../../src/connector/contract.ts';
import { gapOf, HttpError } from '../../src/connector/http/http-error.ts';
import { textOf } from './attributes.ts';
import type { ScimClient } from './client.ts';
import { type ListResponse, listResponse } from './list-response.ts';

/** Where a list continues. As text it is a part of the cursor of a read. */
interface Position {
  readonly start: number;
  readonly received: number;
  /** The largest total so far, and the one of the last page. */
  readonly most?: number | undefined;
  readonly total?: number | undefined;
  /** Id of the first object of the list. */
  readonly firstId?: string | undefined;
  /** Digest of the ids of the last page. */
  readonly digest?: string | undefined;
  readonly count: number;
  /** The cursor of this page; empty: the first page of a list that is paged by cursor; absent: it is paged by index. */
  readonly pageCursor?: string | undefined;
  /** Pages without objects since the last one that had some. */
  readonly emptyPages?: number | undefined;
  /** How many pages came, and the digest of the last one whose number is a power of two: pages that come in a circle meet it again. */
  readonly pages?: number | undefined;
  readonly mark?: string | undefined;
}

export interface ListPage {
  readonly resources: readonly unknown[];
  /** The request, for messages. */
  readonly subject: string;
  /** Absent after the last page. */
  readonly cursor?: string;
  readonly gaps: readonly Gap[];
}

export interface ListOptions {
  readonly cursor?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
}

/** How many pages without objects a service that pages by cursor may give in a row. */
const mostEmptyPages = 100;

/** All pages of a list. What cannot be read is a gap of the last page. @throws SourceUnavailable */
export async function* listPages(
  client: ScimClient,
  endpoint: string,
  { cursor, query = {} }: ListOptions = {},
): AsyncGenerator<ListPage> {
  let at: Position = cursor === undefined ? startOf(client) : JSON.parse(cursor);
  for (;;) {
    const subject = `GET ${endpoint} from ${at.start}`;
    let found: ListResponse | undefined;
    try {
      found = await pageAt(client, endpoint, query, at);
    } catch (error) {
      if (error instanceof HttpError && error.isTooLarge && at.count > 1) {
        at = { ...at, count: Math.ceil(at.count / 4) };
        continue;
      }
      if (error instanceof HttpError && error.status === 400 && at.pageCursor === '') {
        // It says that it pages by cursor, and does not know the parameter.
        at = { ...at, pageCursor: undefined };
        continue;
      }
      yield { resources: [], subject, gaps: [await listGap(client, endpoint, at, error)] };
      return;
    }
    if (!found) {
      yield { resources: [], subject, gaps: shortfall(at, subject, 'the service refuses to go on') };
      return;
    }
    const now = positionAfter(at, found);
    const repetition = repetitionOf(at, now, found);
    if (repetition) {
      yield { resources: [], subject, gaps: repetitionGaps(at, now, subject, repetition) };
      return;
    }
    const { resources } = found;
    if (resources.length === 0 || at.pageCursor !== undefined) {
      if (now.pageCursor === undefined) {
        yield { resources, subject, gaps: shortfall(now, subject, 'the list ends') };
        return;
      }
    }
    yield { resources, subject, cursor: JSON.stringify(now), gaps: [] };
    at = now;
  }
}

const startOf = ({ settings, discovery }: ScimClient): Position => ({
  ...{ start: 1, received: 0, count: settings.page_size },
  ...(discovery.pagesByCursor && { pageCursor: '' }),
});

/** @returns undefined when the service refuses an index beyond the end @throws HttpError, SourceUnavailable */
async function pageAt(
  client: ScimClient,
  endpoint: string,
  query: Readonly<Record<string, string>>,
  { start, count, pageCursor }: Position,
): Promise<ListResponse | undefined> {
  const place = pageCursor === undefined ? { startIndex: start } : { cursor: pageCursor };
  const isLaterByIndex = pageCursor === undefined && start > 1;
  const answer = await client.http.send({
    url: endpoint,
    query: { ...query, ...place, count },
    accepts: isLaterByIndex ? [400, 404, 416] : [],
  });
  return answer.status < 300 ? listResponse(answer, start > 1) : undefined;
}

/** After a page: a cursor in the answer says where the list goes on, also where an index was asked for. */
function positionAfter(at: Position, { resources, total, nextCursor }: ListResponse): Position {
  const ids = resources.map(resource => textOf(resource, 'id'));
  const digest = createHash('sha256').update(JSON.stringify(ids)).digest('base64url');
  const pages = (at.pages ?? 0) + 1;
  return {
    start: at.start + resources.length,
    received: at.received + resources.length,
    most: Math.max(at.most ?? 0, total ?? 0),
    total: total ?? at.total,
    firstId: at.firstId ?? ids[0],
    digest,
    count: at.count,
    pageCursor: nextCursor,
    emptyPages: resources.length === 0 ? (at.emptyPages ?? 0) + 1 : 0,
    pages,
    mark: Number.isInteger(Math.log2(pages)) ? digest : at.mark,
  };
}

/** Why reading on would never end, or bring objects twice; undefined: the list goes on. */
function repetitionOf(at: Position, now: Position, { resources }: ListResponse): string | undefined {
  if (now.pageCursor !== undefined && now.pageCursor === at.pageCursor)
    return 'the service gives the same cursor again';
  if ((now.emptyPages ?? 0) > mostEmptyPages) return `the service gives ${mostEmptyPages} pages without objects`;
  // Beyond the end, scimmy begins again. Others ignore startIndex.
  const again = at.firstId !== undefined && resources.some(resource => textOf(resource, 'id') === at.firstId);
  const isRepeated = at.start > 1 && resources.length > 0 && (again || [at.digest, at.mark].includes(now.digest));
  return isRepeated ? 'the service gives a former page again' : undefined;
}

/** Paged by index, a repetition is the end of some lists. A cursor says that there is more. */
function repetitionGaps(at: Position, now: Position, subject: string, what: string): Gap[] {
  const gap = (message: string): Gap => ({ reason: 'failed', subject, message, missing: 'objects' });
  const known = shortfall(at, subject, what);
  if (known.length > 0) return known;
  if (at.pageCursor !== undefined || now.pageCursor !== undefined) return [gap(`${what} after ${at.received} objects`)];
  const mayBeCut = at.total === undefined && at.received === at.count;
  return mayBeCut ? [gap(`${what} after ${at.received} objects, and does not say how many there are`)] : [];
}

/**
 * The gap that an error leaves. `unsupported` would mean that the service does not have the type, so its former objects would be dropped.
 * It counts only for groups, where the service has never shown any and does not say itself that they are there.
 */
async function listGap(
  { discovery, context }: ScimClient,
  endpoint: string,
  at: Position,
  error: unknown,
): Promise<Gap> {
  const gap = gapOf(error, 'objects');
  if (gap.reason !== 'unsupported') return gap;
  const announced = discovery.announced.get(endpoint);
  if (announced !== undefined) {
    const message = `${gap.message}; ResourceTypes of the service names this endpoint as ${JSON.stringify(announced.slice(0, 200))}`;
    return { ...gap, reason: 'failed', message };
  }
  if (endpoint !== discovery.groups || at.start > 1) return { ...gap, reason: 'failed' };
  const before = await context.landedBefore?.('UserGroup', 'name');
  return before === undefined || before.size === 0 ? gap : { ...gap, reason: 'failed' };
}

/**
 * Objects that the service has and did not give. A total that shrinks during the list means that objects were deleted, so those
 * behind them moved forward, and some may have been passed over.
 */
function shortfall({ received, most = 0, total = most }: Position, subject: string, what: string): Gap[] {
  if (received >= most) return [];
  const shrank = total < most && received >= total;
  const message = shrank
    ? `${what} after ${received} objects; there were ${most} at first, so objects were deleted meanwhile, and others may have been passed over`
    : `${what} after ${received} objects, and totalResults says ${most}`;
  return [{ reason: 'failed', subject, message, missing: 'objects' }];
}
