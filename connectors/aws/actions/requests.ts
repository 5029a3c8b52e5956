// Requests of changes, with errors that say what to do.
import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { resultOf } from '../answers.ts';
import { type AwsClient, type OperationParameters, requestOf } from '../client.ts';
import type { ServiceName } from '../endpoints.ts';
import { type List, wholeAwsList } from '../paging.ts';

/** Operations that set a state, so that they may be sent again. */
const repeatable = /^(Get|List|Describe|UpdateAccessKey|PutUserPolicy|AddUserToGroup|RemoveUserFromGroup)/;

/**
 * The result of an operation. @throws ChangeRefused with the words of AWS when it refuses
 * @param absent whether what does not exist is no error: the result is then undefined
 */
export async function order(
  client: AwsClient,
  service: ServiceName,
  action: string,
  parameters: OperationParameters,
  absent = false,
): Promise<unknown> {
  const { body, status } = await requestChange(client.services[service], 'AWS', {
    ...requestOf(service, action, parameters),
    isIdempotent: repeatable.test(action),
    ...(absent && { accepts: [404] }),
  });
  return status === 404 ? undefined : (resultOf(body, action) ?? {});
}

/** All items of a list. @throws ChangeRefused when it cannot be read as a whole */
export async function listOrRefuse(client: AwsClient, list: List): Promise<unknown[]> {
  const { items, gaps } = await wholeAwsList(client, list);
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  return items;
}

const tries = 30;
const betweenTriesMs = 1000;

/** Ask until the answer is there. @returns undefined when it does not come in half a minute */
export async function eventually<Value>(
  { context }: AwsClient,
  ask: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const value = await ask();
    if (value !== undefined) return value;
    await sleep(context.http?.retriesAtOnce ? 0 : betweenTriesMs, undefined, { signal: context.signal });
  }
  return undefined;
}

/** The name at the end of the ARN of an IAM user or group of this account. @throws ChangeRefused for anything else */
export function nameInArn({ account, partition }: AwsClient, kind: 'user' | 'group', arn: string): string {
  const name = new RegExp(`^arn:${partition}:iam::${account}:${kind}/(?:[\\x21-\\x7e]*/)?([\\w+=,.@-]+)$`).exec(
    arn,
  )?.[1];
  if (name === undefined) throw new ChangeRefused(`${arn} is no IAM ${kind} of this account`);
  return name;
}

/** @throws ChangeRefused when there is no such user, or its ARN is another one */
export async function iamUser(client: AwsClient, arn: string): Promise<string> {
  const name = nameInArn(client, 'user', arn);
  const user = await order(client, 'iam', 'GetUser', { UserName: name }, true);
  if (textAt(user, 'User', 'Arn') !== arn) throw new ChangeRefused(`there is no IAM user ${arn}`);
  return name;
}

interface Center {
  readonly InstanceArn: string;
  readonly IdentityStoreId: string;
}

/** The instance of Identity Center that the account has. */
export function center(client: AwsClient): Promise<Center> {
  return client.once('instance for changes', async () => {
    const [instance] = await listOrRefuse(client, { service: 'sso', action: 'ListInstances', member: 'Instances' });
    const [InstanceArn, IdentityStoreId] = [textAt(instance, 'InstanceArn'), textAt(instance, 'IdentityStoreId')];
    if (InstanceArn === undefined || IdentityStoreId === undefined)
      throw new ChangeRefused('this account has no Identity Center');
    return { InstanceArn, IdentityStoreId };
  });
}

/** @throws ChangeRefused when the identity store has no such user or group */
export async function storedObject(client: AwsClient, kind: 'User' | 'Group', id: string): Promise<unknown> {
  const { IdentityStoreId } = await center(client);
  const parameters = { IdentityStoreId, [`${kind}Id`]: id };
  const found = await order(client, 'identitystore', `Describe${kind}`, parameters, true);
  if (found === undefined)
    throw new ChangeRefused(`Identity Center has no ${kind === 'User' ? 'user' : 'group'} with the id ${id}`);
  return found;
}
