// Users, groups, roles and policies of the account, as one list says them (GetAccountAuthorizationDetails).
import type { Gap } from '../../../src/connector/contract.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { wholeAwsList } from '../paging.ts';

export interface Authorization {
  readonly users: readonly unknown[];
  readonly groups: readonly unknown[];
  readonly roles: readonly unknown[];
  /** ARN of a managed policy → the document of its default version. */
  readonly documents: ReadonlyMap<string, unknown>;
  readonly gaps: readonly Gap[];
}

const members = ['UserDetailList', 'GroupDetailList', 'RoleDetailList', 'Policies'];

export function authorization(client: AwsClient): Promise<Authorization> {
  return client.once('authorization', async () => {
    const list = { service: 'iam', action: 'GetAccountAuthorizationDetails', anyOf: members } as const;
    const { items, gaps } = await wholeAwsList(client, list);
    const [users, groups, roles, policies] = members.map(member => items.flatMap(page => listAt(page, member)));
    const documents = new Map(
      policies!.flatMap(policy => {
        const arn = textAt(policy, 'Arn');
        return arn === undefined ? [] : [[arn, defaultDocument(policy)] as const];
      }),
    );
    return { users: users!, groups: groups!, roles: roles!, documents, gaps };
  });
}

function defaultDocument(policy: unknown): unknown {
  const versions = listAt(policy, 'PolicyVersionList');
  const version = versions.find(each => String(valueAt(each, 'IsDefaultVersion')) === 'true');
  return valueAt(version, 'Document');
}
