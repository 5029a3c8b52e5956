// Whether an account is the one that the connector signs in with. Once disabled, it could not be enabled again.
import type { LdapClient } from '../client.ts';
import { dnKey } from '../directory/dn.ts';
import { firstText } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';

/** Attributes to ask for. */
export const signInAttributes: readonly string[] = ['userPrincipalName', 'sAMAccountName'];

/** Active Directory also takes `user@domain` and `DOMAIN\user` as the name of a bind (MS-ADTS, section 5.1.1.1.1). */
export function isOwnAccount({ settings, server, baseKey }: LdapClient, account: RawEntry): boolean {
  const name = settings.bind_dn?.trim().toLowerCase();
  if (name === undefined) return false;
  const key = dnKey(name);
  if (key !== undefined && key === dnKey(account.dn)) return true;
  if (server.kind !== 'active-directory') return false;
  const [principal, login] = signInAttributes.map(attribute => firstText(account, attribute)?.toLowerCase());
  const domain = [...baseKey.matchAll(/(?:^|,)dc=([^,]+)/g)].map(([, label]) => label).join('.');
  return name === principal || (login !== undefined && (name === `${login}@${domain}` || name.endsWith(`\\${login}`)));
}
