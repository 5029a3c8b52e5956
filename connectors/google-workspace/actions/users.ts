// Suspends users, and ends suspensions (…/reference/rest/v1/users/update).

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GoogleClient } from '../client.ts';
import { ask, storedUser, userPath } from './requests.ts';

type AccountTarget = ActionTargets['DisableAccount'];

/** @throws ChangeRefused for users whom Google would not change, or not bring back */
async function refuseUnmanaged(client: GoogleClient, id: string): Promise<void> {
  const user = await storedUser(client, id);
  if (textAt(user, 'primaryEmail')?.toLowerCase() === client.settings.administrator.toLowerCase())
    throw new ChangeRefused('the service acts as this administrator, who cannot suspend themselves');
  if (flagOfValue(valueAt(user, 'archived')) === true)
    throw new ChangeRefused('the user is archived; end that in the admin console first');
  const reason = textAt(user, 'suspensionReason');
  if (flagOfValue(valueAt(user, 'suspended')) === true && reason !== undefined && reason !== 'ADMIN')
    throw new ChangeRefused(`Google itself has suspended the user (${reason}); see the admin console`);
}

async function isSuspended(client: GoogleClient, { accountId }: AccountTarget): Promise<boolean> {
  const suspended = flagOfValue(valueAt(await storedUser(client, accountId), 'suspended'));
  if (suspended === undefined) throw new ChangeRefused('Google does not say whether the user is suspended');
  return suspended;
}

async function setSuspended(client: GoogleClient, { accountId }: AccountTarget, suspended: boolean): Promise<void> {
  await ask(client, { method: 'PATCH', url: userPath(accountId), isIdempotent: true, json: { suspended } });
}

export function suspension(suspends: boolean): Action<GoogleClient, AccountTarget> {
  return {
    async expand(client, target) {
      await refuseUnmanaged(client, target.accountId);
      return [target];
    },
    ...flagAction('suspended', suspends, { read: isSuspended, set: setSuspended }),
  };
}
