// A search in pages (RFC 4511, section 4.5; RFC 2696).
import { BerWriter, Control, type Control as Controls, type Filter, FilterParser, SearchRequest } from 'ldapts';
import { expectEnd } from '../../../src/connector/answer-limits.ts';
import { maxEmptyPages, maxPageEntries } from '../limits.ts';
import { BerReader, berTags, MalformedAnswer } from './ber.ts';
import { resultCodes } from './faults.ts';
import type { RawEntry, Result } from './messages.ts';
import type { LdapSession } from './session.ts';

export interface Search {
  readonly base: string;
  readonly scope: 'base' | 'one' | 'sub';
  /** Text as in RFC 4515. Values that are not ASCII must be given as a filter: ldapts encodes escaped bytes as characters. */
  readonly filter: string | Filter;
  /** Only these are asked for; never `*`, because that may bring password hashes. */
  readonly attributes: readonly string[];
  readonly pageSize: number;
  /** Besides the one for pages. */
  readonly controls?: readonly Controls[];
}

export interface SearchPage {
  readonly entries: readonly RawEntry[];
  /** Addresses of other servers that hold parts of the tree. */
  readonly references: readonly string[];
  /** Present on the last page: how the search ended. It may have been cut off. */
  readonly result?: Result;
}

/** OID of the control for pages (RFC 2696). */
export const pagedResults = '1.2.840.113556.1.4.319';

class PagedResults extends Control {
  readonly #size: number;
  readonly #cookie: Buffer;
  constructor(size: number, cookie: Buffer) {
    super(pagedResults);
    this.#size = size;
    this.#cookie = cookie;
  }
  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(this.#size);
    value.writeBuffer(this.#cookie, berTags.octetString);
    value.endSequence();
    writer.writeBuffer(value.buffer, berTags.octetString);
  }
}

/** The pages of a search. The last one has its result; a server that does not know pages sends only that one. */
export async function* searchPages(session: LdapSession, search: Search): AsyncGenerator<SearchPage> {
  let cookie: Buffer = Buffer.alloc(0);
  let empty = 0;
  let seen = 0;
  const isRepeated = repetitionFinder();
  for (;;) {
    const controls = [...(search.controls ?? []), new PagedResults(search.pageSize, cookie)];
    const page = await session.inTurn(() => onePage(session, search, controls));
    const next = page.result.code === resultCodes.success ? cookieOf(page.result) : undefined;
    if (next === undefined) {
      yield page;
      return;
    }
    const { entries, references } = page;
    seen += entries.length;
    expectEnd(seen, session.mostEntries, 'entries');
    // Active Directory sends empty pages when it had to look at many entries. The cookie must still change at some time.
    empty = entries.length === 0 ? empty + 1 : 0;
    if (empty > maxEmptyPages) throw new MalformedAnswer(`${maxEmptyPages} empty pages one after the other`);
    if (isRepeated(entries, next))
      throw new MalformedAnswer('pages that begin again with the entries and the cookie of earlier ones');
    yield { entries, references };
    cookie = next;
  }
}

/**
 * Finds out that pages go round in a circle. A server may keep one cookie for the whole search, so the entries must be the same too.
 * Each page is compared with one earlier page only, which is replaced after 1, 2, 4, 8… pages (Brent's algorithm): this finds a circle
 * of any length and needs the memory of one page.
 */
function repetitionFinder(): (entries: readonly RawEntry[], cookie: Buffer) => boolean {
  let earlier: { readonly dns: readonly string[]; readonly cookie: Buffer } | undefined;
  let compared = 0;
  let mostCompared = 1;
  return (entries, cookie) => {
    if (entries.length === 0) return false;
    const isSame = (dn: string, index: number) => dn === entries[index]!.dn;
    if (earlier?.cookie.equals(cookie) && earlier.dns.length === entries.length && earlier.dns.every(isSame))
      return true;
    compared += 1;
    if (earlier === undefined || compared === mostCompared) {
      earlier = { dns: entries.map(({ dn }) => dn), cookie };
      compared = 0;
      mostCompared *= 2;
    }
    return false;
  };
}

/**
 * A search for few entries. It asks for no pages first, so several of these can be under way on one connection. When the server does
 * not send everything at once, it is asked again for pages.
 */
export async function* searchFew(session: LdapSession, search: Search): AsyncGenerator<SearchPage> {
  const page = await onePage(session, search, search.controls ?? []);
  if (page.result.code === resultCodes.success) yield page;
  else yield* searchPages(session, search);
}

/**
 * What one answer without pages brings, also while a search in pages is under way on the connection. It may be cut off.
 * @param sizeLimit how many entries are enough; 0: all that the server sends
 */
export async function searchOnce(
  session: LdapSession,
  search: Omit<Search, 'pageSize'>,
  sizeLimit = 0,
): Promise<readonly RawEntry[]> {
  return (await onePage(session, { ...search, pageSize: 0, sizeLimit }, [])).entries;
}

/** The cookie of the next page; undefined after the last one. */
function cookieOf({ controls }: Result): Buffer | undefined {
  const value = controls.get(pagedResults);
  if (!value) return undefined;
  const paged = new BerReader(value).enter(berTags.sequence);
  paged.integer();
  const cookie = paged.octets();
  return cookie.length === 0 ? undefined : cookie;
}

/** The entry with this DN; undefined when there is none that the bind may see. */
export async function readEntry(
  session: LdapSession,
  base: string,
  attributes: readonly string[],
  controls: readonly Controls[] = [],
): Promise<{ entry: RawEntry | undefined; result: Result }> {
  const search: Search = { base, scope: 'base', filter: '(objectClass=*)', attributes, pageSize: 1 };
  const { entries, result } = await onePage(session, search, controls);
  return { entry: entries[0], result };
}

async function onePage(
  session: LdapSession,
  { base, scope, filter, attributes, sizeLimit = 0 }: Search & { readonly sizeLimit?: number },
  controls: readonly Controls[],
): Promise<Required<SearchPage>> {
  const request = new SearchRequest({
    messageId: 0,
    baseDN: base,
    scope,
    filter: typeof filter === 'string' ? FilterParser.parseString(filter) : filter,
    attributes: [...attributes],
    timeLimit: 0,
    sizeLimit,
    controls: [...controls],
  });
  const entries: RawEntry[] = [];
  const references: string[] = [];
  const result = await session.search(request, answer => {
    if (answer.kind === 'entry') entries.push(answer.entry);
    if (answer.kind === 'reference') references.push(...answer.addresses);
    if (entries.length > maxPageEntries) throw new MalformedAnswer(`more than ${maxPageEntries} entries in one page`);
  });
  return { entries, references, result };
}
