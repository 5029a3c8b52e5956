// The operations of the interface besides the collections. An operation that is not implemented answers 501; to implement it,
// set its flag.
import { auditEventOperations } from '../audit-events/audit-event-operations.ts';
import { exportOperations } from '../exports/export-operations.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';
import { syncRunOperations } from '../sync-runs/sync-run-operations.ts';
import { type Operation, pageSize, pageToken, pathParameter } from './operation.ts';
import { changeErrors, type Declared, group, jsonResponse, readErrors, readOneErrors } from './operation-groups.ts';

const jobId = pathParameter('id', 'Id of the job, as the write that made it returned it');
const accountId = pathParameter('id', 'Global id of the account');
const memberId = pathParameter('accountId', 'Global id of the account');
const queryId = pathParameter('query_id', 'Id of the saved query');

const accepted = { 202: jsonResponse('JobAccepted', 'The change is accepted; poll the job for its outcome') };

const savedQueries = group('Saved queries', [
  {
    implemented: true,
    method: 'POST',
    path: '/v1/query/saved-queries',
    operationId: 'createSavedQuery',
    summary: 'Save a query',
    scope: 'write',
    parameters: [idempotencyKey('the saved query')],
    requestSchema: 'SavedQueryCreation',
    responses: {
      201: { ...jsonResponse('SavedQuery', 'The saved query'), headers: { Location: 'Path of the saved query' } },
    },
    errors: [400, 401, 403, 409, 429, 500],
  },
  {
    implemented: true,
    method: 'GET',
    path: '/v1/query/saved-queries',
    operationId: 'listSavedQueries',
    summary: 'List saved queries by name',
    scope: 'read',
    parameters: [pageSize, pageToken],
    responses: { 200: jsonResponse('SavedQueryList', 'A page') },
    errors: readErrors,
  },
  {
    implemented: true,
    method: 'GET',
    path: '/v1/query/saved-queries/{query_id}',
    operationId: 'getSavedQuery',
    summary: 'Get one saved query',
    scope: 'read',
    parameters: [queryId],
    responses: { 200: jsonResponse('SavedQuery', 'The saved query') },
    errors: readOneErrors,
  },
  {
    implemented: true,
    method: 'PUT',
    path: '/v1/query/saved-queries/{query_id}',
    operationId: 'updateSavedQuery',
    summary: 'Replace a saved query',
    description: 'A version that is no longer current is refused with 409.',
    scope: 'write',
    parameters: [queryId],
    requestSchema: 'SavedQueryUpdate',
    responses: { 200: jsonResponse('SavedQuery', 'The saved query after the update') },
    errors: changeErrors,
  },
  {
    implemented: true,
    method: 'DELETE',
    path: '/v1/query/saved-queries/{query_id}',
    operationId: 'deleteSavedQuery',
    summary: 'Delete a saved query',
    scope: 'write',
    parameters: [queryId],
    responses: { 204: { description: 'The saved query is gone' } },
    errors: readOneErrors,
  },
]);

const queries = group('Queries', [
  {
    method: 'POST',
    path: '/v1/query/execute',
    operationId: 'executeQuery',
    implemented: true,
    summary: 'Run a query',
    description: 'Takes either `query_id` or `query_string`. As CSV or as an Arrow stream the whole result is sent.',
    scope: 'read',
    requestSchema: 'QueryExecution',
    responses: {
      200: {
        ...jsonResponse('QueryResult', 'A page of the result'),
        alsoAs: ['text/csv', 'application/vnd.apache.arrow.stream'],
      },
    },
    errors: [400, 401, 403, 404, 406, 429, 500],
  },
  {
    method: 'GET',
    path: '/v1/schema/models',
    operationId: 'listSchemaModels',
    summary: 'List the semantic models with their tables and columns',
    scope: 'read',
    responses: { 200: jsonResponse('SchemaModelList', 'All models') },
    errors: readErrors,
    implemented: true,
  },
]);

/** Changes of one account or of many: the verb in the path, the operation id, and the meaning. */
const accountChanges = [
  ['disable', 'Disable', 'Nobody can sign in with the account any more.'],
  ['enable', 'Enable', 'The account can be used again, with the access that disabling took away.'],
  ['activate', 'Activate', 'The owner of the account can sign in.'],
] as const;

const changesOfAccounts = group(
  'Account changes',
  accountChanges.flatMap(([verb, title, effect]): Declared[] => [
    {
      method: 'POST',
      path: `/v1/accounts/{id}/${verb}`,
      operationId: `${verb}Account`,
      summary: `${title} an account`,
      description: effect,
      scope: 'write',
      parameters: [accountId, idempotencyKey('the job')],
      responses: accepted,
      errors: changeErrors,
    },
    {
      method: 'POST',
      path: `/v1/accounts/${verb}`,
      operationId: `${verb}Accounts`,
      summary: `${title} up to 1000 accounts in one job`,
      description: effect,
      scope: 'write',
      parameters: [idempotencyKey('the job')],
      requestSchema: 'AccountSelection',
      responses: accepted,
      errors: changeErrors,
    },
  ]),
);

/** Adding an account to a role or group (`PUT`) and removing it (`DELETE`). */
function membership(owner: string, path: string, put: [string, string], remove: [string, string]): Declared[] {
  const declare = (
    method: 'PUT' | 'DELETE',
    [operationId, summary]: [string, string],
    description: string,
  ): Declared => ({
    method,
    path,
    operationId,
    summary,
    description,
    scope: 'write',
    parameters: [pathParameter('id', `Global id of the ${owner}`), memberId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  });
  return [
    declare('PUT', put, 'An account that is in it already is not an error.'),
    declare('DELETE', remove, 'An account that is not in it is not an error.'),
  ];
}

const membershipChanges = group('Role and group changes', [
  ...membership(
    'role',
    '/v1/roles/{id}/assignees/{accountId}',
    ['assignRole', 'Give a role to an account'],
    ['removeRole', 'Take a role from an account'],
  ),
  ...membership(
    'user group',
    '/v1/user-groups/{id}/members/{accountId}',
    ['addGroupMember', 'Put an account into a user group'],
    ['removeGroupMember', 'Take an account out of a user group'],
  ),
  {
    method: 'POST',
    path: '/v1/user-groups',
    operationId: 'createUserGroup',
    summary: 'Create a user group',
    scope: 'write',
    parameters: [idempotencyKey('the job')],
    requestSchema: 'UserGroupCreation',
    responses: accepted,
    errors: [400, 401, 403, 409, 429, 500],
  },
]);

const actionJobs = group('Action jobs', [
  {
    method: 'GET',
    path: '/v1/action-jobs',
    operationId: 'listActionJobs',
    summary: 'List action jobs',
    scope: 'read',
    parameters: [pageSize, pageToken],
    responses: { 200: jsonResponse('ActionJobList', 'A page') },
    errors: readErrors,
  },
  {
    method: 'GET',
    path: '/v1/action-jobs/{id}',
    operationId: 'getActionJob',
    summary: 'Get one action job',
    description: 'Poll until the status is terminal: every status but Queued and Running is.',
    scope: 'read',
    parameters: [jobId],
    responses: { 200: jsonResponse('ActionJob', 'The job') },
    errors: readOneErrors,
  },
  {
    method: 'GET',
    path: '/v1/action-jobs/{id}/results',
    operationId: 'listActionJobResults',
    summary: 'List the results of an action job',
    description: 'One result per target that the change touched.',
    scope: 'read',
    parameters: [jobId, pageToken],
    responses: { 200: jsonResponse('ActionJobResultList', 'A page') },
    errors: readOneErrors,
  },
  {
    method: 'POST',
    path: '/v1/action-jobs/{id}/cancel',
    operationId: 'cancelActionJob',
    summary: 'Cancel an action job',
    description: 'A running job lets the target in hand finish.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  },
  {
    method: 'POST',
    path: '/v1/action-jobs/{id}/revert',
    operationId: 'revertActionJob',
    summary: 'Undo what an action job changed',
    description: 'The response names the revert job.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  },
]);

/** Every operation of the interface besides those of collections. */
export const contractOperations: readonly Operation[] = Object.freeze([
  ...changesOfAccounts,
  ...membershipChanges,
  ...actionJobs,
  ...savedQueries,
  ...queries,
  ...exportOperations,
  ...syncRunOperations,
  ...auditEventOperations,
]);
