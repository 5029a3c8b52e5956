// Accounts, from users (RFC 7643, section 4.1) and the enterprise extension (section 4.3).

import type { Rejection, SourceRecord } from '../../src/connector/contract.ts';
import { metadataItems } from '../../src/connector/metadata-items.ts';
import {
  activeOf,
  attribute,
  enterprise,
  flagOf,
  localIdOf,
  primaryFirst,
  type ScimResource,
  textOf,
  timeOf,
  type Value,
  valuesOf,
} from './attributes.ts';

export type Mapped = { readonly record: SourceRecord; readonly place: string } | { readonly rejection: Rejection };

/** Finds the e-mail address of a user. */
export type EmailOf = (id: string) => Promise<string | undefined>;

/** userType → subType, for the types that RFC 7643 names in section 4.1.1 and their usual variants. */
const subTypes = new Map([
  ['employee', 'Employee'],
  ['contractor', 'Contractor'],
  ['external', 'External'],
  ['temp', 'Contractor'],
  ['intern', 'Employee'],
  ['guest', 'Guest'],
]);

/** The id of a resource as the service writes it, or what is wrong with it. @param subject the request, for messages */
export function identified(
  resource: unknown,
  subject: string,
  index: number,
): { id: string; place: string } | { rejection: Rejection } {
  const id = textOf(resource, 'id');
  if (id === undefined) {
    return { rejection: { place: `${subject}, object ${index + 1}`, reasons: ['id: is missing'] } };
  }
  return { id, place: `${subject}, id ${id}` };
}

export async function accountOf(resource: unknown, subject: string, index: number, emailOf: EmailOf): Promise<Mapped> {
  const known = identified(resource, subject, index);
  if ('rejection' in known) return known;
  const id = localIdOf(known.id);
  const alias = textOf(resource, 'userName');
  if (alias === undefined) {
    return { rejection: { place: known.place, reasons: ['userName: is missing'], id } };
  }
  const user = resource as ScimResource;
  const fields = {
    id,
    alias,
    name: nameOf(user),
    displayName: textOf(user, 'displayName') ?? nameOf(user),
    ...emailsOf(user),
    type: 'User',
    ...roleOf(user),
    authenticationFunctions: ['ApplicationAccount'],
    userType: textOf(user, 'userType'),
    subType: subTypes.get(textOf(user, 'userType')?.toLowerCase() ?? ''),
    enabled: activeOf(user),
    title: textOf(user, 'title'),
    countryCode: countryOf(user),
    profilePictureUri: primaryFirst(valuesOf(user, 'photos'))[0]?.value,
    federationId: federationOf(user),
    createdDate: timeOf(attribute(user, 'meta'), 'created'),
    lastModifiedDate: timeOf(attribute(user, 'meta'), 'lastModified'),
    ...(await employmentOf(user, emailOf)),
  };
  return { record: present(fields), place: known.place };
}

/** A record without the fields that are undefined. */
export function present(fields: Record<string, unknown> & { id: string }): SourceRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SourceRecord;
}

function nameOf(user: ScimResource): string | undefined {
  const name = attribute(user, 'name');
  const parts = ['givenName', 'middleName', 'familyName'].map(part => textOf(name, part)).filter(Boolean);
  return textOf(name, 'formatted') ?? (parts.length > 0 ? parts.join(' ') : textOf(user, 'displayName'));
}

function emailsOf(user: ScimResource) {
  const emails = primaryFirst(valuesOf(user, 'emails')).flatMap(({ value }) => value ?? []);
  const [email, ...others] = [...new Set(emails)];
  return { email, ...(others.length > 0 && { alternateEmails: others }) };
}

/** The e-mail address of a user as it is landed. */
export const primaryEmailOf = (user: unknown): string | undefined => emailsOf(user as ScimResource).email;

function roleOf(user: ScimResource) {
  const [role] = primaryFirst(valuesOf(user, 'roles'));
  return role?.value === undefined
    ? {}
    : { accountRole: role.value, accountRoleDisplayName: role.display ?? role.value };
}

/** The country of an address is a code of ISO 3166-1 (RFC 7643, section 4.1.2). */
function countryOf(user: ScimResource): string | undefined {
  const addresses = attribute(user, 'addresses');
  const list: unknown[] = Array.isArray(addresses) ? addresses : [];
  const primary = list.find(address => flagOf(address, 'primary')) ?? list[0];
  const country = textOf(primary, 'country')?.toUpperCase();
  return country !== undefined && /^[A-Z]{2}$/.test(country) ? country : undefined;
}

/** externalId is the id under which the provisioning client, usually an identity provider, knows the user. */
function federationOf(user: ScimResource) {
  const value = textOf(user, 'externalId');
  return value === undefined ? undefined : { type: 'externalId', value };
}

async function employmentOf(user: ScimResource, emailOf: EmailOf) {
  const work = attribute(user, enterprise);
  const [manager] = valuesOf(work, 'manager');
  const email = manager?.value && (await managerEmail(manager.value, emailOf));
  return {
    companyName: textOf(work, 'organization'),
    department: textOf(work, 'department'),
    costCenter: textOf(work, 'costCenter'),
    employeeNumber: textOf(work, 'employeeNumber'),
    ...(email && { managerEmails: [email] }),
    profileMetadata: profileOf(work, manager),
  };
}

async function managerEmail(value: string, emailOf: EmailOf): Promise<string | undefined> {
  return value.includes('@') ? value : emailOf(value);
}

function profileOf(work: unknown, manager: Value | undefined) {
  const items = metadataItems('scim', {
    division: textOf(work, 'division'),
    manager: manager?.value === undefined ? undefined : localIdOf(manager.value),
    managerDisplayName: textOf(attribute(work, 'manager'), 'displayName'),
  });
  return items.length > 0 ? items : undefined;
}
