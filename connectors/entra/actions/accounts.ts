// Blocks and unblocks the sign-in of users and service principals.

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { EntraClient } from '../client.ts';
import { isSynced } from '../records/groups.ts';
import { ask, collectionOf, stored, untilShown } from './requests.ts';

type AccountTarget = ActionTargets['DisableAccount'];

const properties = 'id,accountEnabled';

async function isEnabled(client: EntraClient, { accountId }: AccountTarget): Promise<boolean> {
  const collection = await collectionOf(client, accountId);
  const account = await stored(client, collection, accountId, properties);
  const enabled = flagOfValue(valueAt(account, 'accountEnabled'));
  if (enabled === undefined) throw new ChangeRefused('Microsoft Graph does not say whether the account is enabled');
  return enabled;
}

/** What is synced from a directory would be changed back by the next sync. */
export function refuseSynced(object: unknown, what: string): void {
  if (!isSynced(object)) return;
  const domain = textAt(object, 'onPremisesDomainName');
  const where = domain === undefined ? 'an on-premises directory' : `the directory ${domain}`;
  throw new ChangeRefused(`the ${what} is synced from ${where}; change it there`);
}

/** Once disabled, the connector could not enable it again. */
async function refuseOwn(client: EntraClient, id: string): Promise<void> {
  const principal = await stored(client, 'servicePrincipals', id, 'id,appId');
  if (textAt(principal, 'appId')?.toLowerCase() === client.settings.client_id.toLowerCase())
    throw new ChangeRefused('this is the application with which Rolecall signs in; disable it in the admin center');
}

async function setEnabled(client: EntraClient, target: AccountTarget, enable: boolean): Promise<void> {
  if ((await isEnabled(client, target)) === enable) return;
  const collection = await collectionOf(client, target.accountId);
  if (!enable && collection === 'servicePrincipals') await refuseOwn(client, target.accountId);
  if (collection === 'users') {
    const select = 'id,onPremisesSyncEnabled,onPremisesDomainName';
    refuseSynced(await stored(client, 'users', target.accountId, select), 'user');
  }
  const url = `v1.0/${collection}/${encodeURIComponent(target.accountId)}`;
  await ask(client, { method: 'PATCH', url, json: { accountEnabled: enable }, isIdempotent: true });
  await untilShown(client, async () => (await isEnabled(client, target)) === enable);
}

export const enabling = (enable: boolean): Action<EntraClient, AccountTarget> =>
  flagAction('enabled', enable, { read: isEnabled, set: setEnabled });
