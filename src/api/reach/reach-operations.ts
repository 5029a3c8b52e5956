// The operations of effective access: what an account reaches, through what, and who reaches an object. They are an extension of the
// interface by this service.
import { objectTypes } from '../../resources/types/enumerations.ts';
import { applicationInstanceId, type Parameter, pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { type Declared, group, jsonResponse, readOneAsOfErrors } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';

export const pathLimits = { default: 20, minimum: 1, maximum: 100 } as const;

export const graphLimits = {
  depth: { default: 2, minimum: 1, maximum: 10 },
  perNode: { default: 25, minimum: 1, maximum: 5000 },
} as const;
/** Objects that an answer has at most. */
export const mostGraphNodes = 5000;
export const graphDirections = ['Reaches', 'ReachedBy'] as const;
export const nodeUses = ['Holder', 'Object', 'Container'] as const;

const graphParameters: readonly Parameter[] = [
  {
    name: 'direction',
    in: 'query',
    description: 'What the object reaches, which is the default, or what reaches it',
    schema: { type: 'string', enum: graphDirections },
  },
  {
    name: 'as',
    in: 'query',
    description:
      'Follow only the memberships and grants that the object has (`Holder`), only the grants of the object itself (`Object`), or only its contents and the grants that hold for them (`Container`); left out: as a holder, and as what it is in this direction',
    schema: { type: 'string', enum: nodeUses },
  },
  {
    name: 'depth',
    in: 'query',
    description: 'How many steps to follow',
    schema: { type: 'integer', format: 'int32', ...graphLimits.depth },
  },
  {
    name: 'perNode',
    in: 'query',
    description: 'How many steps to list for each object at most; groups, roles and privileged grants come first',
    schema: { type: 'integer', format: 'int32', ...graphLimits.perNode },
  },
];

const objectType: Parameter = {
  name: 'objectType',
  in: 'query',
  description: 'Limits the list to objects of one type',
  schema: { type: 'string', enum: objectTypes },
};

/** What lists of access say of each item only when it is asked for, because it takes more time. */
export const reachInclusions = ['since', 'through'] as const;

const include: Parameter = {
  name: 'include',
  in: 'query',
  description:
    'What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through',
  schema: { type: 'string', examples: ['since', 'since,through'] },
};

const limit: Parameter = {
  name: 'limit',
  in: 'query',
  description: 'How many paths to list at most',
  schema: { type: 'integer', format: 'int32', ...pathLimits },
};

const rule =
  'Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away.';

const pathsFrom = (path: string, noun: string): Declared => ({
  method: 'GET',
  path: `${path}/{id}/access/{objectId}/paths`,
  summary: `List the paths through which ${noun} reaches an object`,
  description: `${rule} Without access, the list is empty, and \`denials\` says what was taken away.`,
  scope: 'read',
  parameters: [
    pathParameter('id', `Global id of ${noun}`),
    pathParameter('objectId', 'Global id of the object'),
    limit,
    asOfParameter,
  ],
  responses: { 200: jsonResponse('AccessPaths', 'The paths') },
  errors: [...readOneAsOfErrors, 503],
});

const accountsOf = (path: string, noun: string): Declared => ({
  method: 'GET',
  path: `${path}/{id}/accounts`,
  summary: `List the accounts that reach a ${noun}`,
  description: `${rule} Ordered by application instance and global id. While pages are fetched, the list stays as it was at the first page.`,
  scope: 'read',
  parameters: [
    pathParameter('id', `Global id of the ${noun}`),
    pageSize,
    pageToken,
    applicationInstanceId,
    include,
    asOfParameter,
  ],
  responses: { 200: jsonResponse('ReachingAccountList', 'A page of accounts') },
  errors: [...readOneAsOfErrors, 503],
});

export const reachOperations = group('Effective access', {
  listAccountAccess: {
    method: 'GET',
    path: '/v1/accounts/{id}/access',
    summary: 'List what an account reaches',
    description: `${rule} The groups, roles and permission sets that the account is in are listed too. Ordered by global id. While pages are fetched, the list stays as it was at the first page.`,
    scope: 'read',
    parameters: [
      pathParameter('id', 'Global id of the account'),
      pageSize,
      pageToken,
      applicationInstanceId,
      objectType,
      {
        name: 'onlyThrough',
        in: 'query',
        description:
          'Global id of a membership or grant. Lists only what the account would lose without this one relationship, with the permissions that it would lose',
        schema: { type: 'string', format: 'uuid' },
      },
      include,
      asOfParameter,
    ],
    responses: { 200: jsonResponse('ReachedObjectList', 'A page of objects') },
    errors: [...readOneAsOfErrors, 503],
  },
  listAccessPaths: pathsFrom('/v1/accounts', 'an account'),
  listAccessPathsOfUserGroup: pathsFrom('/v1/user-groups', 'a user group'),
  listAccessPathsOfRole: pathsFrom('/v1/roles', 'a role'),
  listAccessPathsOfPermissionSet: pathsFrom('/v1/permission-sets', 'a permission set'),
  getAccessGraph: {
    method: 'GET',
    path: '/v1/access-graph/{id}',
    summary: 'Show the graph of access around an object, layer by layer',
    description: `The memberships, grants, denials and containments that lead on from an object, or back to it, with at most ${mostGraphNodes.toLocaleString('en')} objects. What a grant gives after denials is not computed here; see the lists of effective access.`,
    scope: 'read',
    parameters: [
      pathParameter(
        'id',
        'Global id of an account, a group, a role, a permission set, an application or a resource; or a `contentsId`',
      ),
      ...graphParameters,
      asOfParameter,
    ],
    responses: { 200: jsonResponse('AccessGraph', 'Objects and the steps between them') },
    errors: [...readOneAsOfErrors, 503],
  },
  listAccountsOfResourceInstance: accountsOf('/v1/resource-instances', 'resource instance'),
  listAccountsOfRole: accountsOf('/v1/roles', 'role'),
  listAccountsOfUserGroup: accountsOf('/v1/user-groups', 'user group'),
  listAccountsOfAssignedApplication: accountsOf('/v1/assigned-applications', 'assigned application'),
  listAccountsOfIntegratedApplication: accountsOf('/v1/integrated-applications', 'integrated application'),
});
