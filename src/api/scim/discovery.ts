// What the service says about its SCIM (RFC 7643, sections 5 to 7; RFC 9865 for cursors).
import { coreSchemas, enterpriseSchema, rolecallSchemas, type ScimType } from '../../lookups/scim/attributes.ts';
import { countLimits } from './parameters.ts';
import { scimPath } from './resources.ts';

export function serviceProviderConfig(baseUrl: string): object {
  const unsupported = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: `${baseUrl}/docs`,
    patch: unsupported,
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: countLimits.maximum },
    changePassword: unsupported,
    sort: { supported: true },
    etag: unsupported,
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: countLimits.default,
      maxPageSize: countLimits.maximum,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth 2.0 bearer token',
        description: 'A token of the client credentials grant, with the scope read',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}${scimPath}/ServiceProviderConfig` },
  };
}

export function scimResourceTypes(baseUrl: string): { readonly id: string }[] {
  const extensions: Readonly<Record<ScimType, readonly string[]>> = {
    User: [enterpriseSchema, rolecallSchemas.User],
    Group: [rolecallSchemas.Group],
  };
  const about = { User: 'Accounts of all application instances', Group: 'User groups of all application instances' };
  return (['User', 'Group'] as const).map(id => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    description: about[id],
    endpoint: `/${id}s`,
    schema: coreSchemas[id],
    schemaExtensions: extensions[id].map(schema => ({ schema, required: false })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}${scimPath}/ResourceTypes/${id}` },
  }));
}

interface Described {
  readonly name: string;
  readonly description: string;
  readonly type?: 'boolean' | 'dateTime' | 'complex' | 'reference';
  readonly isExact?: true;
  readonly isList?: boolean;
  readonly parts?: readonly Described[];
}

const reference = (name: string): Described => ({ name, type: 'reference', isExact: true, description: 'Its address' });
const value = (description: string, isExact?: true): Described => ({
  name: 'value',
  description,
  ...(isExact && { isExact }),
});
const instance: Described = {
  name: 'applicationInstanceId',
  isExact: true,
  description: 'The application instance that it belongs to',
};

const described: Readonly<Record<string, { readonly name: string; readonly attributes: readonly Described[] }>> = {
  [coreSchemas.User]: {
    name: 'User',
    attributes: [
      { name: 'userName', description: 'Alias of the account. It is unique within its application instance only' },
      {
        name: 'name',
        type: 'complex',
        description: 'Name of the holder',
        parts: [{ name: 'formatted', description: 'The whole name' }],
      },
      { name: 'displayName', description: 'Name to show' },
      { name: 'title', description: 'Job title' },
      { name: 'userType', description: 'The application’s own kind of user' },
      { name: 'active', type: 'boolean', description: 'Whether the account can be used; absent when it is not known' },
      {
        ...{ name: 'emails', type: 'complex', isList: true, description: 'E-mail addresses' },
        parts: [
          value('The address'),
          { name: 'type', description: 'work' },
          { name: 'primary', type: 'boolean', description: 'True for the first' },
        ],
      },
      {
        ...{ name: 'photos', type: 'complex', isList: true, description: 'The picture of the holder' },
        parts: [value('Its address', true), { name: 'type', description: 'photo' }],
      },
      {
        ...{
          name: 'groups',
          type: 'complex',
          isList: true,
          description: 'User groups that the account is in directly',
        },
        parts: [value('Id of the group', true), reference('$ref'), { name: 'display', description: 'Its name' }],
      },
    ],
  },
  [coreSchemas.Group]: {
    name: 'Group',
    attributes: [
      { name: 'displayName', description: 'Name of the group' },
      {
        ...{
          name: 'members',
          type: 'complex',
          isList: true,
          description: 'Accounts and groups that are in it directly',
        },
        parts: [
          value('Id of the member', true),
          reference('$ref'),
          { name: 'type', description: 'User or Group' },
          { name: 'display', description: 'Its name' },
        ],
      },
    ],
  },
  [enterpriseSchema]: {
    name: 'EnterpriseUser',
    attributes: [
      { name: 'department', description: 'Department of the holder' },
      { name: 'organization', description: 'Company of the holder' },
      { name: 'costCenter', description: 'Cost centre of the holder' },
      { name: 'employeeNumber', description: 'Employee number of the holder' },
    ],
  },
  [rolecallSchemas.User]: {
    name: 'RolecallUser',
    attributes: [
      instance,
      { name: 'type', description: 'User, Machine or Token' },
      { name: 'subType', description: 'Finer kind within the type' },
      { name: 'isAdmin', type: 'boolean', description: 'Whether the account administers its application instance' },
      { name: 'lastActivityDate', type: 'dateTime', description: 'Last use that is known' },
    ],
  },
  [rolecallSchemas.Group]: {
    name: 'RolecallGroup',
    attributes: [instance, { name: 'description', description: 'What the group is for' }],
  },
};

export function scimSchemas(baseUrl: string): { readonly id: string }[] {
  return Object.entries(described).map(([id, { name, attributes }]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    attributes: attributes.map(attributeOf),
    meta: { resourceType: 'Schema', location: `${baseUrl}${scimPath}/Schemas/${id}` },
  }));
}

function attributeOf({ name, description, type, isExact, isList = false, parts }: Described): object {
  return {
    name,
    type: type ?? 'string',
    multiValued: isList,
    description,
    required: false,
    caseExact: isExact ?? false,
    mutability: 'readOnly',
    returned: 'default',
    uniqueness: 'none',
    ...(type === 'reference' && { referenceTypes: ['User', 'Group'] }),
    ...(parts && { subAttributes: parts.map(attributeOf) }),
  };
}
