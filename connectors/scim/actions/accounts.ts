// Disables and enables users by their attribute `active` (RFC 7643, section 4.1.1).
import type { Action, ActionTargets } from '../../../src/connector/actions.ts';
import { flagOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { changeResource, stored } from './resources.ts';

/** A user without the attribute is active, as its account is landed. */
const isActive = (user: unknown) => flagOf(user, 'active') ?? true;

/** @param active what the operation makes of the attribute */
export function activeAction(active: boolean): Action<ScimClient, ActionTargets['DisableAccount']> {
  return {
    async observe(client, { accountId }) {
      const { resource } = await stored(client, 'user', accountId);
      return { active: isActive(resource) };
    },
    isDone: image => image['active'] === active,
    apply: (client, { accountId }) => setActive(client, accountId, active),
    restore: (client, { accountId }, { before }) => setActive(client, accountId, before['active'] === true),
  };
}

async function setActive(client: ScimClient, accountId: string, value: boolean): Promise<void> {
  await changeResource(client, 'user', accountId, async ({ resource }) =>
    isActive(resource) === value
      ? undefined
      : { patch: { op: 'replace', path: 'active', value }, attribute: 'active', value },
  );
}
