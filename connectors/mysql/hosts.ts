// The hosts in rows of grants, compared with the host of an account. The server compares a row with the client's host; which clients an
// account has is only known from its own host.

/** `always`: each client that can log in as the account. `sometimes`: some of its clients. */
export type Coverage = 'always' | 'sometimes' | 'never';

const hasWildcard = (host: string) => /[%_/]/.test(host);
const isAddress = (host: string) => /^[\d.%_/]+$|:/.test(host);

/** Which clients of an account a row is for. @param host that of the row */
export function coverageOf(host: string, accountHost: string): Coverage {
  const row = host.toLowerCase();
  const account = accountHost.toLowerCase();
  if (row === account || /^%+$/.test(row)) return 'always';
  if (includes(row, account)) return 'always';
  // One client has a name and an address, and the server compares both.
  if (isAddress(row) !== isAddress(account))
    return account === 'localhost' && !mayBeLoopback(row) ? 'never' : 'sometimes';
  if (row.includes('/') || account.includes('/')) return netsMeet(row, account);
  return intersects(row, account) ? 'sometimes' : 'never';
}

const mayBeLoopback = (address: string) =>
  address.includes(':') || netsMeet(address, '127.0.0.1') !== 'never' || intersects(address, '127.0.0.1');

/** Whether a pattern matches whatever another pattern matches. */
function includes(pattern: string, other: string): boolean {
  if (pattern.includes('/')) return !hasWildcard(other) && netsMeet(pattern, other) === 'always';
  if (other.includes('/')) return pattern.endsWith('.%') && includes(pattern, textOfNet(other));
  if (pattern === '') return other === '';
  if (pattern[0] === '%') {
    return includes(pattern.slice(1), other) || (other !== '' && includes(pattern, other.slice(1)));
  }
  const isSame = pattern[0] === other[0] || (pattern[0] === '_' && other !== '' && other[0] !== '%');
  return isSame && includes(pattern.slice(1), other.slice(1));
}

/** `127.0.0.%` for `127.0.0.0/255.255.255.0`: the addresses of a network as a pattern, by the whole numbers of its mask. */
function textOfNet(net: string): string {
  const [address, mask = ''] = net.split('/');
  const fixed = /^(?:255\.)*/.exec(mask)![0].split('.').length - 1;
  return [...address!.split('.').slice(0, fixed), '%'].join('.');
}

/** Whether two patterns match a common text. */
function intersects(one: string, other: string): boolean {
  if (one === '' && other === '') return true;
  if (one[0] === '%') return intersects(one.slice(1), other) || (other !== '' && intersects(one, other.slice(1)));
  if (other[0] === '%') return intersects(other, one);
  if (one === '' || other === '') return false;
  return (one[0] === other[0] || one[0] === '_' || other[0] === '_') && intersects(one.slice(1), other.slice(1));
}

/** Networks as `192.168.1.0/255.255.255.0`. A network and a pattern may meet. */
function netsMeet(row: string, account: string): Coverage {
  const [net, mask] = numbersOf(row);
  const [address, accountMask] = numbersOf(account);
  if (net === undefined || address === undefined) return 'sometimes';
  const common = (mask! & accountMask!) >>> 0;
  if ((net & common) >>> 0 !== (address & common) >>> 0) return 'never';
  return common === mask ? 'always' : 'sometimes';
}

function numbersOf(host: string): [number, number] | [] {
  const [address, mask = '255.255.255.255'] = host.split('/').map(numberOf);
  const whole = mask === '255.255.255.255' ? 0xffffffff : mask;
  return address === undefined || whole === undefined ? [] : [address, whole as number];
}

function numberOf(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every(part => /^\d{1,3}$/.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Numbers that order patterns from the most specific to the most general one, as the server does. */
function generality(pattern: string, hasEscapes: boolean): number[] {
  const parts = pattern.replace(/%+/g, '%').match(hasEscapes ? /\\[\s\S]|[\s\S]/gu : /[\s\S]/gu) ?? [];
  const many = parts.filter(part => part === '%').length;
  const single = parts.filter(part => part === '_').length;
  const before = parts.findIndex(part => part === '%' || part === '_');
  const prefix = Math.max(before, 0);
  return many > 0 ? [1, many - parts.length, many, single, prefix] : [0, single, 0, 0, prefix];
}

/** Of a row of mysql.db; the name of the database is empty for other rows. */
export interface GrantRow {
  readonly host: string;
  readonly user: string;
  readonly db: string;
}

/** Whether the server looks at a row before another one: host, database and name of the user decide, in this order. */
export function isBeforeRow(row: GrantRow, other: GrantRow): boolean {
  const rank = ({ host, db, user }: GrantRow) => [
    ...generality(host, false),
    ...generality(db, true),
    user === '' ? 1 : 0,
  ];
  const others = rank(other);
  for (const [index, number] of rank(row).entries()) {
    if (number !== others[index]) return number < others[index]!;
  }
  return false;
}
