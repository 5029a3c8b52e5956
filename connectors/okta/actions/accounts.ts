// Suspends and activates users. `lifecycle/deactivate` is never used: Okta takes the user out of all applications with it, which
// nothing brings back.
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { OktaClient } from '../client.ts';
import { canSignIn } from '../records/accounts.ts';
import { ask, stored } from './requests.ts';

type AccountAction = Action<OktaClient, ActionTargets['DisableAccount']>;

/** A status that changes by itself is what it becomes (`transitioningToStatus`). */
async function statusOf(client: OktaClient, id: string): Promise<string> {
  const user = await stored(client, 'users', id);
  return textAt(user, 'transitioningToStatus') ?? textAt(user, 'status') ?? 'UNKNOWN';
}

const observe: AccountAction['observe'] = async (client, { accountId }) => ({
  status: await statusOf(client, accountId),
});

async function lifecycle(client: OktaClient, id: string, step: string, query = {}): Promise<void> {
  await ask(client, {
    method: 'POST',
    url: `api/v1/users/${encodeURIComponent(id)}/lifecycle/${step}`,
    query,
    json: {},
  });
}

/** Suspends active users, and ends suspensions. */
async function setSuspended(client: OktaClient, id: string, suspend: boolean): Promise<void> {
  const status = await statusOf(client, id);
  if (status === (suspend ? 'SUSPENDED' : 'ACTIVE')) return;
  if (status !== (suspend ? 'ACTIVE' : 'SUSPENDED'))
    throw new ChangeRefused(
      suspend
        ? `Okta suspends only active users, and this one is ${status}`
        : `the user is ${status} and not suspended; activate the account instead`,
    );
  await lifecycle(client, id, suspend ? 'suspend' : 'unsuspend');
}

export function suspension(suspend: boolean): AccountAction {
  return {
    observe,
    // A lock after wrong passwords ends by itself, so it disables nobody.
    isDone: ({ status }) => canSignIn.get(String(status)) === !suspend && !(suspend && status === 'LOCKED_OUT'),
    apply: (client, { accountId }) => setSuspended(client, accountId, suspend),
    restore: (client, { accountId }, { before }) => setSuspended(client, accountId, before['status'] === 'SUSPENDED'),
  };
}

const activationSteps: Readonly<Record<string, readonly [step: string, query?: object]>> = {
  SUSPENDED: ['unsuspend'],
  LOCKED_OUT: ['unlock'],
  STAGED: ['activate', { sendEmail: false }],
  DEPROVISIONED: ['activate', { sendEmail: false }],
};

export const activation: AccountAction = {
  observe,
  isDone: ({ status }) => activationSteps[String(status)] === undefined,
  async apply(client, { accountId }) {
    const [step, query] = activationSteps[await statusOf(client, accountId)] ?? [];
    if (step !== undefined) await lifecycle(client, accountId, step, query);
  },
  async restore(client, { accountId }, { before, after }) {
    if (before['status'] === after['status']) return;
    if (before['status'] !== 'SUSPENDED')
      throw new ChangeRefused(
        `Okta does not bring the status ${before['status']} back: deactivating would take the user out of all applications`,
      );
    await setSuspended(client, accountId, true);
  },
};
