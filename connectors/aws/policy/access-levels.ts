// What actions do, as far as their names tell: AWS publishes access levels only in its documentation. A pattern does whatever one of
// the actions that match it may do.
import { covers, overlaps } from './patterns.ts';

const verbs: Readonly<
  Record<'isRead' | 'isCreate' | 'isUpdate' | 'isDelete' | 'isExecute' | 'isShare', readonly string[]>
> = {
  isRead:
    'batchget check decrypt describe download generate get head list lookup preview query read receive scan search select simulate view'.split(
      ' ',
    ),
  isCreate: 'allocate copy create import issue provision register request restore run upload'.split(' '),
  isUpdate:
    'add apply associate attach change deactivate disable enable modify move put reboot rename replace reset resync set start stop tag untag update write'.split(
      ' ',
    ),
  isDelete:
    'batchdelete cancel deallocate delete deregister detach disassociate purge release remove revoke schedulekeydeletion terminate'.split(
      ' ',
    ),
  isExecute: 'assume encrypt execute invoke pass publish run send start sign'.split(' '),
  isShare:
    'addpermission attach authorize creategrant putbucketpolicy putgrouppolicy putresourcepolicy putrolepolicy putuserpolicy setdefaultpolicyversion share updateassumerolepolicy'.split(
      ' ',
    ),
};

export type AccessLevels = Partial<Record<keyof typeof verbs, true>>;

/** @param actions patterns such as `s3:Get*` */
export function accessLevelsOf(actions: readonly string[]): AccessLevels {
  const names = [...new Set(actions.map(action => (action.split(':')[1] ?? '*').toLowerCase()))];
  const has = (list: readonly string[]) => list.some(verb => names.some(name => overlaps(name, `${verb}*`)));
  return Object.fromEntries(Object.entries(verbs).flatMap(([level, list]) => (has(list) ? [[level, true]] : [])));
}

/** Actions with which somebody acts as another user. */
const credentialActions = [
  'CreateAccessKey CreateLoginProfile UpdateLoginProfile CreateServiceSpecificCredential ResetServiceSpecificCredential',
  'UploadSSHPublicKey UploadSigningCertificate',
]
  .join(' ')
  .split(' ')
  .map(name => `iam:${name}`);

/** Actions that give whoever may call them further access, or others. `sts:AssumeRole` is not here: it leads to roles that trust the caller. */
const escalatingActions: readonly string[] = [
  ...credentialActions,
  ...[
    'AddClientIDToOpenIDConnectProvider AddUserToGroup AttachGroupPolicy AttachRolePolicy AttachUserPolicy CreateOpenIDConnectProvider',
    'CreatePolicyVersion CreateSAMLProvider DeactivateMFADevice DeleteRolePermissionsBoundary DeleteUserPermissionsBoundary PassRole',
    'PutGroupPolicy PutRolePermissionsBoundary PutRolePolicy PutUserPermissionsBoundary PutUserPolicy SetDefaultPolicyVersion',
    'UpdateAssumeRolePolicy UpdateSAMLProvider',
  ]
    .join(' ')
    .split(' ')
    .map(name => `iam:${name}`),
  ...['AttachPolicy', 'CreatePolicy', 'DetachPolicy', 'UpdatePolicy'].map(name => `organizations:${name}`),
  ...'AttachCustomerManagedPolicyReferenceToPermissionSet AttachManagedPolicyToPermissionSet CreateAccountAssignment PutInlinePolicyToPermissionSet'
    .split(' ')
    .map(name => `sso:${name}`),
  'identitystore:CreateGroupMembership',
  'lambda:UpdateFunctionCode',
  'ssm:SendCommand',
  'ssm:StartSession',
];

const matchesAny = (actions: readonly string[], pattern: string) =>
  actions.filter(action => covers(pattern.toLowerCase(), action.toLowerCase()));

/** Escalating actions among those that a pattern matches. */
export const escalatingAmong = (pattern: string): string[] => matchesAny(escalatingActions, pattern);

/** Whether a pattern matches an action with which somebody acts as the user that it is about. */
export const takesCredentials = (pattern: string): boolean => matchesAny(credentialActions, pattern).length > 0;
