// IAM roles and permission sets in accounts.
import type { Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { AwsClient } from '../client.ts';
import { authorization } from '../inventory/authorization.ts';
import { identityCenter } from '../inventory/identity-center.ts';
import { organization } from '../inventory/organization.ts';
import { iamRoleOf, permissionSetRole } from '../records/roles.ts';
import { pagesOfRecords } from './pages.ts';

export async function* rolePages(client: AwsClient): AsyncGenerator<Page> {
  const details = await authorization(client);
  yield recordPage(
    details.roles,
    iamRoleOf,
    { subject: 'iam:GetAccountAuthorizationDetails', gaps: details.gaps },
    role => textAt(role, 'Arn'),
  );
  const { permissionSets, assignmentGaps } = await identityCenter(client);
  const { nodes } = await organization(client);
  const names = new Map(nodes.map(({ id, item }) => [id, textAt(item, 'Name')]));
  const records = permissionSets.flatMap(set =>
    set.accounts.map(account => permissionSetRole(set, account, names.get(account) ?? account)),
  );
  yield* pagesOfRecords(records, assignmentGaps);
}
