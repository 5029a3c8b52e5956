// The operations of SCIM 2.0 (RFC 7643, RFC 7644), read-only, over accounts and user groups.
import { type Parameter, pathParameter } from '../contract/operation.ts';
import {
  type Declared,
  group,
  readAsOfErrors,
  readErrors,
  readOneAsOfErrors,
  readOneErrors,
} from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';
import { countLimits } from './parameters.ts';
import { scimPath } from './resources.ts';

const parameter = (name: string, description: string, schema: Parameter['schema'] = { type: 'string' }): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
});

const projection = [
  parameter('attributes', 'The only attributes that resources have, besides `id` and `schemas`; separated by commas'),
  parameter('excludedAttributes', 'Attributes that they do not have; separated by commas'),
];

const ofLists = [
  parameter('filter', 'A filter of RFC 7644, section 3.4.2.2, for example `userName sw "a" and active eq true`'),
  parameter('sortBy', 'An attribute with one value; left out: the id. Resources without it come last'),
  parameter('sortOrder', 'Default: ascending', { type: 'string', enum: ['ascending', 'descending'] }),
  parameter(
    'startIndex',
    'The first resource of the page, counted from 1. Without `asOf`, each page is of the version in service then',
    {
      type: 'integer',
      format: 'int32',
    },
  ),
  parameter('count', `Resources on the page at most; default ${countLimits.default}, at most ${countLimits.maximum}`, {
    type: 'integer',
    format: 'int32',
  }),
  parameter(
    'cursor',
    'Pages by cursor (RFC 9865): empty for the first page, then `nextCursor` of the page before. All pages are of one version',
  ),
];

const answer = (schema: string, description: string) => ({
  200: { description, schema, alsoAs: ['application/scim+json'] },
});

const listOf = (path: string, what: string): Declared => ({
  method: 'GET',
  path: `${scimPath}/${path}`,
  summary: `List ${what} in the form of SCIM`,
  scope: 'read',
  parameters: [...ofLists, ...projection, asOfParameter],
  responses: answer('ScimList', 'A page'),
  errors: [...readAsOfErrors, 503],
});

const one = (path: string, what: string, id: string): Declared => ({
  method: 'GET',
  path: `${scimPath}/${path}/{id}`,
  summary: `Get ${what} in the form of SCIM`,
  scope: 'read',
  parameters: [pathParameter('id', id), ...projection, asOfParameter],
  responses: answer('ScimResource', 'The resource'),
  errors: [...readOneAsOfErrors, 503],
});

const about = (path: string, summary: string, schema: string): Declared => ({
  method: 'GET',
  path: `${scimPath}/${path}`,
  summary,
  scope: 'read',
  responses: answer(schema, 'The description'),
  errors: readErrors,
});

const aboutOne = (path: string, summary: string, name: string): Declared => ({
  ...about(`${path}/{name}`, summary, 'ScimResource'),
  parameters: [{ name: 'name', in: 'path', description: name, schema: { type: 'string' } }],
  errors: readOneErrors,
});

export const scimOperations = group('SCIM', {
  listScimUsers: listOf('Users', 'accounts'),
  getScimUser: one('Users', 'one account', 'Global id of the account'),
  listScimGroups: listOf('Groups', 'user groups'),
  getScimGroup: one('Groups', 'one user group', 'Global id of the user group'),
  getScimServiceProviderConfig: about(
    'ServiceProviderConfig',
    'Describe what this SCIM service can do',
    'ScimResource',
  ),
  listScimResourceTypes: about('ResourceTypes', 'List the types of resources of SCIM', 'ScimList'),
  getScimResourceType: aboutOne('ResourceTypes', 'Get one type of resources of SCIM', '`User` or `Group`'),
  listScimSchemas: about('Schemas', 'List the schemas of SCIM', 'ScimList'),
  getScimSchema: aboutOne('Schemas', 'Get one schema of SCIM', 'Its URI'),
});
