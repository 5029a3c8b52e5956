// Access keys: active or inactive.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { listOrRefuse, order } from './requests.ts';

export const isAccessKey = (accountId: string): boolean => /^A[SK]IA[A-Z0-9]{12,}$/.test(accountId);

export type KeyStates = Readonly<Record<string, string>>;

/** Key id → `Active`, `Inactive`, of a user. */
export async function keysOf(client: AwsClient, user: string): Promise<KeyStates> {
  const keys = await listOrRefuse(client, {
    ...{ service: 'iam', action: 'ListAccessKeys', member: 'AccessKeyMetadata', parameters: { UserName: user } },
  });
  const states = keys.map(key => [textAt(key, 'AccessKeyId') ?? '', textAt(key, 'Status') ?? 'Unknown'] as const);
  return Object.fromEntries(states.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** @throws ChangeRefused when the account has no such key */
export async function accessKey(client: AwsClient, id: string): Promise<{ user: string; status: string }> {
  // AWS says of keys that do not exist that access is denied.
  const found = await order(client, 'iam', 'GetAccessKeyLastUsed', { AccessKeyId: id }, true);
  const user = textAt(found, 'UserName');
  const status = user === undefined ? undefined : (await keysOf(client, user))[id];
  if (user === undefined || status === undefined) throw new ChangeRefused(`there is no access key ${id}`);
  return { user, status };
}

export async function setKey(client: AwsClient, user: string, id: string, status: string): Promise<void> {
  await order(client, 'iam', 'UpdateAccessKey', { UserName: user, AccessKeyId: id, Status: status });
}
