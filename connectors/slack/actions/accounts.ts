// Deactivates and reactivates members by SCIM (docs.slack.dev/reference/scim-api).

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpRequest } from '../../../src/connector/http/request.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { SlackClient } from '../client.ts';
import { roleOf } from '../records/roles.ts';
import { isBot } from '../records/users.ts';

type AccountTarget = ActionTargets['DisableAccount'];

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** @throws ChangeRefused without a token for SCIM, or with Slack's own words */
function askScim(client: SlackClient, id: string, request: Omit<HttpRequest, 'url'> = {}) {
  if (!client.scim)
    throw new ChangeRefused(
      'disabling needs SCIM: set `scim_token`. Slack has it in the plans Business+ and Enterprise',
    );
  return requestChange(client.scim, 'Slack', { ...request, url: `Users/${encodeURIComponent(id)}` });
}

/** @throws ChangeRefused for accounts that SCIM does not manage, or would bring back with other rights */
async function refuseUnmanaged(client: SlackClient, id: string): Promise<void> {
  const { body } = await requestChange(client.http, 'Slack', { url: 'users.info', query: { user: id } });
  const user = valueAt(body, 'user');
  if (isBot(user)) throw new ChangeRefused('a bot is removed with its app in Slack');
  const role = roleOf(user);
  if (role === 'primary-owner') throw new ChangeRefused('Slack does not deactivate the primary owner');
  if (role === 'guest' || role === 'single-channel-guest')
    throw new ChangeRefused('Slack does not say whether a guest who is reactivated stays a guest; do this in Slack');
  if (textAt(user, 'team_id') !== client.teamId && textAt(user, 'enterprise_user', 'enterprise_id') === undefined)
    throw new ChangeRefused('the account belongs to another workspace');
}

async function isActive(client: SlackClient, { accountId }: AccountTarget): Promise<boolean> {
  const { body } = await askScim(client, accountId);
  const active = flagOfValue(valueAt(body, 'active'));
  if (active === undefined) throw new ChangeRefused('Slack does not say whether the account is active');
  return active;
}

async function setActive(client: SlackClient, { accountId }: AccountTarget, active: boolean): Promise<void> {
  const Operations = [{ op: 'replace', path: 'active', value: active }];
  await askScim(client, accountId, {
    method: 'PATCH',
    isIdempotent: true,
    json: { schemas: [patchSchema], Operations },
  });
}

export function deactivation(deactivates: boolean): Action<SlackClient, AccountTarget> {
  return {
    async expand(client, target) {
      await refuseUnmanaged(client, target.accountId);
      return [target];
    },
    ...flagAction('active', !deactivates, { read: isActive, set: setActive }),
  };
}
