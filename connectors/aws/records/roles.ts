// IAM roles, and permission sets of Identity Center in an account.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { permissionSetRoleId } from '../ids.ts';
import { type PermissionSet, permissionSetName } from '../inventory/identity-center.ts';
import { isServiceLinked } from '../policy/control-policies.ts';
import { timeOfSeconds } from './accounts.ts';

export function iamRoleOf(role: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(role, 'Arn'), textAt(role, 'RoleName')];
  if (id === undefined) return { reason: 'has no Arn' };
  if (name === undefined) return { reason: 'has no RoleName' };
  const isOfAws = isServiceLinked(id) || /:role\/aws-reserved\//.test(id);
  return {
    id,
    ...definedMembers({
      ...{ name, description: textAt(role, 'Description') },
      // AWS itself makes service-linked roles and those of Identity Center, and nobody else may change them.
      type: isOfAws ? 'Standard' : 'Custom',
      applicationRoleType: isServiceLinked(id) ? 'ServiceLinkedRole' : isOfAws ? 'IdentityCenterRole' : 'Role',
      createdDate: timeAt(role, 'CreateDate'),
    }),
  };
}

/** @param accountName of the account; its id where the organisation cannot be read */
export function permissionSetRole(set: PermissionSet, account: string, accountName: string): SourceRecord {
  const name = permissionSetName(set);
  return {
    id: permissionSetRoleId(set.arn, account),
    ...definedMembers({
      name: `${name} in ${accountName}`,
      description: textAt(set.details, 'Description'),
      ...{ type: 'Modeled', applicationRoleType: 'PermissionSet' },
      createdDate: timeOfSeconds((set.details as { CreatedDate?: unknown } | undefined)?.CreatedDate),
    }),
  };
}
