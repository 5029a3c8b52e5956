// Lists of a SCIM service page by page (RFC 7644, section 3.4.2.4), as services really page: with fewer objects than were asked
// for, with totals that are wrong, or always with the first page.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Gap } from '../../src/connector/contract.ts';
import { bodyAs } from '../../src/connector/http/answer.ts';
import { gapOf, HttpError } from '../../src/connector/http/http-error.ts';
import { nextStartIndex } from '../../src/connector/http/paging.ts';
import { textOf } from './attributes.ts';
import type { ScimClient } from './client.ts';

const listResponse = z.object({
  totalResults: z.int().nonnegative().optional().catch(undefined),
  // Services leave the member out when nothing was found.
  Resources: z
    .array(z.unknown())
    .nullish()
    .transform(found => found ?? []),
});

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

/** All pages of a list. What cannot be read is a gap of the last page. @throws SourceUnavailable */
export async function* listPages(
  client: ScimClient,
  endpoint: string,
  { cursor, query = {} }: ListOptions = {},
): AsyncGenerator<ListPage> {
  let at: Position =
    cursor === undefined
      ? { start: 1, received: 0, count: client.settings.page_size }
      : (JSON.parse(cursor) as Position);
  for (;;) {
    const { start, count } = at;
    const subject = `GET ${endpoint} from ${start}`;
    let found: z.output<typeof listResponse> | undefined;
    try {
      const request = { url: endpoint, query: { ...query, startIndex: start, count } };
      // Some services refuse an index beyond the end.
      const answer = await client.http.send({ ...request, accepts: start > 1 ? [400, 404, 416] : [] });
      found = answer.status < 300 ? bodyAs(answer, listResponse) : undefined;
    } catch (error) {
      if (error instanceof HttpError && error.isTooLarge && count > 1) {
        at = { ...at, count: Math.ceil(count / 4) };
        continue;
      }
      yield { resources: [], subject, gaps: [listGap(error, endpoint === client.discovery.groups && start === 1)] };
      return;
    }
    const { Resources: resources = [], totalResults } = found ?? {};
    const ids = resources.map(resource => textOf(resource, 'id'));
    const digest = createHash('sha256').update(JSON.stringify(ids)).digest('base64url');
    // Beyond the end, scimmy begins again. Others ignore startIndex.
    const isRepeated =
      start > 1 && ids.length > 0 && ((at.firstId !== undefined && ids.includes(at.firstId)) || digest === at.digest);
    if (isRepeated) {
      yield { resources: [], subject, gaps: shortfall(at, subject, 'the service gives a former page again') };
      return;
    }
    const next = nextStartIndex(start, { received: resources.length });
    const now = {
      start: next ?? start,
      received: at.received + resources.length,
      most: Math.max(at.most ?? 0, totalResults ?? 0),
      total: totalResults ?? at.total,
      firstId: start === 1 ? ids[0] : at.firstId,
      digest,
      count,
    };
    if (next === undefined) {
      yield {
        resources,
        subject,
        gaps: shortfall(now, subject, found ? 'the list ends' : 'the service refuses to go on'),
      };
      return;
    }
    yield { resources, subject, cursor: JSON.stringify(now), gaps: [] };
    at = now;
  }
}

/**
 * The gap that an error leaves. `unsupported` would mean that the service does not have the type, so its former objects would be dropped.
 * That is wrong for users, and for a list whose first page has come.
 */
function listGap(error: unknown, mayBeUnsupported: boolean): Gap {
  const gap = gapOf(error, 'objects');
  return gap.reason === 'unsupported' && !mayBeUnsupported ? { ...gap, reason: 'failed' } : gap;
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
