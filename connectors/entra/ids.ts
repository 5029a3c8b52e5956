// Local ids of what has no id of its own in Entra, and the ends of relationships.
import { composeId } from '../../src/connector/composed-id.ts';
import { textAt } from '../../src/connector/json-values.ts';
import type { RelationshipEnd } from '../../src/connector/relationship-id.ts';

/** A role that is held over a part of the tenant: Entra has no object for it, only assignments. */
export const scopedRoleId = (roleId: string, scopeId: string) => `${roleId}@${scopeId}`;

/** A secret or certificate of an application or service principal. */
export const credentialId = (ownerId: string, keyId: string) => composeId([ownerId, keyId], '/', /\/+/g);

/** Links a secret or certificate to the service principal that signs in with it. Graph shows no hash of a secret. */
export const credentialIdentifier = (ownerId: string, keyId: string) => `entra-credential:${ownerId}/${keyId}`;

/** Addresses of Azure are the same in upper and lower case. */
export const azureId = (id: string) => id.toLowerCase().replace(/(?<=.)\/+$/, '');

/** The directory that on-premises accounts are synced from; a tenant has one sync. */
export const onPremisesDirectory = 'on-premises';

/** Kinds of directory objects (`@odata.type`) that are accounts. Agent users and agent identities are users and service principals. */
const accountKinds = /^#?microsoft\.graph\.(user|servicePrincipal|agentUser|agentIdentity\w*)$/;

/** @returns undefined for a device, a contact, or an object whose kind is not said */
export function endOfObject(object: unknown): RelationshipEnd | undefined {
  const [id, kind] = [textAt(object, 'id'), textAt(object, '@odata.type') ?? ''];
  if (id === undefined) return undefined;
  if (/^#?microsoft\.graph\.group$/.test(kind)) return ['UserGroup', id];
  return accountKinds.test(kind) ? ['Account', id] : undefined;
}

/** The end that a `principalType` of app role assignments and of Azure says. */
export function endOfPrincipal(id: string | undefined, type: string | undefined): RelationshipEnd | undefined {
  if (id === undefined) return undefined;
  if (type === 'Group' || type === 'ForeignGroup') return ['UserGroup', id];
  return type === 'User' || type === 'ServicePrincipal' ? ['Account', id] : undefined;
}
