// Groups of IAM and Identity Center, and groups that stand for whom roles trust.
import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { AwsClient } from '../client.ts';
import { authorization } from '../inventory/authorization.ts';
import { identityCenter } from '../inventory/identity-center.ts';
import { permissionSetBehind, trusts } from '../inventory/trust-links.ts';
import {
  assumersGroup,
  iamGroupOf,
  identityStoreGroupOf,
  outsiderGroupOf,
  permissionSetGroup,
} from '../records/groups.ts';
import { pagesOfRecords } from './pages.ts';

export async function* groupPages(client: AwsClient): AsyncGenerator<Page> {
  const details = await authorization(client);
  yield recordPage(
    details.groups,
    iamGroupOf,
    { subject: 'iam:GetAccountAuthorizationDetails', gaps: details.gaps },
    group => textAt(group, 'Arn'),
  );
  const { outsiders } = await trusts(client);
  const names = new Set(details.roles.flatMap(role => permissionSetBehind(role) ?? []));
  yield* pagesOfRecords([
    assumersGroup,
    ...outsiders.flatMap(outsider => outsiderGroupOf(outsider) ?? []),
    ...[...names].map(permissionSetGroup),
  ]);
  const center = await identityCenter(client);
  yield recordPage(
    center.groups,
    identityStoreGroupOf,
    { subject: 'identitystore:ListGroups', gaps: center.groupGaps },
    group => textAt(group, 'GroupId'),
  );
}

/** Trust policies that are not decided leave memberships out, and nothing else. */
export async function undecidedGaps(client: AwsClient): Promise<Gap[]> {
  const { undecided } = await trusts(client);
  return undecided.map(({ role, reason }) => ({
    ...{ reason: 'unsupported', subject: `trust policy of ${role}`, message: reason, missing: 'fields' },
  }));
}
