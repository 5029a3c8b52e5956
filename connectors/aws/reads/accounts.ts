// Accounts: IAM users, the root user, their credentials, services that roles trust, users of Identity Center.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { AwsClient } from '../client.ts';
import { authorization } from '../inventory/authorization.ts';
import { credentialReport } from '../inventory/credential-report.ts';
import { type Entity, entities } from '../inventory/entities.ts';
import { identityCenter } from '../inventory/identity-center.ts';
import { trusts } from '../inventory/trust-links.ts';
import { userCredentials } from '../inventory/user-credentials.ts';
import { decideAccess } from '../policy/decision.ts';
import { iamUserOf, identityStoreUserOf, rootKeyId, rootKeys, rootUserOf } from '../records/accounts.ts';
import { serviceAccountOf } from '../records/groups.ts';
import { credentialAccountOf, credentialId, rootKeyOf } from '../records/tokens.ts';
import { pagesOfRecords } from './pages.ts';

export async function* accountPages(client: AwsClient): AsyncGenerator<Page> {
  yield* iamUserPages(client);
  yield* rootPages(client);
  const { credentials, gaps } = await userCredentials(client);
  yield recordPage(credentials, credentialAccountOf, { subject: 'credentials of users', gaps }, credentialId);
  const { outsiders } = await trusts(client);
  yield* pagesOfRecords(outsiders.filter(({ kind }) => kind === 'service').map(serviceAccountOf));
  const center = await identityCenter(client);
  yield recordPage(
    center.users,
    identityStoreUserOf,
    { subject: 'identitystore:ListUsers', gaps: center.userGaps },
    user => textAt(user, 'UserId'),
  );
}

async function* iamUserPages(client: AwsClient): AsyncGenerator<Page> {
  const details = await authorization(client);
  const { byArn } = await entities(client);
  const report = await credentialReport(client);
  const { credentials, gaps } = await userCredentials(client);
  const byUser = Map.groupBy(credentials, ({ user }) => user);
  const areKnown = gaps.length === 0;
  const map = (user: unknown) => {
    const arn = textAt(user, 'Arn') ?? '';
    const entity = byArn.get(arn);
    return iamUserOf(user, {
      row: report.rows?.get(arn),
      credentials: areKnown ? (byUser.get(arn) ?? []) : undefined,
      isAdmin: entity && administers(client, entity),
      isDenied: entity !== undefined && isDeniedEverything(entity),
    });
  };
  const unknown = gaps.filter(gap => !details.gaps.includes(gap)).map(gap => asFieldGap(gap, 'hasAPIAccess, enabled'));
  yield recordPage(
    details.users,
    map,
    { subject: 'iam:GetAccountAuthorizationDetails', gaps: [...details.gaps, ...report.gaps, ...unknown] },
    user => textAt(user, 'Arn'),
  );
}

/** Who may give all users policies or keys, and so further rights to itself. @returns undefined when it is not decided */
function administers(
  { account, partition }: AwsClient,
  { layers, context, unknownLimits }: Entity,
): boolean | undefined {
  const resource = `arn:${partition}:iam::${account}:user/*`;
  const effects = ['iam:AttachUserPolicy', 'iam:PutUserPolicy', 'iam:CreateAccessKey'].map(
    action => decideAccess({ action, resource, context }, layers).effect,
  );
  if (effects.includes('allow')) return true;
  return effects.includes('unknown') || unknownLimits.some(limit => limit.startsWith('policy ')) ? undefined : false;
}

const isDeniedEverything = ({ layers, context }: Entity) =>
  decideAccess({ action: '*', resource: '*', context }, layers).isExplicit;

async function* rootPages(client: AwsClient): AsyncGenerator<Page> {
  const arn = `arn:${client.partition}:iam::${client.account}:root`;
  const { rows, gaps } = await credentialReport(client);
  const row = rows?.get(arn);
  const keys = rootKeys(row).map(number => rootKeyOf(rootKeyId(arn, number), arn));
  // Without the report nobody knows whether the root user still has its keys.
  const unseen = rows === undefined ? gaps.map(gap => rootKeyGap(gap, arn)) : [];
  yield* pagesOfRecords([rootUserOf(arn, row), ...keys], unseen);
}

const rootKeyGap = (gap: Gap, root: string): Gap => ({
  ...{ ...gap, missing: 'objects', message: `access keys of the root user: ${gap.message}` },
  within: { field: 'id', is: [1, 2].map(number => rootKeyId(root, number)) },
});
