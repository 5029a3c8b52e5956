// What users, groups, roles and permission sets may do, and under which conditions roles may be assumed.

import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { distinctRecords } from '../../../src/connector/record-pages.ts';
import { assignmentRecord } from '../../../src/connector/relationship-records.ts';
import type { AwsClient } from '../client.ts';
import { authorization } from '../inventory/authorization.ts';
import { type Entity, entities } from '../inventory/entities.ts';
import { identityCenter } from '../inventory/identity-center.ts';
import type { Outsider, TrustLink } from '../inventory/links.ts';
import { organization } from '../inventory/organization.ts';
import { permissionSetHolders } from '../inventory/permission-set-rights.ts';
import { trusts } from '../inventory/trust-links.ts';
import { rightsOf, takenAway } from '../policy/rights.ts';
import { entitlementConditions } from '../records/conditions.ts';
import { type Holder, ownership, policyAccess, policyDenials } from '../records/entitlements.ts';
import { undecidedGaps } from './groups.ts';
import { federationOfEnd } from './memberships.ts';
import { pagesOfRecords } from './pages.ts';

export async function* assignmentPages(client: AwsClient): AsyncGenerator<Page> {
  const { gaps } = await authorization(client);
  const center = await identityCenter(client);
  const { records, unknown } = await permissionSetAccess(client);
  const { controlGaps } = await organization(client);
  const { links, outsiders } = await trusts(client);
  const all = [
    ...rootAccess(client, outsiders),
    ...(await identityAccess(client)),
    ...records,
    ...links.flatMap(trustCondition),
  ];
  yield* pagesOfRecords(distinctRecords(all), [
    ...gaps,
    ...center.assignmentGaps,
    ...unknown,
    ...controlGaps,
    ...(await undecidedGaps(client)),
  ]);
}

/** Rights of IAM users, groups and roles. */
export function identityAccess(client: AwsClient): Promise<SourceRecord[]> {
  return client.once('identity access', async () => {
    const { users, groups, roles } = await entities(client);
    return [...users, ...groups, ...roles].flatMap(entity => entityAccess(client, entity));
  });
}

function entityAccess(client: AwsClient, entity: Entity): SourceRecord[] {
  const { type, arn, attached, groups, layers, context, unknownLimits } = entity;
  const holder: Holder = {
    ...{ end: [type, arn], account: client.account, partition: client.partition, isHome: true },
    ...{ ownArns: [arn, ...groups, ...attached.flatMap(policy => policy.arn ?? [])], unknownLimits },
    isTaken: takenAway(layers, context),
  };
  return attached.flatMap(each => [
    ...(each.policy ? policyAccess(holder, each, rightsOf(each.policy, layers, context)) : []),
    ...policyDenials(holder, each),
  ]);
}

/** Rights of permission sets in other accounts; in this one the roles that they made are read. */
async function permissionSetAccess(client: AwsClient) {
  const { holders, gaps } = await permissionSetHolders(client);
  const records = holders.flatMap(({ holder, policies, layers, context }) =>
    policies.flatMap(each => [
      ...(each.policy ? policyAccess(holder, each, rightsOf(each.policy, layers, context)) : []),
      ...policyDenials(holder, each),
    ]),
  );
  return { records, unknown: gaps };
}

/**
 * No policy gives the root user its rights, and none of the account takes them away. It answers for what services of AWS do with roles
 * of the account, because these services have no other owner in it.
 */
function rootAccess({ account, partition }: AwsClient, outsiders: readonly Outsider[]): SourceRecord[] {
  const everything = { isRead: true, isCreate: true, isUpdate: true, isDelete: true, isExecute: true, isShare: true };
  const details = {
    name: 'root user',
    permissions: { ...everything, isPrivileged: true, fineGrainedSpecifiers: ['*'] },
  };
  const root = ['Account', `arn:${partition}:iam::${account}:root`] as const;
  return [
    assignmentRecord(root, ['IntegratedApplication', account], details),
    assignmentRecord(root, ['ResourceInstance', account], details),
    ...outsiders.filter(({ kind }) => kind === 'service').map(({ id }) => ownership(root, id)),
  ];
}

/** The conditions of a trust policy: a membership has none, so they are an entitlement on the role. */
function trustCondition({ from, to, elsewhere, conditions, dependsOn }: TrustLink): SourceRecord[] {
  if (conditions.length + dependsOn.length === 0 || to[0] !== 'Role') return [];
  const details = {
    name: 'may assume the role',
    description: dependsOn.length > 0 ? `depends on ${dependsOn.join(', ')}` : undefined,
    conditions: entitlementConditions(conditions),
    permissions: { isExecute: true },
    accessControlMetadata: metadataItems('aws', { dependsOn: dependsOn.length > 0 ? [...dependsOn] : undefined }),
  };
  const record = assignmentRecord(from, ['Role', to[1]], details, elsewhere && `${elsewhere.end} ${elsewhere.key}`);
  return [{ ...record, ...(elsewhere && { federationSpecification: federationOfEnd(elsewhere) }) }];
}
