// Groups: those of IAM and Identity Center, and those that stand for whom roles trust outside of the account.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt } from '../../../src/connector/json-values.ts';
import { assumersId, permissionSetGroupId } from '../ids.ts';
import type { Outsider } from '../inventory/links.ts';
import { timeOfSeconds } from './accounts.ts';

export function iamGroupOf(group: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(group, 'Arn'), textAt(group, 'GroupName')];
  if (id === undefined) return { reason: 'has no Arn' };
  if (name === undefined) return { reason: 'has no GroupName' };
  return {
    id,
    ...definedMembers({
      ...{ name, type: 'Security', isDynamic: false, isAssignableToRole: false },
      createdDate: timeAt(group, 'CreateDate'),
    }),
  };
}

export function identityStoreGroupOf(group: unknown): SourceRecord | { readonly reason: string } {
  const [id, name] = [textAt(group, 'GroupId'), textAt(group, 'DisplayName')];
  if (id === undefined) return { reason: 'has no GroupId' };
  const external = textAt(group, 'ExternalIds', '0', 'Issuer');
  return {
    id,
    ...definedMembers({
      ...{ name: name ?? id, description: textAt(group, 'Description') },
      // Groups with an external id come from the identity provider, which decides about their members.
      type: external === undefined ? 'Security' : 'Sync',
      ...{ isDynamic: false, isAssignableToRole: true },
      createdDate: timeOfSeconds((group as { CreatedAt?: unknown }).CreatedAt),
      lastModifiedDate: timeOfSeconds((group as { UpdatedAt?: unknown }).UpdatedAt),
    }),
  };
}

const modeled = { type: 'Modeled', isDynamic: true, isAssignableToRole: true };

/** @returns undefined for an outsider that is an account */
export function outsiderGroupOf({ kind, id, name, role }: Outsider): SourceRecord | undefined {
  if (kind === 'service') return undefined;
  const roleName = role?.split('/').at(-1);
  const texts = {
    account: [
      `Account ${name} (external) for ${roleName}`,
      `Whoever the AWS account ${name} lets assume the role ${role}`,
    ],
    principal: [
      `${name.split(':').at(-1)} (external)`,
      `A user or role of the AWS account ${name.split(':')[4]}: ${name}`,
    ],
    provider: [`Everybody who signs in through ${name.split('/').at(-1)}`, `Users of the identity provider ${name}`],
    'any-subject': [
      `Every workload of ${name.split(':oidc-provider/')[1]}`,
      `Whoever gets a token of the identity provider ${name}: the trust policy asks for no particular subject`,
    ],
    everybody: ['Everybody with an AWS account', 'Roles with this member trust every AWS account'],
  }[kind];
  const sourceTag = kind === 'provider' ? 'federated' : kind === 'any-subject' ? kind : 'external';
  return { id, name: texts[0], description: texts[1], ...modeled, sourceTag };
}

export const assumersGroup: SourceRecord = {
  ...{ id: assumersId, name: 'May assume any role', ...modeled },
  description: 'Users and roles whose policies let them assume every role, of any account, that trusts this account',
};

/** @param name of the permission set */
export const permissionSetGroup = (name: string): SourceRecord => ({
  ...{ id: permissionSetGroupId(name), name: `Identity Center: ${name}`, ...modeled, sourceTag: 'federated' },
  description: `Everybody who signs in to this account through Identity Center with the permission set ${name}`,
});

/** An AWS service that assumes roles. */
export function serviceAccountOf({ id, name }: Outsider): SourceRecord {
  return {
    ...{ id, alias: name, name, type: 'Machine', subType: 'Workload', enabled: true, hasAPIAccess: true },
    ...{ authenticationFunctions: [], mfaRequirements: 'Disabled', ssoRequirements: 'Disabled' },
    companyName: 'Amazon Web Services',
  };
}
