// Disabling, enabling and activating an account: the lock of its password, and the day on which it expires.
import { type Action, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { HostClient } from '../client.ts';
import { noFindings } from '../findings.ts';
import { readPeopleRange } from '../identities/login-defs.ts';
import { isLoginShell } from '../identities/login-shell.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { passwordStateOf } from '../identities/password-state.ts';
import { parseShadow, type ShadowEntry } from '../identities/shadow.ts';
import { changeableAccount, linesForChange, presentDirectory } from './machine.ts';
import { runTool } from './tools.ts';

type Password = ShadowEntry['password'];

type Login = {
  readonly password: Password;
  /** Days from 1970-01-01 to the day on which the account stops working; null: never. */
  readonly expirationDay: number | null;
};

type AccountTarget = { readonly accountId: string };

interface Found {
  readonly account: LoginAccount;
  readonly entry: ShadowEntry;
  readonly login: Login;
}

const dayMs = 86_400_000;
const isExpired = ({ expirationDay }: Login) => expirationDay !== null && expirationDay <= Date.now() / dayMs;
/** Password → the same one after a lock, which puts `!` before it. `usermod` cannot unlock an empty password, so it is not locked. */
const locking: Readonly<Partial<Record<Password, Password>>> = { set: 'locked', impossible: 'neverSet' };

/** @throws ChangeRefused when the tools cannot change it, or not back */
async function find(client: HostClient, accountId: string): Promise<Found> {
  const account = changeableAccount(await presentDirectory(client), accountId);
  const { name } = account;
  if (account.password !== 'elsewhere') {
    throw new ChangeRefused(`the password of ${name} is in /etc/passwd; move it to /etc/shadow with pwconv`);
  }
  const lines = (await linesForChange(client, '/etc/shadow')).filter(({ text }) => text.split(':', 1)[0] === name);
  const entry = parseShadow('/etc/shadow', lines, noFindings()).get(name);
  if (!entry || lines.length > 1) {
    throw new ChangeRefused(`/etc/shadow has ${entry ? 'several lines' : 'no line'} for ${name}; repair it with pwck`);
  }
  const expires = lines[0]!.text.split(':')[7] ?? '';
  if (!/^(?:-1|\d{0,9})$/.test(expires)) {
    throw new ChangeRefused(`/etc/shadow has no number of days where ${name} expires; correct it with chage`);
  }
  const expirationDay = expires === '' || expires === '-1' ? null : Number(expires);
  return { account, entry, login: { password: entry.password, expirationDay } };
}

/** The options with which `usermod` makes a login as wanted. */
function optionsFor(present: Login, wanted: Login): string[] {
  const isSame = present.password === wanted.password;
  const lock = !isSame && locking[present.password] === wanted.password;
  const unlock = !isSame && locking[wanted.password] === present.password;
  if (!isSame && !lock && !unlock) {
    throw new ChangeRefused(`the password is ${present.password} and was ${wanted.password}; set it by hand`);
  }
  const expires = present.expirationDay !== wanted.expirationDay;
  return [
    ...(lock ? ['--lock'] : []),
    ...(unlock ? ['--unlock'] : []),
    // Empty: never.
    ...(expires ? ['--expiredate', String(wanted.expirationDay ?? '')] : []),
  ];
}

async function bring(client: HostClient, accountId: string, wantedOf: (present: Login) => Login): Promise<void> {
  const { account, login } = await find(client, accountId);
  const options = optionsFor(login, wantedOf(login));
  if (options.length === 0) return;
  await runTool(client, 'usermod', options, account.name);
}

/** @param wantedOf returns the login as it should be, from the present one */
function loginAction(
  wantedOf: (present: Login, beforeDisabling: Login | undefined) => Login,
  refuse: (client: HostClient, found: Found) => Promise<void> = async () => {},
): Action<HostClient, AccountTarget> {
  const former = (image: Image | undefined) => image as Login | undefined;
  return {
    async observe(client, { accountId }) {
      const found = await find(client, accountId);
      await refuse(client, found);
      return found.login;
    },
    isDone(image, _target, { beforeDisabling }) {
      const present = image as Login;
      const wanted = wantedOf(present, former(beforeDisabling));
      return present.password === wanted.password && present.expirationDay === wanted.expirationDay;
    },
    apply: (client, { accountId }, { beforeDisabling }) =>
      bring(client, accountId, present => wantedOf(present, former(beforeDisabling))),
    restore: (client, { accountId }, { before }) => bring(client, accountId, () => before as Login),
  };
}

/** The first day that the tools can express. An expired account is also refused for SSH keys, `su` and cron. */
const longAgo = 1;

function disabled(present: Login): Login {
  return {
    password: locking[present.password] ?? present.password,
    expirationDay: isExpired(present) ? present.expirationDay : longAgo,
  };
}

/** A lock is removed only if this service has set it: many accounts have a locked password and log in with keys. */
function enabled(present: Login, beforeDisabling: Login | undefined): Login {
  const { password } = beforeDisabling ?? present;
  const isOurLock = locking[password] === present.password;
  const until = beforeDisabling && !isExpired(beforeDisabling) ? beforeDisabling.expirationDay : null;
  return {
    password: isOurLock ? password : present.password,
    expirationDay: isExpired(present) ? until : present.expirationDay,
  };
}

function activated(present: Login, beforeDisabling: Login | undefined): Login {
  const wanted = enabled(present, beforeDisabling);
  return wanted.password === 'locked' ? { ...wanted, password: 'set' } : wanted;
}

/** The reads count these accounts as disabled, and neither lock nor expiry is the reason. */
async function refuseClosed(client: HostClient, { account, entry }: Found): Promise<void> {
  const { name, uid, shell } = account;
  const range = await readPeopleRange(client.root, noFindings());
  const { uid_min: uidMin = range.uidMin, uid_max: uidMax = range.uidMax } = client.settings;
  if (uid >= uidMin && uid <= uidMax && !isLoginShell(shell)) {
    throw new ChangeRefused(`the shell of ${name} is ${shell}, which allows no login; choose one with usermod --shell`);
  }
  const { expirationDay: _, ...unexpiring } = entry;
  if (passwordStateOf(account, new Map([[name, unexpiring]]), new Date()).isAccountExpired) {
    throw new ChangeRefused(`the password of ${name} expired too long ago; give it a new one with passwd`);
  }
}

export const disableAccount = loginAction(disabled);
export const enableAccount = loginAction(enabled, refuseClosed);
export const activateAccount = loginAction(activated, refuseClosed);
