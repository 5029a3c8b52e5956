// Searches the whole tree below the base, page by page, and says what the server kept back.
import type { Control, Filter } from 'ldapts';
import type { Gap } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { maxRangeSteps } from '../limits.ts';
import { MalformedAnswer } from '../protocol/ber.ts';
import { generalFault, resultCodes, settingFault, wordsOf } from '../protocol/faults.ts';
import type { RawEntry, Result } from '../protocol/messages.ts';
import { readEntry, searchFew, searchPages } from '../protocol/search.ts';
import { dnKey } from './dn.ts';

export interface Scan {
  /** What is searched, for messages: `accounts`. */
  readonly what: string;
  readonly filter: string | Filter;
  readonly attributes: readonly string[];
  readonly base?: string;
  readonly pageSize?: number;
  readonly controls?: readonly Control[];
  /** Few entries are expected: several such searches can be under way. */
  readonly findsFew?: boolean;
}

export interface ScannedPage {
  readonly entries: readonly RawEntry[];
  readonly gaps: readonly Gap[];
}

/** @throws SourceError, SourceUnavailable when the search cannot be done at all */
export async function* scan(client: LdapClient, { what, findsFew, ...search }: Scan): AsyncGenerator<ScannedPage> {
  const base = search.base ?? client.base;
  const subject = `search of ${what} below ${base}`;
  const referred = new Set<string>();
  let seen = 0;
  const pages = (findsFew ? searchFew : searchPages)(client.session, {
    ...search,
    base,
    scope: 'sub',
    pageSize: search.pageSize ?? client.settings.page_size,
  });
  for await (const { entries, references, result } of pages) {
    seen += entries.length;
    const news = references.filter(address => !referred.has(address) && !isOwnPartition(client, address));
    for (const address of news) referred.add(address);
    const gaps = [...news.map(referralGap), ...(result ? endGaps(result, client, subject, seen) : [])];
    yield { entries, gaps };
  }
}

/**
 * Active Directory refers to its partitions for configuration and DNS, which it holds itself. They have no accounts, and can be read
 * as sources of their own with `base`.
 */
function isOwnPartition({ server }: LdapClient, address: string): boolean {
  if (server.kind !== 'active-directory') return false;
  const path = /^ldaps?:\/\/[^/]*\/([^?]*)/i.exec(address)?.[1];
  const key = path === undefined ? undefined : dnKey(percentDecoded(path));
  return server.namingContexts.some(context => dnKey(context) === key);
}

/** The text itself when its percent signs are not those of an URL. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What lies behind a referral is another server's, and so another source's: it never was part of this one. */
function referralGap(address: string): Gap {
  const message = 'the server refers to another one for this part of the tree; referrals are not followed';
  return { reason: 'unsupported', subject: address, message, missing: 'fields' };
}

/** Anything but success cuts the search off, so entries may be missing. */
function endGaps(result: Result, { session, base }: LdapClient, subject: string, seen: number): Gap[] {
  const { address } = session.endpoint;
  const words = wordsOf(result);
  const general = generalFault(result, address);
  if (general) throw general;
  switch (result.code) {
    case resultCodes.success:
      return [];
    case resultCodes.sizeLimitExceeded:
    case resultCodes.adminLimitExceeded:
    case resultCodes.timeLimitExceeded: {
      const message = `the server ended the search after ${seen} entries because of its own limits (${words}); raise them for bind_dn`;
      return [{ reason: 'failed', subject, message, missing: 'objects' }];
    }
    case resultCodes.insufficientAccessRights:
      return [
        { reason: 'forbidden', subject, message: `the server refuses the search (${words})`, missing: 'objects' },
      ];
    case resultCodes.noSuchObject:
      throw settingFault('base', `${address} has no entry ${base} any more, or hides it`, 'correct base');
    case resultCodes.referral:
      throw settingFault(
        'base',
        `${address} refers to ${result.referrals.join(', ')} for ${base}`,
        'set url to that server',
      );
    default: {
      const message = `the server ended the search after ${seen} entries (${words})`;
      return [{ reason: 'failed', subject, message, missing: 'objects' }];
    }
  }
}

/**
 * All values of an attribute. Active Directory sends long lists in parts (MS-ADTS, section 3.1.1.3.1.3.3): `member;range=0-1499`
 * in the entry, and the rest when asked for by range.
 */
export async function* allValues(client: LdapClient, entry: RawEntry, attribute: string): AsyncGenerator<Buffer[]> {
  const name = attribute.toLowerCase();
  const whole = entry.attributes.get(name);
  if (whole && whole.length > 0) yield [...whole];
  let part = rangeOf(entry, name);
  for (let step = 0; part; step += 1) {
    if (part.values.length > 0) yield [...part.values];
    if (part.next === undefined) return;
    if (step >= maxRangeSteps) throw new CutOffValues(`${attribute} of ${entry.dn} has no end`);
    const { entry: more, result } = await readEntry(client.session, entry.dn, [`${attribute};range=${part.next}-*`]);
    const following = more && rangeOf(more, name);
    if (!following) throw new CutOffValues(`${attribute} of ${entry.dn} ends at ${part.next} (${wordsOf(result)})`);
    if (following.from !== part.next)
      throw new CutOffValues(`${attribute} of ${entry.dn} does not go on at ${part.next}`);
    part = following;
  }
}

/** The rest of a long list of values cannot be read. The connection and all other entries are as they should be. */
export class CutOffValues extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CutOffValues';
  }
}

interface Range {
  readonly values: readonly Buffer[];
  readonly from: number;
  /** Index of the first value that is not here; undefined at the end. */
  readonly next: number | undefined;
}

function rangeOf({ attributes }: RawEntry, name: string): Range | undefined {
  for (const [description, values] of attributes) {
    if (!description.startsWith(`${name};range=`)) continue;
    const match = /;range=(\d{1,9})-(\d{1,9}|\*)$/.exec(description);
    if (!match) throw new MalformedAnswer(`the range ${description}`);
    return { values, from: Number(match[1]), next: match[2] === '*' ? undefined : Number(match[2]) + 1 };
  }
  return undefined;
}
