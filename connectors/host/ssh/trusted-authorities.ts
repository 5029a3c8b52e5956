// Certificate authorities of TrustedUserCAKeys in sshd_config(5), as lines like those of `cert-authority` in authorized_keys: a line
// for each principal that opens the account (user_cert_trusted_ca in auth2-pubkey.c).
import type { Line } from '../files/lines.ts';
import { type Findings, reject } from '../findings.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import type { AccountSettings } from './account-settings.ts';
import { type AuthorizedKey, endOfOptions, type KeyOptions, parseOptions } from './authorized-keys.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

export interface Authority {
  readonly key: PublicKey;
  readonly comment: string;
  readonly place: string;
}

/** A file of keys without options. sshd skips lines that are no key. */
export function parseAuthorities(path: string, lines: Iterable<Line>, findings: Findings): Authority[] {
  const authorities: Authority[] = [];
  for (const { number, text } of lines) {
    if (/^\s*(#|$)/.test(text)) continue;
    const [, type = '', base64 = '', comment = ''] = /^\s*(\S+)[ \t]+(\S+)[ \t]*(.*?)\s*$/s.exec(text) ?? [];
    const key = parsePublicKey(type, base64);
    const place = `${path}:${number}`;
    if (typeof key === 'string') reject(findings, place, key);
    else authorities.push({ key, comment, place });
  }
  return authorities;
}

interface Principal {
  readonly name: string;
  readonly options: KeyOptions;
  readonly place: string;
}

/** A file of AuthorizedPrincipalsFile: `[options] principal` on each line. */
export function parsePrincipals(path: string, lines: Iterable<Line>, findings: Findings): Principal[] {
  const principals: Principal[] = [];
  for (const { number, text } of lines) {
    const line = text.replace(/#.*$/, '').trim();
    if (line === '') continue;
    const place = `${path}:${number}`;
    // As in sshd: the last word is the principal, and everything before it is the options.
    const seam = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t'));
    const written = seam === -1 ? '' : line.slice(0, seam).trimEnd();
    const options = endOfOptions(written) === undefined ? 'A quoted option is not closed' : parseOptions(written);
    if (typeof options === 'string') reject(findings, place, options);
    else principals.push({ name: line.slice(seam + 1), options, place });
  }
  return principals;
}

/**
 * The lines with which an authority opens an account.
 * @param principals of AuthorizedPrincipalsFile; undefined when there is no such file in the settings.
 */
export function authorityLines(
  authority: Authority,
  owner: LoginAccount,
  { usesPrincipalsCommand }: AccountSettings,
  principals: readonly Principal[] | undefined,
): AuthorizedKey[] {
  const lineFor = ({ name, options, place }: Principal): AuthorizedKey => {
    const names = ['cert-authority', ...options.names];
    return { ...authority, place, options: { ...options, names, principals: [name], isCertAuthority: true } };
  };
  if (principals) return principals.map(lineFor);
  if (usesPrincipalsCommand) return [];
  // Without principals for the account, a certificate opens the account that has the name of one of its principals.
  return [lineFor({ name: owner.name, options: { names: [], isCertAuthority: false }, place: authority.place })];
}
