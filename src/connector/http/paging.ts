// Styles of pagination. Each function finds the request for the next page in an answer; undefined: it was the last page.
import { scalarText } from '../exact-json.ts';

/** Link header (RFC 8288) with `rel="next"`, as GitHub and Okta send it. @param base address of the answered request */
export function nextFromLinkHeader(header: string | undefined, base: string | URL): string | undefined {
  for (const [, target, parameters] of (header ?? '').matchAll(
    /<([^<>]*)>((?:\s*;[^,;="]+(?:=(?:"[^"]*"|[^",;]*))?)*)/g,
  )) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]*))/i.exec(parameters!);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    // What is no address stays as it is: the client refuses it, and names it.
    if (relations.includes('next')) return URL.canParse(target!, String(base)) ? new URL(target!, base).href : target;
  }
  return undefined;
}

/** The value at a path of a body, for example `nextFromBody(body, ['@odata.nextLink'])` or `['paging', 'next']`; empty: none. */
export function nextFromBody(body: unknown, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
    body,
  );
  return scalarText(value) || undefined;
}

/** A position in a list that is paged by counting. */
export interface ListPosition {
  /** Objects that were asked for with the page. Absent: only an empty page ends the list, whatever the total says. */
  readonly asked?: number | undefined;
  /** Objects that the page has. */
  readonly received: number;
  /** The number of all objects, where the source gives it. It may be wrong. */
  readonly total?: number | undefined;
}

/**
 * startIndex and count as in SCIM (RFC 7644, section 3.4.2.4): the first object has the index 1, and a page may have fewer objects
 * than were asked for. A full page never ends the list: some sources state the number of objects in the page as the total.
 */
export function nextStartIndex(startIndex: number, { asked, received, total }: ListPosition): number | undefined {
  if (received === 0) return undefined;
  const next = startIndex + received;
  const isFull = asked === undefined || received >= asked;
  return isFull || (total !== undefined && next <= total) ? next : undefined;
}

/** offset and limit: the first object has the offset 0. */
export function nextOffset(offset: number, position: ListPosition): number | undefined {
  const next = nextStartIndex(offset + 1, position);
  return next === undefined ? undefined : next - 1;
}

/** marker and limit as in OpenStack: the id of the last object of a page. A page with fewer objects than the limit is the last. */
export function nextMarker(ids: readonly string[], limit: number): string | undefined {
  return ids.length < limit ? undefined : ids.at(-1);
}
