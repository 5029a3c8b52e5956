// Disables and enables users by their attribute `active` (RFC 7643, section 4.1.1).
import type { Action, ActionTargets } from '../../../src/connector/actions.ts';
import { activeOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { changeResource } from './change-resource.ts';
import { stored } from './resources.ts';
import { expectSurroundings, surroundingsOf } from './side-effects.ts';

/** Null: the service does not say whether the user is active. */
const stateOf = (user: unknown): boolean | null => activeOf(user) ?? null;

/** @param active what the operation makes of the attribute */
export function activeAction(active: boolean): Action<ScimClient, ActionTargets['DisableAccount']> {
  return {
    async observe(client, { accountId }) {
      const { resource } = await stored(client, 'user', accountId);
      return { active: stateOf(resource) };
    },
    isDone: image => image['active'] === active,
    apply: (client, { accountId }) => setActive(client, accountId, active),
    surroundings: async (client, { accountId }) => surroundingsOf(await stored(client, 'user', accountId), 'active'),
    expectSurroundings: (client, { accountId }, saved) =>
      expectSurroundings(client, 'user', accountId, { name: 'active', own: undefined, saved }),
    restore: (client, { accountId }, { before }) => setActive(client, accountId, before['active'] as boolean | null),
  };
}

/** @param value null: the user had no value before, so the attribute is removed */
async function setActive(client: ScimClient, accountId: string, value: boolean | null): Promise<void> {
  await changeResource(client, 'user', accountId, async ({ resource }) => {
    if (stateOf(resource) === value) return undefined;
    if (value === null) return { patch: { op: 'remove', path: 'active' }, attribute: 'active', value: undefined };
    return { patch: { op: 'replace', path: 'active', value }, attribute: 'active', value };
  });
}
