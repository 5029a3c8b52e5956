// Suspends users, and ends suspensions (…/reference/rest/v1/users/update).
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GoogleClient } from '../client.ts';
import { ask, storedUser, userPath } from './requests.ts';

type AccountAction = Action<GoogleClient, ActionTargets['DisableAccount']>;

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

async function setSuspended(client: GoogleClient, id: string, suspended: boolean): Promise<void> {
  await ask(client, { method: 'PATCH', url: userPath(id), isIdempotent: true, json: { suspended } });
}

export function suspension(suspends: boolean): AccountAction {
  return {
    async expand(client, target) {
      await refuseUnmanaged(client, target.accountId);
      return [target];
    },
    async observe(client, { accountId }) {
      const suspended = flagOfValue(valueAt(await storedUser(client, accountId), 'suspended'));
      if (suspended === undefined) throw new ChangeRefused('Google does not say whether the user is suspended');
      return { suspended };
    },
    isDone: ({ suspended }) => suspended === suspends,
    apply: (client, { accountId }) => setSuspended(client, accountId, suspends),
    restore: (client, { accountId }, { before }) => setSuspended(client, accountId, before['suspended'] === true),
  };
}
