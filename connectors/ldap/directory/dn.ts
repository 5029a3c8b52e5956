// Distinguished names: parsed as RFC 4514 says, and brought to a form in which equal names are equal texts (RFC 4517, section
// 4.2.15: attribute types by OID, values by their matching rule, which ignores case and extra spaces for nearly all naming
// attributes; the parts of a multi-valued RDN in any order).
import { BerReader } from '../protocol/ber.ts';

/** Names and OIDs of one attribute type (RFC 4514, section 3; RFC 4519). */
const aliases: Readonly<Record<string, string>> = {
  commonname: 'cn',
  '2.5.4.3': 'cn',
  surname: 'sn',
  '2.5.4.4': 'sn',
  countryname: 'c',
  '2.5.4.6': 'c',
  localityname: 'l',
  '2.5.4.7': 'l',
  stateorprovincename: 'st',
  '2.5.4.8': 'st',
  streetaddress: 'street',
  '2.5.4.9': 'street',
  organizationname: 'o',
  '2.5.4.10': 'o',
  organizationalunitname: 'ou',
  '2.5.4.11': 'ou',
  domaincomponent: 'dc',
  '0.9.2342.19200300.100.1.25': 'dc',
  userid: 'uid',
  '0.9.2342.19200300.100.1.1': 'uid',
};

/** Matches names that need no decoding: no escapes, quotes, hexadecimal values or multi-valued RDNs. */
const plain = /^[^\\"#+;<>]*$/;

/** A DN in normal form: equal for equal DNs. In it, `,` `+` `=` and `\` inside values are written as `\2c` and so on. */
export type DnKey = string & { readonly brand: 'DnKey' };

/** @returns undefined for a text that is no DN */
export function dnKey(text: string): DnKey | undefined {
  if (text.trim() === '') return '' as DnKey;
  const parts = plain.test(text) ? plainParts(text) : escapedParts(text);
  return parts?.join(',') as DnKey | undefined;
}

/** The DN of the entry above; the empty DN for the top. */
export function parentOf(key: DnKey): DnKey {
  const comma = key.indexOf(',');
  return (comma < 0 ? '' : key.slice(comma + 1)) as DnKey;
}

/** Whether a DN is `base` or below it. */
export function isWithin(key: DnKey, base: DnKey): boolean {
  return base === '' || key === base || key.endsWith(`,${base}`);
}

/** The first value of a DN, decoded and as it was written: `Smith, Jane` for `CN=Smith\, Jane,OU=…`. */
export function nameInDn(text: string): string | undefined {
  const equals = text.indexOf('=');
  if (equals < 0) return undefined;
  const { value } = valueAt(text, equals + 1) ?? {};
  return value?.trim() || undefined;
}

/** A value as it is written in a DN (RFC 4514, section 2.4). */
export function escapedInDn(value: string): string {
  return value
    .replace(/[\\,+"<>;=]/g, character => `\\${character}`)
    .replace(/^[ #]| $/g, character => `\\${character}`)
    .replace(/[\u0000-\u001f\u007f]/g, character => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function plainParts(text: string): string[] | undefined {
  const parts: string[] = [];
  for (const rdn of text.split(',')) {
    const equals = rdn.indexOf('=');
    if (equals < 0) return undefined;
    const type = typeKey(rdn.slice(0, equals));
    if (type === undefined) return undefined;
    parts.push(`${type}=${valueKey(rdn.slice(equals + 1))}`);
  }
  return parts;
}

function escapedParts(text: string): string[] | undefined {
  const parts: string[] = [];
  let rdn: string[] = [];
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at);
    const type = equals < 0 ? undefined : typeKey(text.slice(at, equals));
    const found = type === undefined ? undefined : valueAt(text, equals + 1);
    if (!found) return undefined;
    rdn.push(`${type}=${valueKey(found.value)}`);
    const separator = text[found.end];
    if (separator !== '+') {
      parts.push(rdn.sort().join('+'));
      rdn = [];
    }
    if (separator === undefined) return parts;
    at = found.end + 1;
  }
}

function typeKey(text: string): string | undefined {
  const type = text
    .trim()
    .toLowerCase()
    .replace(/^oid\./, '');
  if (!/^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)*)$/.test(type)) return undefined;
  return aliases[type] ?? type;
}

/** String preparation (RFC 4518) of a value that ignores case: compatibility forms, case, spaces. */
function valueKey(value: string): string {
  const folded = value.trim().replace(/\s+/g, ' ').toLowerCase();
  // Nearly all values are ASCII, which has no other forms.
  const prepared = /^[\x00-\x7f]*$/.test(folded) ? folded : folded.normalize('NFKC').toLowerCase();
  return prepared.replace(/[\\,+=]/g, character => `\\${character.charCodeAt(0).toString(16)}`);
}

/** The value that begins at `start`, and where the separator after it is. Undefined when it is not written as RFC 4514 says. */
function valueAt(text: string, start: number): { value: string; end: number } | undefined {
  const from = start + /^ */.exec(text.slice(start))![0].length;
  if (text[from] === '#') return hexadecimalAt(text, from);
  if (text[from] === '"') return quotedAt(text, from);
  const bytes: Buffer[] = [];
  let at = from;
  let run = from;
  while (at < text.length && !/[,;+]/.test(text[at]!)) {
    if (text[at] !== '\\') {
      at += 1;
      continue;
    }
    bytes.push(Buffer.from(text.slice(run, at)));
    const escaped = escapeAt(text, at);
    if (!escaped) return undefined;
    bytes.push(escaped.bytes);
    at += escaped.length;
    run = at;
  }
  bytes.push(Buffer.from(text.slice(run, at)));
  return { value: Buffer.concat(bytes).toString('utf8'), end: at };
}

/** A backslash with a character, or with the hexadecimal form of a byte. */
function escapeAt(text: string, at: number): { bytes: Buffer; length: number } | undefined {
  const pair = text.slice(at + 1, at + 3);
  if (/^[0-9A-Fa-f]{2}$/.test(pair)) return { bytes: Buffer.from(pair, 'hex'), length: 3 };
  const character = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return at + 1 < text.length ? { bytes: Buffer.from(character), length: 1 + character.length } : undefined;
}

/** A value in quotes, as LDAPv2 wrote it (RFC 2253, section 4). */
function quotedAt(text: string, from: number): { value: string; end: number } | undefined {
  const match = /^"((?:[^"\\]|\\.)*)" *(?=[,;+]|$)/s.exec(text.slice(from));
  return match ? { value: match[1]!.replace(/\\(.)/gs, '$1'), end: from + match[0].length } : undefined;
}

/** `#` and the BER encoding of the value, in hexadecimal. */
function hexadecimalAt(text: string, from: number): { value: string; end: number } | undefined {
  const match = /^#((?:[0-9A-Fa-f]{2})+) *(?=[,;+]|$)/.exec(text.slice(from));
  if (!match) return undefined;
  const end = from + match[0].length;
  const encoded = Buffer.from(match[1]!, 'hex');
  try {
    const reader = new BerReader(encoded);
    const value = reader.text(reader.nextTag);
    return reader.isAtEnd ? { value, end } : undefined;
  } catch {
    return undefined;
  }
}
