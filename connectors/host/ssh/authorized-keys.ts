// The lines of an authorized_keys file (sshd(8), AUTHORIZED_KEYS FILE FORMAT).

import type { Line } from '../files/lines.ts';
import { type Findings, reject } from '../findings.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

export interface AuthorizedKey {
  readonly key: PublicKey;
  readonly comment: string;
  readonly options: KeyOptions;
  readonly place: string;
}

export interface KeyOptions {
  /** Option names as written, in lower case; values are only in the fields below. */
  readonly names: readonly string[];
  /** Addresses, networks and host names of `from=`, negated ones with their `!`. */
  readonly from?: readonly string[];
  /** Forced command. */
  readonly command?: string;
  /** ISO 8601. Times without `Z` are read as UTC, because the machine's time zone is not known. */
  readonly expiry?: string;
  readonly principals?: readonly string[];
  /** The key signs certificates that log in; it does not log in itself. */
  readonly isCertAuthority: boolean;
}

export function parseAuthorizedKeys(path: string, lines: Iterable<Line>, findings: Findings): AuthorizedKey[] {
  const keys: AuthorizedKey[] = [];
  for (const line of lines) {
    const text = line.text.replace(/\r$/, '').replace(/^[ \t]+/, '');
    if (text === '' || text.startsWith('#')) continue;
    const place = `${path}:${line.number}`;
    const parsed = parseLine(text);
    if (typeof parsed === 'string') reject(findings, place, parsed);
    else keys.push({ ...parsed, place });
  }
  return keys;
}

/** Like sshd: try the line as a key; if that fails, read the first word as options and try again. */
function parseLine(text: string): Omit<AuthorizedKey, 'place'> | string {
  const bare = keyIn(text);
  if (typeof bare !== 'string') return { ...bare, options: { names: [], isCertAuthority: false } };
  const end = endOfOptions(text);
  if (end === undefined) return 'A quoted option is not closed';
  const rest = text.slice(end).replace(/^[ \t]+/, '');
  const looksLikeKey = /^[a-z0-9@.-]+[ \t]+[A-Za-z0-9+/]{16,}/.test(rest);
  if (!looksLikeKey) return bare;
  const options = parseOptions(text.slice(0, end));
  if (typeof options === 'string') return options;
  const key = keyIn(rest);
  return typeof key === 'string' ? key : { ...key, options };
}

function keyIn(text: string): { key: PublicKey; comment: string } | string {
  const [, type, base64, comment = ''] = /^(\S+)[ \t]+(\S+)[ \t]*(.*)$/s.exec(text) ?? [];
  if (type === undefined || base64 === undefined) return 'Not a key: expected [options] type base64 [comment]';
  const key = parsePublicKey(type, base64);
  return typeof key === 'string' ? key : { key, comment: comment.trimEnd() };
}

/** Index of the first blank outside quotes; undefined when a quote stays open. */
export function endOfOptions(text: string): number | undefined {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && text[at + 1] === '"') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (text[at] === ' ' || text[at] === '\t')) return at;
  }
  return isQuoted ? undefined : text.length;
}

const flags = new Set([
  'agent-forwarding',
  'cert-authority',
  'no-agent-forwarding',
  'no-port-forwarding',
  'no-pty',
  'no-touch-required',
  'no-user-rc',
  'no-x11-forwarding',
  'port-forwarding',
  'pty',
  'restrict',
  'user-rc',
  'verify-required',
  'x11-forwarding',
]);
const valued = new Set([
  'command',
  'environment',
  'expiry-time',
  'from',
  'permitlisten',
  'permitopen',
  'principals',
  'tunnel',
]);

/** sshd ignores a line with an unknown option, so such a line gives no key here either. */
export function parseOptions(text: string): KeyOptions | string {
  const names = new Set<string>();
  const values = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const match = /^([A-Za-z0-9-]+)(?:="((?:\\"|[^"])*)")?(?:,|$)/.exec(rest);
    if (!match) return 'Options are not of the form name, no-name or name="value", separated by commas';
    const name = match[1]!.toLowerCase();
    if (match[2] === undefined ? !flags.has(name) : !valued.has(name)) {
      return `Unknown option ${JSON.stringify(name.slice(0, 40))}${valued.has(name) ? ': it takes a quoted value' : ''}`;
    }
    if (match[2] !== undefined && !values.has(name)) values.set(name, match[2].replaceAll('\\"', '"'));
    names.add(name);
    rest = rest.slice(match[0].length);
  }
  const expiry = values.has('expiry-time') ? expiryOf(values.get('expiry-time')!) : undefined;
  if (values.has('expiry-time') && expiry === undefined) {
    return 'expiry-time is not a date of the form YYYYMMDD[Z] or YYYYMMDDHHMM[SS][Z]';
  }
  const list = (name: string) =>
    values
      .get(name)
      ?.split(',')
      .filter(part => part !== '');
  const from = list('from');
  const principals = list('principals');
  const command = values.get('command');
  return {
    names: [...names],
    ...(from && { from }),
    ...(command !== undefined && { command }),
    ...(expiry !== undefined && { expiry }),
    ...(principals && { principals }),
    isCertAuthority: names.has('cert-authority'),
  };
}

function expiryOf(text: string): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?Z?$/i.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(iso);
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso ? iso : undefined;
}
