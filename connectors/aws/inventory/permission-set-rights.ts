// What permission sets permit in the accounts that they are assigned in.
import type { Gap } from '../../../src/connector/contract.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { permissionSetRoleId } from '../ids.ts';
import { oneOf } from '../paging.ts';
import { type Context, contextOf } from '../policy/context.ts';
import { controlsOf } from '../policy/control-policies.ts';
import type { Layers } from '../policy/decision.ts';
import { type Policy, policyOf } from '../policy/document.ts';
import { takenAway } from '../policy/rights.ts';
import type { Holder } from '../records/entitlements.ts';
import { authorization } from './authorization.ts';
import type { AttachedPolicy } from './entities.ts';
import { identityCenter, type PermissionSet } from './identity-center.ts';
import { controlLevelsOf, organization } from './organization.ts';

interface PermissionSetHolder {
  readonly holder: Holder;
  readonly policies: readonly AttachedPolicy[];
  readonly layers: Layers;
  readonly context: Context;
}

/** One holder for each permission set in another account. */
export function permissionSetHolders(client: AwsClient): Promise<{ holders: PermissionSetHolder[]; gaps: Gap[] }> {
  return client.once('permission set rights', async () => {
    const { permissionSets } = await identityCenter(client);
    const its = await organization(client);
    const gaps: Gap[] = [];
    const holders: PermissionSetHolder[] = [];
    for (const set of permissionSets) {
      const accounts = set.accounts.filter(account => account !== client.account);
      if (accounts.length === 0) continue;
      const policies = await policiesOf(client, set, gaps);
      const boundaryArn = textAt(set.boundary, 'ManagedPolicyArn');
      const boundary = boundaryArn === undefined ? undefined : await managedPolicy(client, boundaryArn, gaps);
      for (const account of accounts) {
        const levels = controlLevelsOf(its, account);
        const context = contextOf({
          ...{ 'aws:PrincipalAccount': account, 'aws:PrincipalOrgID': its.id, 'aws:PrincipalType': 'AssumedRole' },
          ...{ 'aws:CurrentTime': client.openedAt, 'aws:username': null },
        });
        const limits = [
          ...(boundary ? [[boundary]] : []),
          ...controlsOf(levels ?? [], its.managementAccount === account),
        ];
        const layers: Layers = { identity: policies.flatMap(({ policy }) => policy ?? []), limits };
        const unknownLimits = [
          ...(levels === undefined ? ['service control policies'] : []),
          ...(set.boundary !== undefined && !boundary ? ['permissions boundary'] : []),
          ...policies.flatMap(({ name, policy }) => (policy ? [] : [`policy ${name} of the account`])),
        ];
        const end = ['Role', permissionSetRoleId(set.arn, account)] as const;
        const holder = {
          ...{ end, account, partition: client.partition, ownArns: [], isHome: false, unknownLimits },
          isTaken: takenAway(layers, context),
        };
        holders.push({ holder, policies, layers, context });
      }
    }
    return { holders, gaps };
  });
}

async function policiesOf(client: AwsClient, set: PermissionSet, gaps: Gap[]): Promise<AttachedPolicy[]> {
  const policies: AttachedPolicy[] = [];
  for (const item of set.managed) {
    const arn = textAt(item, 'Arn');
    if (arn === undefined) continue;
    const policy = await managedPolicy(client, arn, gaps);
    policies.push({ name: textAt(item, 'Name') ?? arn.split('/').at(-1)!, arn, policy });
  }
  if (set.inline !== undefined) policies.push({ name: 'inline policy', policy: policyOf('inline policy', set.inline) });
  // Each account has policies of this name with a content of its own, which only its own source reads.
  for (const item of set.customer) {
    const name = textAt(item, 'Name');
    if (name !== undefined) policies.push({ name, policy: undefined });
  }
  return policies;
}

/** Policies that are attached in this account are known already. Those of AWS every account may read. */
function managedPolicy(client: AwsClient, arn: string, gaps: Gap[]): Promise<Policy | undefined> {
  return client.once(`policy ${arn}`, async () => {
    const name = arn.split('/').at(-1)!;
    const { documents } = await authorization(client);
    if (documents.has(arn)) return policyOf(name, documents.get(arn));
    const { result, gaps: failed } = await oneOf(client, 'iam', 'GetPolicy', { PolicyArn: arn }, undefined);
    gaps.push(...failed);
    const version = textAt(result, 'Policy', 'DefaultVersionId');
    if (version === undefined) return undefined;
    const parameters = { PolicyArn: arn, VersionId: version };
    const found = await oneOf(client, 'iam', 'GetPolicyVersion', parameters, undefined);
    gaps.push(...found.gaps);
    return policyOf(name, valueAt(found.result, 'PolicyVersion', 'Document'));
  });
}
