// Access assignments that follow from policies: one for each policy, object and set of conditions, with what the policy permits there.

import { createHash } from 'node:crypto';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import type { AttachedPolicy } from '../inventory/entities.ts';
import type { End } from '../inventory/links.ts';
import { accessLevelsOf, escalatingAmong, takesCredentials } from '../policy/access-levels.ts';
import type { Condition } from '../policy/document.ts';
import { covers } from '../policy/patterns.ts';
import type { Right } from '../policy/rights.ts';
import { entitlementConditions } from './conditions.ts';
import { namedResource, writtenResource } from './named-resources.ts';

export type ObjectEnd = readonly [type: 'IntegratedApplication' | 'ResourceInstance' | 'Role' | 'Account', id: string];

/** Whose rights they are, and in which account they hold. */
export interface Holder {
  readonly end: End;
  readonly account: string;
  readonly partition: string;
  /** ARNs of the holder, its groups and its policies: whoever may change what these permit gives further rights to itself. */
  readonly ownArns: readonly string[];
  /** The account is the one that is read, so that its identities are known. */
  readonly isHome: boolean;
  /** Whether a denial or a limit takes an action away that the rights name. */
  isTaken(action: string, resource: string): boolean;
  readonly unknownLimits: readonly string[];
}

/** The most names of actions that an entitlement shows. */
const mostSpecifiers = 60;

/** Who answers for an account. */
export function ownership(owner: End, account: string): SourceRecord {
  const record = assignmentRecord(owner, ['Account', account], {
    name: 'owner',
    permissions: { ownershipLevel: 'Owner' },
  });
  return {
    ...record,
    entitlementSpecification: { ...(record['entitlementSpecification'] as object), reason: 'Ownership' },
  };
}

/** What a policy gives. @param rights of the policy, without what is denied */
export function policyAccess(holder: Holder, policy: AttachedPolicy, rights: readonly Right[]): SourceRecord[] {
  const byObject = Map.groupBy(rights, right => {
    const resource = namedResource(right.resource);
    return JSON.stringify([resource?.arn ?? '', conditionKey(right.conditions)]);
  });
  const records = [...byObject.values()].flatMap(group => {
    const resource = namedResource(group[0]!.resource);
    const object = ['ResourceInstance', resource?.arn ?? holder.account] as const;
    // What sts:AssumeRole on a role leads to is landed as a membership in it.
    if (resource && group.every(({ action }) => isAssuming(action))) return [];
    return [accessRecord(holder, policy, group, object)];
  });
  const administrative = holder.isHome ? rights.filter(right => administers(holder, right)) : [];
  return administrative.length === 0 ? records : [...records, administrationRecord(holder, policy, administrative)];
}

function accessRecord(
  holder: Holder,
  policy: AttachedPolicy,
  rights: readonly Right[],
  object: ObjectEnd,
): SourceRecord {
  const isNamed = object[1] !== holder.account;
  const specifiers = distinct(
    rights.filter(({ action }) => !isAssuming(action)).map(right => specifierOf(right, isNamed)),
  );
  const escalating = distinct(rights.flatMap(right => escalatingActionsOf(holder, right)));
  const impersonates = isNamed && /:user\//.test(object[1]) && rights.some(({ action }) => takesCredentials(action));
  const dependsOn = distinct([...rights.flatMap(right => right.dependsOn), ...holder.unknownLimits]);
  const shown = specifiers.slice(0, mostSpecifiers - 1);
  return assignmentRecord(
    holder.end,
    object,
    {
      name: policy.name,
      description: dependsOn.length === 0 ? undefined : `depends on ${dependsOn.join(', ')}`,
      // A right on some resources of the account is none on all that the account contains.
      appliesToContents: isNamed || rights.some(isEverything) ? undefined : false,
      conditions: entitlementConditions(rights[0]!.conditions),
      permissions: {
        ...accessLevelsOf(rights.map(({ action }) => action)),
        isPrivileged: escalating.length > 0,
        fineGrainedSpecifiers: impersonates ? [`impersonate:${object[1]}`, ...shown] : shown,
      },
      accessControlMetadata: metadataItems('aws', {
        policyArn: policy.arn,
        dependsOn: dependsOn.length > 0 ? dependsOn : undefined,
        escalatingActions: escalating.length > 0 ? escalating : undefined,
        furtherActions: specifiers.length > shown.length ? specifiers.length - shown.length : undefined,
      }),
    },
    kindOf(policy, rights[0]!.conditions),
  );
}

/** Who may change what all users and roles of the account may do administers the account. */
function administrationRecord(holder: Holder, policy: AttachedPolicy, rights: readonly Right[]): SourceRecord {
  const actions = distinct(rights.flatMap(right => escalatingActionsOf(holder, right)));
  const isConditional = rights.every(({ conditions }) => conditions.length > 0);
  const dependsOn = distinct([...rights.flatMap(right => right.dependsOn), ...holder.unknownLimits]);
  return assignmentRecord(
    holder.end,
    ['IntegratedApplication', holder.account],
    {
      name: policy.name,
      description: [
        'administers the identities of the account',
        ...(dependsOn.length > 0 ? [`depends on ${dependsOn.join(', ')}`] : []),
      ].join('; '),
      conditions: isConditional ? entitlementConditions(rights[0]!.conditions) : undefined,
      permissions: { isUpdate: true, isPrivileged: true, fineGrainedSpecifiers: actions },
      accessControlMetadata: metadataItems('aws', { policyArn: policy.arn }),
    },
    kindOf(policy, []),
  );
}

/** Services whose actions are about the identities of the account. */
const identityServices = /^(iam|sso|identitystore):/;
const ownPolicyActions = /^iam:((Put|Attach)(User|Group|Role)Policy|CreatePolicyVersion|SetDefaultPolicyVersion)$/;

function administers(holder: Holder, right: Right): boolean {
  const { account, partition, ownArns } = holder;
  const kinds = ['user', 'role', 'group', 'policy'].map(kind => `arn:${partition}:iam::${account}:${kind}/*`);
  const isWhole = kinds.some(pattern => covers(right.resource, pattern));
  const isOwn = ownArns.some(arn => covers(right.resource, arn));
  return escalatingActionsOf(holder, right).some(
    action => identityServices.test(action) && (isWhole || (isOwn && ownPolicyActions.test(action))),
  );
}

function escalatingActionsOf(holder: Holder, { action, resource, exceptActions }: Right): string[] {
  return escalatingAmong(action).filter(
    each =>
      !exceptActions.some(pattern => covers(pattern.toLowerCase(), each.toLowerCase())) &&
      !holder.isTaken(each, resource),
  );
}

const isAssuming = (action: string) => /^sts:assumerole/i.test(action);

const isEverything = ({ action, resource, exceptActions, exceptResources }: Right) =>
  action === '*' && resource === '*' && exceptActions.length + exceptResources.length === 0;

/** `s3:Get*`, `s3:Get* on arn:aws:s3:::logs-*`, `* except iam:*`. */
function specifierOf({ action, resource, exceptActions, exceptResources }: Right, isNamed: boolean): string {
  const parts = [action];
  if (exceptActions.length > 0) parts.push(`except ${exceptActions.join(', ')}`);
  if (!isNamed && resource !== '*') parts.push(`on ${writtenResource(resource)}`);
  if (exceptResources.length > 0) parts.push(`except on ${exceptResources.join(', ')}`);
  return parts.join(' ');
}

/**
 * Statements that deny. One that denies everything takes all access away. What others deny is left out of what the policies of the same
 * holder give; towards rights of its groups it is landed with a condition, so that it takes nothing away by itself.
 */
export function policyDenials(holder: Holder, { name, arn, policy }: AttachedPolicy): SourceRecord[] {
  const denials = (policy?.statements ?? []).filter(({ effect }) => effect === 'Deny');
  if (denials.length === 0) return [];
  const isTotal = denials.some(
    ({ actions = [], resources = [], conditions }) =>
      conditions.length === 0 && actions.includes('*') && resources.includes('*'),
  );
  const actions = distinct(
    denials.flatMap(({ actions: named = [], notActions }) => [
      ...named,
      ...(notActions ? [`* except ${notActions.join(', ')}`] : []),
    ]),
  );
  const objects: ObjectEnd[] = [['ResourceInstance', holder.account]];
  if (isTotal && holder.isHome) objects.push(['IntegratedApplication', holder.account]);
  return objects.map(object =>
    assignmentRecord(
      holder.end,
      object,
      {
        ...{ name, type: 'Denial' },
        ...(!isTotal && {
          description: 'denies only the named actions, or only under conditions',
          conditions: { context: metadataItems('aws', { actions: actions.slice(0, mostSpecifiers) }) },
        }),
        accessControlMetadata: metadataItems('aws', { policyArn: arn }),
      },
      `denial ${arn ?? name}`,
    ),
  );
}

const kindOf = ({ arn, name }: AttachedPolicy, conditions: readonly Condition[]) =>
  [arn ?? name, ...(conditions.length > 0 ? [conditionKey(conditions)] : [])].join(' if ');

/** Tells sets of conditions apart in ids. */
const conditionKey = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? '' : createHash('sha256').update(JSON.stringify(conditions)).digest('hex').slice(0, 10);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
