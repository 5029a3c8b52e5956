// Changes that a service makes in a real system and reverts, compared with what the system's own client shows.
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ChangesToTry } from '../../../src/conformance/changes-to-try.ts';
import type { ActionOperation } from '../../../src/connector/actions.ts';
import type { Connector } from '../../../src/connector/contract.ts';
import { sendAs } from '../send.ts';
import { startService, type TestServiceOptions, temporaryFolder } from '../service/service.ts';
import { driving, type WritableService } from './writable-service.ts';

const source = 'real';

/** An account is disabled before it is enabled. */
const order: readonly ActionOperation[] = [
  ...(['DisableAccount', 'EnableAccount', 'ActivateAccount'] as const),
  ...(['AssignRole', 'RemoveRole', 'AddGroupMember', 'RemoveGroupMember', 'CreateUserGroup'] as const),
];

/**
 * Read a system, make each change over the API, and revert it.
 * @param look what the system's own client shows of everything that the changes may alter
 * @returns the faults, each with the operation: a job that did not complete, a change that the client does not show, a revert that
 *   did not bring back what it showed before
 */
export async function faultsThroughService(
  connector: Connector,
  settings: object,
  changes: ChangesToTry,
  look: () => unknown,
): Promise<string[]> {
  const folder = temporaryFolder();
  const options: TestServiceOptions = {
    folder,
    connectors: [connector],
    settings: { sources: [{ id: source, connector: connector.type, writes: true, settings }] },
  };
  try {
    const reading = await startService({ ...options, work: ['extract', 'build'] });
    // Fixtures hold odd records, which may be rejected.
    const { runs, build } = await reading.sync([source], true);
    await reading.close();
    if (build?.status !== 'Published') throw new Error(`nothing was published: ${JSON.stringify([runs, build])}`);
    // Jobs alone: what they change is not read again.
    const test = await startService({ ...options, work: ['act'] });
    try {
      return await faultsOf(driving(test, sendAs(test, await test.token())), changes, look);
    } finally {
      await test.close();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function faultsOf(service: WritableService, changes: ChangesToTry, look: () => unknown): Promise<string[]> {
  const faults: string[] = [];
  const failures = async (jobId: string) =>
    (await service.results(jobId)).map(({ failureReason }) => failureReason).join('; ');
  for (const operation of order) {
    if (changes[operation] === undefined) continue;
    const isEnabling = operation === 'EnableAccount' || operation === 'ActivateAccount';
    const disabled = isEnabling
      ? await service.change(...(await requestOf(service, 'DisableAccount', changes[operation]!)))
      : undefined;
    const before = await look();
    const made = await service.change(...(await requestOf(service, operation, changes[operation]!)));
    if (made.status !== 'Completed') faults.push(`${operation}: ${made.status}: ${await failures(made.id)}`);
    if (isDeepStrictEqual(await look(), before)) faults.push(`${operation}: nothing has changed`);
    for (const job of [made, ...(disabled ? [disabled] : [])]) {
      const reverted = await service.revert(job.id);
      if (reverted.status !== 'Completed') faults.push(`revert of ${operation}: ${await failures(reverted.id)}`);
      if (job === made && !isDeepStrictEqual(await look(), before))
        faults.push(`revert of ${operation}: not as before`);
    }
  }
  return faults;
}

type Ids = { readonly accountId?: string; readonly roleId?: string; readonly groupId?: string; groupName?: string };

async function requestOf(
  { idOf, instance }: WritableService,
  operation: ActionOperation,
  { accountId, roleId, groupId, groupName }: Ids,
): Promise<['POST' | 'PUT' | 'DELETE', string, object?]> {
  if (groupName !== undefined) {
    return ['POST', '/v1/user-groups', { applicationInstanceId: instance(source), groupName }];
  }
  const account = await idOf('accounts', source, accountId!);
  const method = operation === 'AssignRole' || operation === 'AddGroupMember' ? 'PUT' : 'DELETE';
  if (roleId !== undefined) return [method, `/v1/roles/${await idOf('roles', source, roleId)}/assignees/${account}`];
  if (groupId !== undefined) {
    return [method, `/v1/user-groups/${await idOf('user-groups', source, groupId)}/members/${account}`];
  }
  return ['POST', `/v1/accounts/${account}/${operation.replace('Account', '').toLowerCase()}`];
}
