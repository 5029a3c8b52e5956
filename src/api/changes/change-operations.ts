// The operations that change something in a source.
import { type Parameter, pathParameter } from '../contract/operation.ts';
import { changeErrors, type Declared, group, jsonResponse } from '../contract/operation-groups.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';

const accountId = pathParameter('id', 'Global id of the account');
const memberId = pathParameter('accountId', 'Global id of the account');

const dryRun: Parameter = {
  name: 'dryRun',
  in: 'query',
  description:
    '`true`: change nothing, and answer with a preview: what the source shows now, and what would be changed',
  schema: { type: 'boolean', default: false },
};

/** The longest reason of a proposal, in characters. */
export const longestProposal = 1000;

const proposal: Parameter = {
  name: 'proposal',
  in: 'query',
  description:
    'Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job',
  schema: { type: 'string', minLength: 1, maxLength: longestProposal },
};

const parameters = [dryRun, proposal, idempotencyKey('the job')];

/** A preview and a proposal need less than a change. */
const scopes = { scope: 'write', scopeWithoutChange: 'annotate' } as const;

export const acceptedJob = {
  ...jsonResponse('JobAccepted', 'The change is accepted; poll the job for its outcome'),
  headers: { Location: 'Path of the job' },
};

const responses = { 200: jsonResponse('ChangePreview', 'The preview, with `dryRun=true`'), 202: acceptedJob };

function changeOfAccount(verb: string, summary: string, effect: string): Declared {
  return {
    method: 'POST',
    path: `/v1/accounts/{id}/${verb}`,
    summary,
    description: effect,
    ...scopes,
    parameters: [accountId, ...parameters],
    responses,
    errors: changeErrors,
  };
}

function changeOfAccounts(verb: string, summary: string, effect: string): Declared {
  return {
    method: 'POST',
    path: `/v1/accounts/${verb}`,
    summary,
    description: effect,
    ...scopes,
    parameters,
    requestSchema: 'AccountSelection',
    responses,
    errors: changeErrors,
  };
}

const disabling = 'Nobody can sign in with the account any more.';
const enabling = 'The account can be used again, with the access that disabling took away.';
const activating = 'The owner of the account can sign in.';

export const accountChangeOperations = group('Account changes', {
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
    description: `${harmless} is not an error. The account must be of the same application instance.`,
    ...scopes,
    parameters: [pathParameter('id', `Global id of the ${owner}`), memberId, ...parameters],
    responses,
    errors: changeErrors,
  };
}

/** Taking a role or group membership from many accounts. */
function removals(path: string, owner: string, summary: string): Declared {
  return {
    method: 'POST',
    path,
    summary,
    description: 'An account that is not in it is not an error. All accounts must be of the same application instance.',
    ...scopes,
    parameters: [pathParameter('id', `Global id of the ${owner}`), ...parameters],
    requestSchema: 'AccountSelection',
    responses,
    errors: changeErrors,
  };
}

const assigneePath = '/v1/roles/{id}/assignees/{accountId}';
const memberPath = '/v1/user-groups/{id}/members/{accountId}';

export const membershipChangeOperations = group('Role and group changes', {
  assignRole: membership('PUT', assigneePath, 'role', 'Give a role to an account'),
  removeRole: membership('DELETE', assigneePath, 'role', 'Take a role from an account'),
  addGroupMember: membership('PUT', memberPath, 'user group', 'Put an account into a user group'),
  removeGroupMember: membership('DELETE', memberPath, 'user group', 'Take an account out of a user group'),
  removeRoles: removals('/v1/roles/{id}/assignees/remove', 'role', 'Take a role from up to 1000 accounts in one job'),
  removeGroupMembers: removals(
    '/v1/user-groups/{id}/members/remove',
    'user group',
    'Take up to 1000 accounts out of a user group in one job',
  ),
  createUserGroup: {
    method: 'POST',
    path: '/v1/user-groups',
    summary: 'Create a user group',
    ...scopes,
    parameters,
    requestSchema: 'UserGroupCreation',
    responses,
    errors: [400, 401, 403, 409, 429, 500],
  },
});
