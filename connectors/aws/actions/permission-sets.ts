// Gives users of Identity Center a permission set in an account, and takes it away. AWS does both after its answer: the connector waits.

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import type { AwsClient, OperationParameters } from '../client.ts';
import { permissionSetOf } from '../ids.ts';
import { center, eventually, listOrRefuse, order, storedObject } from './requests.ts';

type RoleTarget = ActionTargets['AssignRole'];

export const permissionSetAction = (assigns: boolean): Action<AwsClient, RoleTarget> =>
  flagAction('assigned', assigns, { read: isAssigned, set: setAssigned });

/** @throws ChangeRefused for a role that is no permission set */
function placeOf({ roleId }: RoleTarget): { permissionSet: string; account: string } {
  const place = permissionSetOf(roleId);
  if (!place)
    throw new ChangeRefused(
      'who may assume an IAM role is decided by its trust policy; only permission sets of Identity Center are assigned',
    );
  return place;
}

/** Whether the user itself has it, and not only through a group. */
async function isAssigned(client: AwsClient, target: RoleTarget): Promise<boolean> {
  const { permissionSet, account } = placeOf(target);
  const { InstanceArn } = await center(client);
  await storedObject(client, 'User', target.accountId);
  const named = { InstanceArn, PermissionSetArn: permissionSet };
  if ((await order(client, 'sso', 'DescribePermissionSet', named, true)) === undefined)
    throw new ChangeRefused(`there is no permission set ${permissionSet}`);
  const assignments = await listOrRefuse(client, {
    ...{ service: 'sso', action: 'ListAccountAssignments', member: 'AccountAssignments' },
    ...{ parameters: { ...named, AccountId: account }, absent: [404] },
  });
  return assignments.some(
    each => textAt(each, 'PrincipalId') === target.accountId && textAt(each, 'PrincipalType') === 'USER',
  );
}

async function setAssigned(client: AwsClient, target: RoleTarget, assign: boolean): Promise<void> {
  if ((await isAssigned(client, target)) === assign) return;
  const { permissionSet, account } = placeOf(target);
  const { InstanceArn } = await center(client);
  const done = assign ? 'Creation' : 'Deletion';
  const started = await order(client, 'sso', assign ? 'CreateAccountAssignment' : 'DeleteAccountAssignment', {
    ...{ InstanceArn, PermissionSetArn: permissionSet, TargetId: account, TargetType: 'AWS_ACCOUNT' },
    ...{ PrincipalType: 'USER', PrincipalId: target.accountId },
  });
  await awaitAssignment(client, InstanceArn, done, valueAt(started, `AccountAssignment${done}Status`));
}

async function awaitAssignment(
  client: AwsClient,
  InstanceArn: string,
  done: 'Creation' | 'Deletion',
  first: unknown,
): Promise<void> {
  const member = `AccountAssignment${done}Status`;
  const parameters: OperationParameters = {
    ...{ InstanceArn, [`AccountAssignment${done}RequestId`]: textAt(first, 'RequestId') },
  };
  let status = first;
  const ended = await eventually(client, async () => {
    const word = textAt(status, 'Status');
    if (word === 'SUCCEEDED' || word === 'FAILED') return word;
    status = valueAt(await order(client, 'sso', `DescribeAccountAssignment${done}Status`, parameters), member);
    return undefined;
  });
  if (ended === 'FAILED')
    throw new ChangeRefused(
      `AWS could not change the assignment: ${textAt(status, 'FailureReason') ?? 'no reason given'}`,
    );
  if (ended === undefined) throw new SourceUnavailable('Identity Center is still changing the assignment');
}
