// Whether an entry matches a filter (RFC 4511, section 4.5.1.7): true, false, or undefined where nobody knows.
import {
  AndFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from 'ldapts';
import { dnKey } from '../directory/dn.ts';
import { octetsOf } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { sidText } from '../values/identifiers.ts';

type Truth = boolean | undefined;

/** @param isHidden whether the files would not show an attribute even if the entry had it */
export function matchesFilter(entry: RawEntry, filter: Filter, isHidden: (attribute: string) => boolean): Truth {
  const inner = (each: Filter) => matchesFilter(entry, each, isHidden);
  if (filter instanceof AndFilter) return allOf(filter.filters.map(inner));
  if (filter instanceof OrFilter) return opposite(allOf(filter.filters.map(each => opposite(inner(each)))));
  if (filter instanceof NotFilter) return opposite(inner(filter.filter));
  const test = testOf(filter);
  if (test === undefined) return undefined;
  const values = octetsOf(entry, test.attribute);
  if (values.length === 0) return isHidden(test.attribute.toLowerCase()) ? undefined : false;
  return values.some(test.fits);
}

const opposite = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

const allOf = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;

interface Test {
  readonly attribute: string;
  fits(value: Buffer): boolean;
}

function testOf(filter: Filter): Test | undefined {
  if (filter instanceof PresenceFilter) return { attribute: filter.attribute, fits: () => true };
  if (filter instanceof EqualityFilter) return { attribute: filter.attribute, fits: equals(filter.value) };
  if (filter instanceof GreaterThanEqualsFilter || filter instanceof LessThanEqualsFilter) {
    const { attribute, value } = filter;
    const isLeast = filter instanceof GreaterThanEqualsFilter;
    return { attribute, fits: given => isLeast === compare(given.toString('utf8'), value) >= 0 };
  }
  if (filter instanceof SubstringFilter) return { attribute: filter.attribute, fits: contains(filter) };
  if (filter instanceof ExtensibleFilter && filter.rule === bitsAnd) {
    const mask = BigInt(filter.value);
    return {
      attribute: filter.matchType,
      fits: given => /^-?\d+$/.test(given.toString()) && (BigInt(given.toString()) & mask) === mask,
    };
  }
  return undefined;
}

/** LDAP_MATCHING_RULE_BIT_AND (MS-ADTS, section 3.1.1.3.4.4.1) */
const bitsAnd = '1.2.840.113556.1.4.803';

const plain = (text: string) => text.trim().replace(/ +/g, ' ').toLowerCase();

function equals(asked: Buffer | string): (value: Buffer) => boolean {
  if (Buffer.isBuffer(asked)) return value => value.equals(asked);
  const text = plain(asked);
  const key = asked.includes('=') ? dnKey(asked) : undefined;
  const isSid = /^S-1-/i.test(asked);
  return value => {
    const given = value.toString('utf8');
    if (plain(given) === text) return true;
    if (isSid) return sidText(value)?.toLowerCase() === text;
    return key !== undefined && dnKey(given) === key;
  };
}

function compare(given: string, asked: string): number {
  if (/^-?\d+$/.test(given) && /^-?\d+$/.test(asked)) return BigInt(given) < BigInt(asked) ? -1 : 1;
  return plain(given) < plain(asked) ? -1 : 1;
}

function contains({ initial, any, final }: SubstringFilter): (value: Buffer) => boolean {
  const parts = [initial, ...any, final].map(part => RegExp.escape(plain(part ?? '')));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return value => pattern.test(plain(value.toString('utf8')));
}
