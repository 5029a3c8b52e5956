// Every key of an authorized_keys file is a token account, owned by the account that it logs in as.

import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { Inventory } from '../inventory.ts';
import { expiryOf, forcedCommandsOf, furtherMethodsOf, isFree, keyRefusalOf } from '../ssh/key-state.ts';
import type { UserKey } from '../ssh/user-keys.ts';
import { hostAccountConstants, knownEnabled } from './accounts.ts';
import { emailOf, keyId } from './ids.ts';
import type { Placed } from './placed.ts';

export function* keyAccounts(inventory: Inventory): Generator<Placed> {
  for (const key of inventory.keys.keys) yield { record: keyAccount(key, inventory), place: key.lines[0]!.place };
}

function keyAccount(key: UserKey, inventory: Inventory) {
  const { owner, lines } = key;
  const { fingerprint } = lines[0]!.key;
  const { isCertAuthority } = lines[0]!.options;
  const expirationDate = expiryOf(key);
  const enabled = knownKeyEnabled(key, inventory);
  const authorizedLocations = locationsOf(key);
  return {
    id: keyId(key),
    alias: fingerprint,
    name:
      lines.find(line => line.comment !== '')?.comment || `${isCertAuthority ? 'SSH CA' : 'SSH key'} of ${owner.name}`,
    email: emailOf(owner.name, inventory.hostName),
    type: 'Token',
    subType: isCertAuthority ? 'Certificate' : 'SshKey',
    accountRole: isCertAuthority ? 'ssh-certificate-authority' : 'ssh-key',
    accountRoleDisplayName: isCertAuthority ? 'SSH certificate authority' : 'SSH key',
    ...hostAccountConstants,
    ...(enabled !== undefined && { enabled }),
    isAdmin: inventory.administrators.has(owner) && isFree(key),
    hasAPIAccess: enabled !== false,
    authenticationMethods: [{ type: 'SSHPublicKey', description: lines[0]!.key.type }],
    hashIdentifiers: [fingerprint],
    ...(expirationDate && { expirationDate }),
    ...(authorizedLocations && { authorizedLocations }),
    profileMetadata: profileOf(key, inventory),
  };
}

/** A key works only while its account works. */
export function isKeyEnabled(key: UserKey, inventory: Inventory): boolean {
  return knownKeyEnabled(key, inventory) ?? true;
}

/** Undefined when it is not known whether the owner's account works. */
function knownKeyEnabled(key: UserKey, inventory: Inventory): boolean | undefined {
  const { owner } = key;
  const refusal = keyRefusalOf(key, inventory.passwordOf(owner), inventory.now);
  return refusal === undefined ? knownEnabled(owner, inventory) : false;
}

function profileOf(key: UserKey, { passwordOf, now }: Inventory) {
  const { owner, lines } = key;
  const { type, bits, isHardware } = lines[0]!.key;
  const all = <Value>(values: readonly (Value | undefined)[]) => {
    const present = [...new Set(values.filter(value => value !== undefined))];
    return present.length > 0 ? present : undefined;
  };
  return metadataItems('ssh', {
    owner: owner.name,
    keyType: type,
    bits,
    isHardwareKey: isHardware,
    comments: all(lines.map(line => line.comment || undefined)),
    options: all(lines.flatMap(line => line.options.names)),
    forcedCommands: all(forcedCommandsOf(key)),
    principals: all(lines.flatMap(line => line.options.principals ?? [])),
    authenticationMethods: furtherMethodsOf(key),
    refusedBecause: keyRefusalOf(key, passwordOf(owner), now),
    places: lines.map(line => line.place),
  });
}

const addressPattern = /^[0-9.*?/]+$|^[0-9A-Fa-f:*?./]*:[0-9A-Fa-f:*?./]*$/;

/** Restricted only when every line with the key has `from=`. */
function locationsOf({ lines }: UserKey) {
  const patterns = lines.map(line => line.options.from);
  if (patterns.includes(undefined)) return undefined;
  return {
    isInherited: false,
    policy: { allowAll: false, authorizedLocations: (patterns as string[][]).map(locationOf) },
  };
}

function locationOf(patterns: readonly string[]) {
  const denied = patterns.filter(pattern => pattern.startsWith('!')).map(pattern => pattern.slice(1));
  const allowed = patterns.filter(pattern => !pattern.startsWith('!'));
  const addresses = (list: readonly string[]) => list.filter(pattern => addressPattern.test(pattern));
  const names = (list: readonly string[]) => {
    const found = list.filter(pattern => !addressPattern.test(pattern));
    return found.length > 0 ? found : undefined;
  };
  const hostNames = metadataItems('ssh', { hostNameInclusions: names(allowed), hostNameExclusions: names(denied) });
  return {
    type: 'Network',
    typeSpecificData: {
      name: 'from',
      ipAddressInclusions: addresses(allowed),
      ipAddressExclusions: addresses(denied),
      ...(hostNames.length > 0 && { supplementaryInformation: { additionalLocationMetadata: hostNames } }),
    },
  };
}
