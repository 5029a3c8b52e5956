// Subject identifiers (RFC 9493), and what they say of the account that is meant.

/** Values by which an account of a source can be found; each finds it alone. */
export interface AccountHint {
  /** Local id of the account. */
  readonly id?: string;
  readonly email?: string;
  /** Its name in the source, or its local id. */
  readonly name?: string;
}

/** More identifiers than any subject needs. */
const mostHints = 20;
const longestValue = 1000;

/**
 * @param subject a subject identifier; one of several subjects (`complex`) is the user
 * @param issuer of the transmitter: a subject of another issuer is no account of its source
 * @returns empty when the subject names no account that could be found
 */
export function accountHints(subject: unknown, issuer: string): AccountHint[] {
  const hints: AccountHint[] = [];
  collect(subject, issuer, hints, 0);
  return [...new Map(hints.map(hint => [JSON.stringify(hint), hint])).values()].slice(0, mostHints);
}

function collect(subject: unknown, issuer: string, hints: AccountHint[], depth: number): void {
  const at = (name: string) => textMember(subject, name);
  switch (at('format')) {
    case 'email':
      if (at('email')) hints.push({ email: at('email')! });
      return;
    case 'iss_sub':
      if (sameIssuer(at('iss'), issuer) && at('sub')) hints.push({ name: at('sub')! });
      return;
    case 'opaque':
      if (at('id')) hints.push({ name: at('id')! });
      return;
    case 'account': {
      // acct:carol@example.com (RFC 7565)
      const account = /^acct:(.+)$/i.exec(at('uri') ?? '')?.[1];
      if (account) hints.push({ email: decoded(account) }, { name: decoded(account) });
      return;
    }
    case 'scim': {
      // RFC 9967, section 2.2: the path of the resource.
      const id = /(?:^|\/)Users\/([^/?#]+)$/.exec(at('uri') ?? '')?.[1];
      if (id) hints.push({ id: decoded(id) });
      return;
    }
    case 'aliases':
      // Aliases do not nest (RFC 9493, section 3.2.8).
      if (depth === 0) for (const each of listMember(subject, 'identifiers')) collect(each, issuer, hints, depth + 1);
      return;
    default:
      // A complex subject (SSF 1.0, section 3.3) names the user beside a session or a device. Drafts had no `format` there.
      if (depth <= 1 && isObject(subject) && isObject(subject['user']))
        collect(subject['user'], issuer, hints, depth + 1);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textMember(value: unknown, name: string): string | undefined {
  const text = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' && text.length <= longestValue && !text.includes('\0')
    ? text
    : undefined;
}

function listMember(value: unknown, name: string): readonly unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.slice(0, mostHints) : [];
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');
const sameIssuer = (named: string | undefined, issuer: string) =>
  named !== undefined && withoutSlash(named) === withoutSlash(issuer);

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    return plain.includes('\0') ? text : plain;
  } catch {
    return text;
  }
}
