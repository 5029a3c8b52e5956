// Who is in which group, and who may act with which role.

import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { distinctRecords } from '../../../src/connector/record-pages.ts';
import { membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { AwsClient } from '../client.ts';
import { accountKey, permissionSetGroupId, permissionSetRoleId } from '../ids.ts';
import { authorization } from '../inventory/authorization.ts';
import { entities } from '../inventory/entities.ts';
import { identityCenter, permissionSetName } from '../inventory/identity-center.ts';
import type { End, TrustLink } from '../inventory/links.ts';
import { permissionSetBehind, trusts } from '../inventory/trust-links.ts';
import { undecidedGaps } from './groups.ts';
import { pagesOfRecords } from './pages.ts';

export async function* membershipPages(client: AwsClient): AsyncGenerator<Page> {
  const { users, roles } = await entities(client);
  const { gaps } = await authorization(client);
  const { links } = await trusts(client);
  const center = await identityCenter(client);
  const records = [
    ...users.flatMap(({ arn, groups }) => groups.map(group => membership(['Account', arn], ['UserGroup', group]))),
    ...links.map(({ from, to, elsewhere }) => membership(from, to, elsewhere)),
    ...roles.flatMap(({ arn, item }) => {
      const name = permissionSetBehind(item);
      return name === undefined ? [] : [membership(['UserGroup', permissionSetGroupId(name)], ['Role', arn])];
    }),
    ...[...center.members].flatMap(([group, members]) =>
      members.map(member => membership(['Account', member], ['UserGroup', group])),
    ),
    ...center.assignments.map(({ principalType, principal, permissionSet, account }) =>
      membership(
        [principalType === 'USER' ? 'Account' : 'UserGroup', principal],
        ['Role', permissionSetRoleId(permissionSet, account)],
      ),
    ),
    ...(await provisionedRoles(client)),
  ];
  yield* pagesOfRecords(distinctRecords(records), [
    ...gaps,
    ...center.memberGaps,
    ...center.assignmentGaps,
    ...(await undecidedGaps(client)),
  ]);
}

/** A permission set in an account is a role of that account, which its own source reads. Its name is known here, its ARN there. */
async function provisionedRoles(client: AwsClient): Promise<SourceRecord[]> {
  const { permissionSets } = await identityCenter(client);
  return permissionSets.flatMap(set =>
    set.accounts.map(account => {
      const ends = [
        ['Role', permissionSetRoleId(set.arn, account)],
        ['UserGroup', permissionSetGroupId(permissionSetName(set))],
      ] as const;
      const isHere = account === client.account;
      return membership(...ends, isHere ? undefined : { end: 'Target', key: accountKey(account) });
    }),
  );
}

function membership(entity: End, container: End, elsewhere?: TrustLink['elsewhere']): SourceRecord {
  return {
    // The same group of two other accounts are two.
    ...membershipRecord(entity, container, elsewhere && `${elsewhere.end} ${elsewhere.key}`),
    ...(elsewhere && { federationSpecification: federationOfEnd(elsewhere) }),
  };
}

/** How a relationship says that one of its ends lies in another instance. */
export function federationOfEnd({ end, key }: NonNullable<TrustLink['elsewhere']>) {
  const keys = end === 'Source' ? { sourceAuthenticationKey: key } : { targetAuthenticationKey: key };
  return { isFederated: true, connectionType: end, ...keys };
}
