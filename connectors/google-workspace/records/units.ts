// Organisational units as departments, and the customer itself.
import { samlAuthenticationKey, signInLabels } from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt } from '../../../src/connector/json-values.ts';
import { relationshipId } from '../../../src/connector/relationship-id.ts';
import type { GoogleClient } from '../client.ts';

export const authenticationKeyOf = ({ settings: { saml_certificate } }: GoogleClient) =>
  saml_certificate === undefined ? undefined : samlAuthenticationKey(saml_certificate);

export function customerOf(client: GoogleClient, primaryDomain: string | undefined): SourceRecord {
  const { customer, customerId } = client;
  const domain = textAt(customer, 'customerDomain') ?? primaryDomain;
  const key = authenticationKeyOf(client);
  return {
    id: customerId,
    ...definedMembers({
      key: domain ?? customerId,
      name: textAt(customer, 'postalAddress', 'organizationName') ?? domain ?? customerId,
      category: 'IdentityProvider',
      vendorName: 'Google',
      // The entity id of Google as a service provider (support.google.com/a/answer/6301076).
      labels: domain === undefined ? undefined : signInLabels({ entityId: `google.com/a/${domain}` }),
      authenticationRequirements: key === undefined ? undefined : { authenticationKeys: [key] },
      supportedFederatedRelationships: [],
    }),
  };
}

/** The root has no item of its own: the units below it name it as their parent. */
export function rootUnit(unit: unknown): SourceRecord | undefined {
  const [parent, path] = [textAt(unit, 'parentOrgUnitId'), textAt(unit, 'parentOrgUnitPath')];
  return parent === undefined || path !== '/' ? undefined : { id: parent, name: '/' };
}

export function departmentOf(unit: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(unit, 'orgUnitId'), textAt(unit, 'name')];
  if (id === undefined) return { reason: 'has no orgUnitId' };
  if (name === undefined) return { reason: 'has no name' };
  return { id, ...definedMembers({ name, code: textAt(unit, 'orgUnitPath') }) };
}

export function containmentOf(unit: unknown): SourceRecord | undefined {
  const [childId, parentId] = [textAt(unit, 'orgUnitId'), textAt(unit, 'parentOrgUnitId')];
  if (childId === undefined || parentId === undefined) return undefined;
  return { id: relationshipId(['Department', parentId], ['Department', childId]), parentId, childId };
}
