// What can be changed in an AWS account and its Identity Center (README.md, Changes).
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { AwsClient } from '../client.ts';
import { disabling, enabling } from './accounts.ts';
import { groupCreation, memberAction } from './groups.ts';
import { permissionSetAction } from './permission-sets.ts';

export const awsActions: Actions<AwsClient> = {
  DisableAccount: disabling,
  EnableAccount: enabling,
  AssignRole: permissionSetAction(true),
  RemoveRole: permissionSetAction(false),
  AddGroupMember: memberAction(true),
  RemoveGroupMember: memberAction(false),
  CreateUserGroup: groupCreation,
};

export const declaredAwsActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount'],
    effect:
      'Makes the access key inactive or active. An IAM user gets the inline policy `rolecall-disabled`, which denies everything, and its keys become inactive; enabling brings both back',
    rights:
      'iam:UpdateAccessKey, iam:ListAccessKeys, iam:GetAccessKeyLastUsed, iam:GetUser, iam:GetUserPolicy, iam:PutUserPolicy, iam:DeleteUserPolicy',
    limits:
      'Only access keys and IAM users. Users of Identity Center, the root user, services and other credentials are refused. A user that Rolecall has not disabled gets no keys back',
  },
  {
    operations: ['AssignRole', 'RemoveRole'],
    effect: 'Gives the user of Identity Center the permission set in the account, or takes it away',
    rights:
      'sso:CreateAccountAssignment, sso:DeleteAccountAssignment, sso:DescribeAccountAssignmentCreationStatus, sso:DescribeAccountAssignmentDeletionStatus, identitystore:DescribeUser',
    limits: 'IAM roles are refused, and so is what the user has through a group',
  },
  {
    operations: ['AddGroupMember', 'RemoveGroupMember'],
    effect: 'Adds the user to the group of IAM or Identity Center, or removes the user',
    rights:
      'iam:AddUserToGroup, iam:RemoveUserFromGroup, iam:ListGroupsForUser, iam:GetGroup, iam:GetUser; identitystore:CreateGroupMembership, identitystore:DeleteGroupMembership, identitystore:GetGroupMembershipId, identitystore:DescribeUser, identitystore:DescribeGroup',
    limits: 'Groups that come from an identity provider, and groups that stand for whom roles trust, are refused',
  },
  {
    operations: ['CreateUserGroup'],
    effect: 'Creates an IAM group with this name',
    rights: 'iam:CreateGroup, iam:DeleteGroup, iam:GetGroup',
    limits: 'Undoing deletes the group only while it has no members and no policies',
  },
];
