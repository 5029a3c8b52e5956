// The operations of the interface besides the collections. Those declared here are not implemented yet: they answer 501. The
// others are declared beside their routes.
import { auditEventOperations } from '../audit-events/audit-event-operations.ts';
import { exportOperations } from '../exports/export-operations.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';
import { queryOperations, savedQueryOperations } from '../queries/query-operations.ts';
import { syncRunOperations } from '../sync-runs/sync-run-operations.ts';
import { type Operation, pageSize, pageToken, pathParameter } from './operation.ts';
import { changeErrors, type Declared, group, jsonResponse, readErrors, readOneErrors } from './operation-groups.ts';

const jobId = pathParameter('id', 'Id of the job, as the write that made it returned it');
const accountId = pathParameter('id', 'Global id of the account');
const memberId = pathParameter('accountId', 'Global id of the account');

const accepted = { 202: jsonResponse('JobAccepted', 'The change is accepted; poll the job for its outcome') };

function changeOfAccount(verb: string, summary: string, effect: string): Declared {
  return {
    method: 'POST',
    path: `/v1/accounts/{id}/${verb}`,
    summary,
    description: effect,
    scope: 'write',
    parameters: [accountId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  };
}

function changeOfAccounts(verb: string, summary: string, effect: string): Declared {
  return {
    method: 'POST',
    path: `/v1/accounts/${verb}`,
    summary,
    description: effect,
    scope: 'write',
    parameters: [idempotencyKey('the job')],
    requestSchema: 'AccountSelection',
    responses: accepted,
    errors: changeErrors,
  };
}

const disabling = 'Nobody can sign in with the account any more.';
const enabling = 'The account can be used again, with the access that disabling took away.';
const activating = 'The owner of the account can sign in.';

const accountChanges = group('Account changes', {
  disableAccount: changeOfAccount('disable', 'Disable an account', disabling),
  disableAccounts: changeOfAccounts('disable', 'Disable up to 1000 accounts in one job', disabling),
  enableAccount: changeOfAccount('enable', 'Enable an account', enabling),
  enableAccounts: changeOfAccounts('enable', 'Enable up to 1000 accounts in one job', enabling),
  activateAccount: changeOfAccount('activate', 'Activate an account', activating),
  activateAccounts: changeOfAccounts('activate', 'Activate up to 1000 accounts in one job', activating),
});

/** Adding an account to a role or group (`PUT`), or removing it (`DELETE`). */
function membership(method: 'PUT' | 'DELETE', path: string, owner: string, summary: string): Declared {
  const harmless = method === 'PUT' ? 'An account that is in it already' : 'An account that is not in it';
  return {
    method,
    path,
    summary,
    description: `${harmless} is not an error.`,
    scope: 'write',
    parameters: [pathParameter('id', `Global id of the ${owner}`), memberId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  };
}

const assigneePath = '/v1/roles/{id}/assignees/{accountId}';
const memberPath = '/v1/user-groups/{id}/members/{accountId}';

const membershipChanges = group('Role and group changes', {
  assignRole: membership('PUT', assigneePath, 'role', 'Give a role to an account'),
  removeRole: membership('DELETE', assigneePath, 'role', 'Take a role from an account'),
  addGroupMember: membership('PUT', memberPath, 'user group', 'Put an account into a user group'),
  removeGroupMember: membership('DELETE', memberPath, 'user group', 'Take an account out of a user group'),
  createUserGroup: {
    method: 'POST',
    path: '/v1/user-groups',
    summary: 'Create a user group',
    scope: 'write',
    parameters: [idempotencyKey('the job')],
    requestSchema: 'UserGroupCreation',
    responses: accepted,
    errors: [400, 401, 403, 409, 429, 500],
  },
});

const actionJobs = group('Action jobs', {
  listActionJobs: {
    method: 'GET',
    path: '/v1/action-jobs',
    summary: 'List action jobs',
    scope: 'read',
    parameters: [pageSize, pageToken],
    responses: { 200: jsonResponse('ActionJobList', 'A page') },
    errors: readErrors,
  },
  getActionJob: {
    method: 'GET',
    path: '/v1/action-jobs/{id}',
    summary: 'Get one action job',
    description: 'Poll until the status is terminal: every status but Queued and Running is.',
    scope: 'read',
    parameters: [jobId],
    responses: { 200: jsonResponse('ActionJob', 'The job') },
    errors: readOneErrors,
  },
  listActionJobResults: {
    method: 'GET',
    path: '/v1/action-jobs/{id}/results',
    summary: 'List the results of an action job',
    description: 'One result per target that the change touched.',
    scope: 'read',
    parameters: [jobId, pageToken],
    responses: { 200: jsonResponse('ActionJobResultList', 'A page') },
    errors: readOneErrors,
  },
  cancelActionJob: {
    method: 'POST',
    path: '/v1/action-jobs/{id}/cancel',
    summary: 'Cancel an action job',
    description: 'A running job finishes its current target first.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  },
  revertActionJob: {
    method: 'POST',
    path: '/v1/action-jobs/{id}/revert',
    summary: 'Undo what an action job changed',
    description: 'The response names the revert job.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: accepted,
    errors: changeErrors,
  },
});

/** Every operation of the interface besides those of collections, in the order of the documentation. */
export const contractOperations: readonly Operation[] = Object.freeze(
  [
    accountChanges,
    membershipChanges,
    actionJobs,
    savedQueryOperations,
    queryOperations,
    exportOperations,
    syncRunOperations,
    auditEventOperations,
  ].flatMap(operations => Object.values<Operation>(operations)),
);
