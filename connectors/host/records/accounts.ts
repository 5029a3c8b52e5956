// Accounts of passwd, and users that only systemd knows.

import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { isLoginShell } from '../identities/login-shell.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import type { Inventory } from '../inventory.ts';
import type { UnitUser } from '../systemd/unit-users.ts';
import { accountId, emailOf, unitUserId } from './ids.ts';
import type { Placed } from './placed.ts';

/** Fields with the same value for every account of a host; README.md gives the reasons. */
export const hostAccountConstants = {
  authenticationFunctions: ['ApplicationAccount'],
  mfaRequirements: 'Unknown',
  ssoRequirements: 'Disabled',
} as const;

export function* loginAccounts(inventory: Inventory): Generator<Placed> {
  for (const account of inventory.directory.accounts) {
    const id = accountId(account);
    const password = inventory.passwordOf(account);
    const kind = kindOf(account, inventory);
    const keys = inventory.keys.keysOf(account);
    const lastActivityDate = inventory.logins.loginOf(account.name);
    const enabled = knownEnabled(account, inventory);
    const record = {
      id,
      alias: account.name,
      name: holderOf(account),
      email: emailOf(account.name, inventory.hostName),
      ...kind,
      ...hostAccountConstants,
      ...(enabled !== undefined && { enabled }),
      isAdmin: inventory.administrators.has(account),
      hasAPIAccess:
        enabled !== false && (account.uid === 0 || isLoginShell(account.shell) || runsServices(account, inventory)),
      authenticationMethods: methodsOf(account, inventory),
      ...(keys.length > 0 && { hashIdentifiers: [...new Set(keys.map(key => key.lines[0]!.key.fingerprint))] }),
      ...(lastActivityDate && { lastActivityDate }),
      ...(password.lastChanged && { lastPasswordChangedDate: password.lastChanged }),
      ...(password.accountExpires && { expirationDate: password.accountExpires }),
      profileMetadata: profileOf(account, inventory),
    };
    yield { record, place: account.place };
  }
}

function kindOf({ uid }: LoginAccount, { people }: Inventory) {
  if (uid === 0)
    return { type: 'User', subType: 'Admin', accountRole: 'superuser', accountRoleDisplayName: 'Superuser' };
  return uid >= people.uidMin && uid <= people.uidMax
    ? { type: 'User', subType: 'Unknown', accountRole: 'user', accountRoleDisplayName: 'User' }
    : { type: 'Machine', subType: 'ServiceAccount', accountRole: 'system', accountRoleDisplayName: 'System account' };
}

/**
 * An expired account is disabled. So is a person's account with a shell that allows no logins: administrators close accounts
 * that way. A locked password does not disable an account: SSH keys, su and sudo still work. Service accounts need no shell, and
 * root is always enabled.
 */
export function isEnabled(account: LoginAccount, inventory: Inventory): boolean {
  return knownEnabled(account, inventory) ?? true;
}

/** Undefined when neither this run nor a former one could read shadow: it is not known whether the account has expired. */
export function knownEnabled(account: LoginAccount, inventory: Inventory): boolean | undefined {
  if (inventory.passwordOf(account).isAccountExpired || isClosed(account, inventory)) return false;
  return inventory.enabledBefore ? (inventory.enabledBefore.get(accountId(account)) as boolean | undefined) : true;
}

function isClosed(account: LoginAccount, inventory: Inventory): boolean {
  const isPerson = account.uid !== 0 && kindOf(account, inventory).type === 'User';
  return isPerson && !isLoginShell(account.shell);
}

function isExpiryUnknown(account: LoginAccount, inventory: Inventory): boolean {
  return inventory.enabledBefore !== undefined && !isClosed(account, inventory);
}

function runsServices(account: LoginAccount, inventory: Inventory): boolean {
  return inventory.units.servicesOf(account).length > 0;
}

/** The comment field's first part; `&` means the login name with a capital letter (passwd(5)). */
function holderOf({ name, gecos }: LoginAccount): string {
  const capitalised = name.charAt(0).toUpperCase() + name.slice(1);
  return (
    gecos
      .split(',')[0]!
      .replaceAll('&', capitalised)
      .replace(/[\u0000-\u001f\u007f]/g, ' ')
      .trim() || name
  );
}

function methodsOf(account: LoginAccount, inventory: Inventory) {
  const { password, isPasswordExpired, mustChangeAtLogin } = inventory.passwordOf(account);
  const description = {
    set: isPasswordExpired ? 'Set, expired' : mustChangeAtLogin ? 'Set, must be changed at the next login' : 'Set',
    none: 'No password is asked for where PAM allows it',
    locked: 'Locked',
    neverSet: 'Never set',
    impossible: 'None that could match',
    unknown: 'Not known: /etc/shadow cannot be read',
  }[password];
  const keys = inventory.keys.keysOf(account).length;
  return [
    { type: 'Password', description },
    ...(keys > 0 ? [{ type: 'SSHPublicKey', description: keys === 1 ? '1 key' : `${keys} keys` }] : []),
  ];
}

function profileOf(account: LoginAccount, inventory: Inventory) {
  const { uid, gid, home, shell } = account;
  const password = inventory.passwordOf(account);
  const services = inventory.units.servicesOf(account).map(service => service.name);
  return [
    ...metadataItems('passwd', { uid, gid, homeDirectory: home, shell, hasLoginShell: isLoginShell(shell) }),
    ...metadataItems('shadow', {
      passwordStatus: password.password,
      // When shadow cannot be read: the value of a former run, or the default.
      isEnabledKnown: isExpiryUnknown(account, inventory) ? false : undefined,
      passwordExpires: password.passwordExpires,
      isPasswordExpired: password.isPasswordExpired || undefined,
      mustChangeAtLogin: password.mustChangeAtLogin || undefined,
      // Every account of the machine can read a hash in passwd, and so attack it.
      isPasswordReadableByAll: account.password === 'set' || account.password === 'locked' || undefined,
    }),
    ...metadataItems('privileges', { administratorBecause: inventory.administrators.get(account) }),
    ...metadataItems('systemd', { units: services.length > 0 ? services : undefined }),
    ...metadataItems('logins', { lastFailedLogin: inventory.logins.failureOf(account.name) }),
  ];
}

export function* unitUserAccounts({ units, hostName }: Inventory): Generator<Placed> {
  for (const user of units.users) {
    const record = {
      id: unitUserId(user),
      alias: user.name,
      name: nameOf(user),
      email: emailOf(user.name, hostName),
      type: 'Machine',
      subType: 'ServiceAccount',
      accountRole: user.isDynamic ? 'dynamic-user' : 'unit-user',
      accountRoleDisplayName: user.isDynamic ? 'Dynamic user of systemd' : 'User of systemd units',
      ...hostAccountConstants,
      enabled: true,
      isAdmin: user.name === 'root' || user.name === '0',
      hasAPIAccess: true,
      authenticationMethods: [],
      profileMetadata: metadataItems('systemd', {
        units: user.services.map(service => service.name),
        isInPasswd: false,
      }),
    };
    yield { record, place: user.services[0]!.place };
  }
}

function nameOf(user: UnitUser): string {
  return user.services.length === 1 && user.services[0]!.description ? user.services[0]!.description : user.name;
}
