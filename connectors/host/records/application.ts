// The host itself as an application, and the authenticators that it supports.

import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { Inventory } from '../inventory.ts';
import { accountId } from './ids.ts';
import type { Placed } from './placed.ts';

export function* integratedApplications({ hostName, release, sshd, directory }: Inventory): Generator<Placed> {
  const available = [
    { type: 'Password', description: 'Console, su, sudo' },
    ...(isOn(sshd, directory, 'pubkeyAuthentication') ? [{ type: 'SSHPublicKey', description: 'sshd' }] : []),
  ];
  const record = {
    id: hostName,
    key: hostName,
    name: hostName,
    category: 'OperatingSystem',
    vendorName: release.name ?? 'Linux',
    labels: metadataItems('os-release', { id: release.id, version: release.version }),
    authenticationRequirements: { isMFAAuthority: false, availableAuthenticationMethods: available },
    supportedFederatedRelationships: [],
    unsupportedTypes: {
      objectTypes: ['AssignedApplication', 'Department', 'DirectoryProvider', 'ObjectDirectory', 'PermissionSet'],
      relationshipTypes: ['DepartmentContainsDepartment'],
    },
  };
  yield { record, place: hostName };
}

/** Whether sshd accepts a way to log in, for all connections or for one of the accounts. */
function isOn(
  sshd: Inventory['sshd'],
  { accounts }: Inventory['directory'],
  way: 'passwordAuthentication' | 'pubkeyAuthentication',
): boolean {
  return sshd.everywhere[way] || accounts.some(account => sshd.of(account)[way]);
}

export function* authenticators({ sshd, directory }: Inventory): Generator<Placed> {
  const authenticator = (
    id: string,
    name: string,
    type: string,
    isActive: boolean,
    place: string,
    description: string,
  ) => ({
    record: { id, name, description, isActive, authenticationMethods: [{ type, description: name }] },
    place,
  });
  yield authenticator('local-password', 'Local password', 'Password', true, '/etc/shadow', 'Console, su and sudo');
  if (!sshd.isConfigured) return;
  const place = sshd.path;
  yield authenticator(
    'ssh-password',
    'SSH password',
    'Password',
    isOn(sshd, directory, 'passwordAuthentication'),
    place,
    'PasswordAuthentication of sshd',
  );
  yield authenticator(
    'ssh-key',
    'SSH public key',
    'SSHPublicKey',
    isOn(sshd, directory, 'pubkeyAuthentication'),
    place,
    'PubkeyAuthentication of sshd',
  );
}

/** The accounts that have a password. The enrollment of a locked password is suspended. */
export function* passwordEnrollments(inventory: Inventory): Generator<Placed> {
  for (const account of inventory.directory.accounts) {
    const { password, isAccountExpired, lastChanged } = inventory.passwordOf(account);
    if (password !== 'set' && password !== 'locked') continue;
    const record = {
      id: `password:${account.name}`,
      accountKey: accountId(account),
      authenticationMethods: [{ type: 'Password', description: 'Local password' }],
      enrollmentStatus: password === 'locked' ? 'Suspended' : isAccountExpired ? 'Inactive' : 'Active',
      ...(lastChanged && { enrolledAt: lastChanged }),
    };
    yield { record, place: account.place };
  }
}
