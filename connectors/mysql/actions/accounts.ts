// Disabling, enabling and activating: the lock of an account.
import { type Action, ChangeRefused } from '../../../src/connector/actions.ts';
import type { MysqlClient } from '../client.ts';
import { changeableAccount, spelled } from './changeable-accounts.ts';

type Lock = { readonly locked: boolean };

async function setLock(client: MysqlClient, accountId: string, wanted: boolean): Promise<void> {
  const account = await changeableAccount(client, accountId);
  if ((Number(account.is_locked) === 1) === wanted) return;
  if (wanted && Number(account.would_be_role) === 1) {
    throw new ChangeRefused(
      `the password of ${spelled(account)} has expired, and MySQL knows roles by being locked and expired; renew the password first`,
    );
  }
  await client.changes.run(`ALTER USER ${spelled(account)} ACCOUNT ${wanted ? 'LOCK' : 'UNLOCK'}`);
}

const lockAction = (wanted: boolean): Action<MysqlClient, { readonly accountId: string }> => ({
  observe: async (client, { accountId }): Promise<Lock> => ({
    locked: Number((await changeableAccount(client, accountId)).is_locked) === 1,
  }),
  isDone: image => (image as Lock).locked === wanted,
  apply: (client, { accountId }) => setLock(client, accountId, wanted),
  restore: (client, { accountId }, { before }) => setLock(client, accountId, (before as Lock).locked),
});

export const disableAccount = lockAction(true);
/** Also activates: the owner of an account with an expired password can still log in, and has to choose a new one. */
export const enableAccount = lockAction(false);
