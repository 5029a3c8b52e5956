// The attributes of SCIM (RFC 7643) that users and groups have here, and the SQL over the rows of the inventory that has their values.
import { ServiceError } from '../../errors.ts';
import { knownHint } from '../../nearest.ts';

export type ScimType = 'User' | 'Group';

export const coreSchemas = {
  User: 'urn:ietf:params:scim:schemas:core:2.0:User',
  Group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
} as const satisfies Record<ScimType, string>;
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** What Rolecall knows and SCIM has no attribute for. */
export const rolecallSchemas = {
  User: 'urn:rolecall:scim:schemas:2.0:User',
  Group: 'urn:rolecall:scim:schemas:2.0:Group',
} as const satisfies Record<ScimType, string>;

export interface ScimAttribute {
  readonly kind: 'text' | 'boolean' | 'time';
  readonly sql: string;
  /** Compared with regard to case. */
  readonly isExact?: true;
}

/** An attribute with several values, each with sub-attributes over a row `one`. */
export interface ScimList {
  readonly parts: Readonly<Record<string, ScimAttribute>>;
  /** SQL that is true when a value fulfils a condition over its parts. */
  readonly any: (condition: string) => string;
}

const text = (sql: string): ScimAttribute => ({ kind: 'text', sql });
const exact = (sql: string): ScimAttribute => ({ kind: 'text', sql, isExact: true });
const flag = (sql: string): ScimAttribute => ({ kind: 'boolean', sql });
const time = (sql: string): ScimAttribute => ({ kind: 'time', sql });

/** An address that the service made up, because the source has none, is no address. */
export const emailsSql = `list_filter(list_prepend("email", coalesce("alternateEmails", [])), lambda each: each NOT LIKE '%.invalid')`;

const shared = {
  id: exact('"globalId"::VARCHAR'),
  externalId: exact('"id"'),
  'meta.created': time('"createdDate"'),
  'meta.lastModified': time('"lastModifiedDate"'),
};

const attributes: Readonly<Record<ScimType, Readonly<Record<string, ScimAttribute>>>> = {
  User: {
    ...shared,
    userName: text('"alias"'),
    displayName: text('coalesce("displayName", "name")'),
    'name.formatted': text('"name"'),
    title: text('"title"'),
    userType: text('"userType"'),
    active: flag('"enabled"'),
    'meta.resourceType': exact("'User'"),
    [`${enterpriseSchema}:department`]: text('"department"'),
    [`${enterpriseSchema}:organization`]: text('"companyName"'),
    [`${enterpriseSchema}:costCenter`]: text('"costCenter"'),
    [`${enterpriseSchema}:employeeNumber`]: text('"employeeNumber"'),
    [`${rolecallSchemas.User}:applicationInstanceId`]: exact('"objectMetadata"."ApplicationInstanceId"::VARCHAR'),
    [`${rolecallSchemas.User}:type`]: text('"type"'),
    [`${rolecallSchemas.User}:subType`]: text('"subType"'),
    [`${rolecallSchemas.User}:isAdmin`]: flag('"isAdmin"'),
    [`${rolecallSchemas.User}:lastActivityDate`]: time('"lastActivityDate"'),
  },
  Group: {
    ...shared,
    displayName: text('"name"'),
    'meta.resourceType': exact("'Group'"),
    [`${rolecallSchemas.Group}:applicationInstanceId`]: exact('"objectMetadata"."ApplicationInstanceId"::VARCHAR'),
    [`${rolecallSchemas.Group}:description`]: text('"description"'),
  },
};

const lists: Readonly<Record<ScimType, Readonly<Record<string, ScimList>>>> = {
  User: {
    emails: {
      parts: { value: text('one'), type: exact("'work'") },
      any: condition => `len(list_filter(${emailsSql}, lambda one: ${condition})) > 0`,
    },
    groups: {
      parts: { value: exact('one."globalId"::VARCHAR'), display: text('one."name"') },
      any: condition => `"globalId" IN (
        SELECT membership."globalEntityId" FROM inventory."EntityManagedViaObject" AS membership
        JOIN inventory."UserGroup" AS one ON one."globalId" = membership."globalManagedViaObjectId" WHERE ${condition})`,
    },
  },
  Group: {
    members: {
      parts: { value: exact('one."globalEntityId"::VARCHAR') },
      any: condition => `"globalId" IN (
        SELECT one."globalManagedViaObjectId" FROM inventory."EntityManagedViaObject" AS one WHERE ${condition})`,
    },
  },
};

/** A single-valued attribute, or a part of one with several values. */
export interface FoundAttribute {
  readonly attribute: ScimAttribute;
  /** The list whose part it is. */
  readonly list?: ScimList;
}

/**
 * The attribute of a path, such as `userName`, `emails` (its `value`), `emails.value`, or a path after the URI of a schema. Case does not
 * matter (RFC 7643, section 2.1).
 * @param parameter that names it, for messages
 * @throws ServiceError BAD_REQUEST
 */
export function attributeAt(type: ScimType, path: string, parameter = 'filter'): FoundAttribute {
  const name = withoutCore(type, path).toLowerCase();
  const single = entry(attributes[type], name === 'name' ? 'name.formatted' : name);
  if (single) return { attribute: single };
  const [head, part = 'value'] = name.split('.');
  const list = entry(lists[type], head!);
  const attribute = list && entry(list.parts, part);
  if (list && attribute) return { attribute, list };
  throw unknownAttribute(type, path, parameter);
}

/** @throws ServiceError BAD_REQUEST unless the attribute has several values */
export function scimListAt(type: ScimType, path: string): ScimList {
  const list = entry(lists[type], withoutCore(type, path).toLowerCase());
  if (list) return list;
  throw unknownAttribute(type, path, 'filter');
}

/** A part of a value, within brackets: `emails[type eq "work"]`. @throws ServiceError BAD_REQUEST */
export function partAt(type: ScimType, list: ScimList, path: string): ScimAttribute {
  const part = entry(list.parts, path.toLowerCase());
  if (part) return part;
  throw unknownAttribute(type, path, 'filter');
}

function withoutCore(type: ScimType, path: string): string {
  const core = `${coreSchemas[type]}:`.toLowerCase();
  return path.toLowerCase().startsWith(core) ? path.slice(core.length) : path;
}

function entry<Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.entries(of).find(([key]) => key.toLowerCase() === name)?.[1];
}

function unknownAttribute(type: ScimType, path: string, parameter: string): ServiceError {
  const known = [...Object.keys(attributes[type]), ...Object.keys(lists[type])];
  const shown = JSON.stringify(path.slice(0, 200));
  const message = `${parameter}: ${type} has no attribute ${shown} that can be compared; ${knownHint(path, known)}`;
  const scimType = parameter === 'filter' ? 'invalidFilter' : 'invalidValue';
  return new ServiceError('BAD_REQUEST', message, { details: { parameter, scimType } });
}
