// Users and groups in the form of SCIM (RFC 7643, sections 4.1 to 4.3). What is not known is left out.
import { coreSchemas, enterpriseSchema, rolecallSchemas, type ScimType } from '../../lookups/scim/attributes.ts';

export const scimPath = '/scim/v2';
const endpoints = { User: `${scimPath}/Users`, Group: `${scimPath}/Groups` } as const;

interface SharedRow {
  readonly id: string;
  readonly externalId: string;
  readonly applicationInstanceId: string;
  readonly createdDate: string | null;
  readonly lastModifiedDate: string | null;
  readonly name: string | null;
  readonly members:
    | readonly { readonly value: string; readonly type?: ScimType; readonly display: string | null }[]
    | null;
}

interface UserRow extends SharedRow {
  readonly alias: string;
  readonly displayName: string | null;
  readonly title: string | null;
  readonly userType: string | null;
  readonly enabled: boolean | null;
  readonly profilePictureUri: string | null;
  readonly department: string | null;
  readonly companyName: string | null;
  readonly costCenter: string | null;
  readonly employeeNumber: string | null;
  readonly type: string;
  readonly subType: string | null;
  readonly isAdmin: boolean | null;
  readonly lastActivityDate: string | null;
  readonly emails: readonly string[];
}

interface GroupRow extends SharedRow {
  readonly description: string | null;
}

type Resource = Record<string, unknown>;

/** @param row of `scimPage` */
export function scimResource(type: ScimType, row: object, baseUrl: string): Resource {
  return type === 'User' ? userOf(row as UserRow, baseUrl) : groupOf(row as GroupRow, baseUrl);
}

function userOf(row: UserRow, baseUrl: string): Resource {
  const { department, companyName: organization, costCenter, employeeNumber, type, subType, isAdmin } = row;
  const enterprise = present({ department, organization, costCenter, employeeNumber });
  const { applicationInstanceId, lastActivityDate } = row;
  const hasEnterprise = Object.keys(enterprise).length > 0;
  return present({
    schemas: [coreSchemas.User, ...(hasEnterprise ? [enterpriseSchema] : []), rolecallSchemas.User],
    id: row.id,
    externalId: row.externalId,
    userName: row.alias,
    name: row.name === null ? null : { formatted: row.name },
    displayName: row.displayName ?? row.name,
    title: row.title,
    userType: row.userType,
    active: row.enabled,
    emails: listed(row.emails.map((value, index) => ({ value, type: 'work', ...(index === 0 && { primary: true }) }))),
    photos: row.profilePictureUri === null ? null : [{ value: row.profilePictureUri, type: 'photo' }],
    groups: listed(row.members?.map(each => reference('Group', each, baseUrl))),
    [enterpriseSchema]: hasEnterprise ? enterprise : null,
    [rolecallSchemas.User]: present({ applicationInstanceId, type, subType, isAdmin, lastActivityDate }),
    meta: metaOf('User', row, baseUrl),
  });
}

function groupOf(row: GroupRow, baseUrl: string): Resource {
  const { applicationInstanceId, description } = row;
  return present({
    schemas: [coreSchemas.Group, rolecallSchemas.Group],
    id: row.id,
    externalId: row.externalId,
    displayName: row.name,
    members: listed(row.members?.map(each => ({ ...reference(each.type!, each, baseUrl), type: each.type }))),
    [rolecallSchemas.Group]: present({ applicationInstanceId, description }),
    meta: metaOf('Group', row, baseUrl),
  });
}

function reference(type: ScimType, { value, display }: { value: string; display: string | null }, baseUrl: string) {
  return present({ value, $ref: `${baseUrl}${endpoints[type]}/${value}`, display });
}

function metaOf(resourceType: ScimType, { id, createdDate, lastModifiedDate }: SharedRow, baseUrl: string): object {
  const location = `${baseUrl}${endpoints[resourceType]}/${id}`;
  return present({ resourceType, created: createdDate, lastModified: lastModifiedDate, location });
}

const listed = <Value>(values: readonly Value[] | undefined) => (values && values.length > 0 ? values : null);

function present(members: Readonly<Record<string, unknown>>): Resource {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}
