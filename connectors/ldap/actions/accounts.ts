// Disables, enables and activates accounts, in the way of each kind of server.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import { firstText, holdsTrue } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import type { Modification } from '../protocol/modify.ts';
import {
  type AccountOperation,
  attributesOf,
  changedAttributes,
  imageAfter,
  imageOf,
  valueChanges,
} from './account-state.ts';
import { isOwnAccount, signInAttributes } from './own-account.ts';
import { expectAbsence } from './readable.ts';
import { changeEntry, entryNamed, type Located, locate } from './targets.ts';

type AccountTarget = ActionTargets[AccountOperation];

export function accountAction(operation: AccountOperation): Action<LdapClient, AccountTarget> {
  /** What `observe` has found, until `apply` uses it. */
  const observed = new WeakMap<AccountTarget, Located>();
  return {
    ...(operation === 'DisableAccount' && { expand: expectToStopBinds }),
    async observe(client, target) {
      const found = await locate(client, { kind: 'account', id: target.accountId }, changedAttributes);
      observed.set(target, found);
      const image = shownImage(client, found.entry, operation);
      await expectAbsence(client, found, attributesOf(image));
      return image;
    },
    isDone(image) {
      const wanted = imageAfter(image, operation, Date.now());
      return Object.keys(wanted).every(name => wanted[name] === image[name]);
    },
    async apply(client, target) {
      const plan = ({ entry }: Located) =>
        modificationsOf(entry, imageAfter(shownImage(client, entry, operation), operation, Date.now()));
      const found = observed.get(target);
      observed.delete(target);
      await changeEntry(client, { kind: 'account', id: target.accountId }, changedAttributes, plan, found);
    },
    async restore(client, target, images) {
      const { before, after } = images;
      try {
        await restoreTo(client, operation, target, images, before);
      } catch (error) {
        if (!(error instanceof ChangeRefused) || before['lockoutTime'] === after['lockoutTime']) throw error;
        // In Active Directory, nobody can set the lock that follows wrong passwords. In Samba, administrators can.
        await restoreTo(client, operation, target, images, { ...before, lockoutTime: after['lockoutTime'] });
        const message = 'the account is as before, but without its lock after wrong passwords (lockoutTime)';
        throw new ChangeRefused(`${message}: ${error.message}`, { cause: error });
      }
    },
  };
}

async function restoreTo(
  client: LdapClient,
  operation: AccountOperation,
  { accountId }: AccountTarget,
  { before, after }: { readonly before: Image; readonly after: Image },
  wanted: Image,
): Promise<void> {
  await changeEntry(client, { kind: 'account', id: accountId }, changedAttributes, ({ entry }) => {
    const image = shownImage(client, entry, operation);
    // The service has compared the images, but somebody may have changed the account since.
    const changed = Object.keys(image).filter(name => ![before[name], after[name]].includes(image[name]));
    if (changed.length > 0) throw new ChangeRefused(`somebody has changed ${changed.join(', ')} meanwhile`);
    return modificationsOf(entry, wanted);
  });
}

function shownImage({ server, session }: LdapClient, entry: RawEntry, operation: AccountOperation): Image {
  const image = imageOf(entry, server.kind, operation);
  if (image) return image;
  if (server.kind === 'active-directory')
    throw new ChangeRefused(`bind_dn may not read userAccountControl of ${entry.dn}, or the server does not have it`);
  throw new ChangeRefused(
    `it is not known how ${server.product} at ${session.endpoint.address} disables accounts; OpenLDAP, Active Directory, Samba and 389 Directory Server are`,
  );
}

function modificationsOf(entry: RawEntry, wanted: Image): Modification[] {
  return valueChanges(entry, wanted).flatMap(({ attribute, from, to }) => [
    ...(from === null ? [] : [{ operation: 'delete', attribute, value: from } as const]),
    ...(to === null ? [] : [{ operation: 'add', attribute, value: to } as const]),
  ]);
}

/**
 * Checked once before the change, so that a preview reports it too.
 * @throws ChangeRefused for the account of the connector, and when the change would not stop the binds of the account
 */
async function expectToStopBinds(client: LdapClient, target: AccountTarget): Promise<readonly AccountTarget[]> {
  const attributes = [...signInAttributes, 'pwdPolicySubentry'];
  const found = await locate(client, { kind: 'account', id: target.accountId }, attributes);
  const { entry } = found;
  if (isOwnAccount(client, entry))
    throw new ChangeRefused(`${entry.dn} is the account of bind_dn; disabled, it could not be enabled again`);
  if (client.server.kind === 'openldap') {
    await expectAbsence(client, found, ['pwdPolicySubentry']);
    await expectLocksToStopBinds(client, entry);
  }
  return [target];
}

/** A control by which clients of the overlay ppolicy ask about the policy; servers name it when they have the overlay. */
const passwordPolicyOid = '1.3.6.1.4.1.42.2.27.8.5.1';

/**
 * OpenLDAP refuses a bind of a locked account only where a password policy with pwdLockout applies to it (slapo-ppolicy(5)). Without
 * one, the value would be there and change nothing.
 */
async function expectLocksToStopBinds(client: LdapClient, account: RawEntry): Promise<void> {
  const { server, session, settings } = client;
  const { address } = session.endpoint;
  if (!server.controls.has(passwordPolicyOid))
    throw new ChangeRefused(`${address} cannot refuse the bind of one account: it does not have the overlay ppolicy`);
  const own = firstText(account, 'pwdPolicySubentry');
  const dn = own ?? settings.lockout_policy;
  if (dn === undefined) {
    const message = `it is not known which password policy applies to ${account.dn}, and so whether a lock stops its bind`;
    throw new ChangeRefused(`${message}; set lockout_policy to the policy that ${address} applies by default`);
  }
  const policy = await entryNamed(client, dn, ['pwdLockout']);
  const source =
    own === undefined ? `lockout_policy ${dn}` : `the password policy ${dn}, which applies to ${account.dn},`;
  if (!policy) throw new ChangeRefused(`${source} does not exist, or bind_dn may not read it`);
  if (!holdsTrue(policy.entry, 'pwdLockout'))
    throw new ChangeRefused(
      `${source} lets locked accounts bind: its pwdLockout must be TRUE, and bind_dn must read it`,
    );
}
