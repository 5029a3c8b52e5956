// The account that a rule without a run-as list runs as: `runas_default`, which Defaults lines can set for callers, run-as users and
// commands (sudo 1.9.13: update_defaults in defaults.c, runaslist_matches in match.c, set_runaspw in sudoers.c).
import type { LoginAccount } from '../identities/passwd.ts';
import { coverageOf } from './commands.ts';
import type { DefaultsHere } from './defaults.ts';
import { accountsNamed, expand, matchesAccount, type Surroundings } from './matching.ts';
import type { Item } from './syntax.ts';

export interface DefaultRunAs {
  /** Accounts that the caller gets with `sudo` alone or can name with `-u`. */
  readonly users: readonly Item[];
  /** Accounts that a refusal keeps from the caller: those that it cannot name with `-u`, whatever `sudo` alone does. */
  readonly refused: readonly Item[];
  /** The account that the caller can name with `-u` when choosing a group with `-g`. */
  readonly besideGroup: readonly Item[];
  /** Other run-as users for some of the commands; the last that applies decides. */
  readonly exceptions: readonly { readonly users: readonly Item[]; readonly commands: readonly Item[] }[];
}

const setting = 'runas_default=';

const compiledDefault: Item = { kind: 'name', value: 'root', isNegated: false };

/** Whether a Defaults line for users sets `runas_default`. When none does, the callers need not be checked one by one. */
export function differsBetweenCallers({ lines }: DefaultsHere): boolean {
  return lines.some(({ scope, settings }) => scope === ':' && settings.some(text => text.startsWith(setting)));
}

/** @param caller undefined: no particular caller, so lines for users do not apply */
export function defaultRunAs(
  around: Surroundings,
  defaults: DefaultsHere,
  caller: LoginAccount | undefined,
): DefaultRunAs {
  const lines = defaults.lines.filter(line => line.settings.some(text => text.startsWith(setting)));
  const applying = lines.filter(
    ({ scope, items, earlyAround }) =>
      scope !== ':' || (caller !== undefined && matchesAccount(earlyAround, 'User_Alias', items, caller)),
  );
  const forTargets = applying.filter(({ scope }) => scope === '>');
  const general = applying.filter(({ scope }) => scope !== '!');
  const valueFor = (target?: LoginAccount) =>
    namedBy(
      general.findLast(
        ({ scope, items, earlyAround }) =>
          scope !== '>' || (target !== undefined && matchesAccount(earlyAround, 'Runas_Alias', items, target)),
      ),
    );
  const exceptions = applying
    .filter(({ scope }) => scope === '!')
    .map(line => ({ users: [namedBy(line)], commands: expand(around, 'Cmnd_Alias', line.items) }));
  const besideGroup = [valueFor()];
  if (forTargets.length === 0) return { users: besideGroup, refused: besideGroup, besideGroup, exceptions };
  const named = [compiledDefault, ...general.map(namedBy)].flatMap(item => accountsNamed(around, 'Runas_Alias', item));
  const isNamed = (account: LoginAccount, item: Item) => accountsNamed(around, 'Runas_Alias', item).includes(account);
  const allowed = new Set(named.filter(account => isNamed(account, valueFor(account))));
  const refused = [...allowed].map(nameOf);
  const alone = accountWithoutOption(around, valueFor);
  if (alone && isNamed(alone.account, alone.value)) allowed.add(alone.account);
  return { users: [...allowed].map(nameOf), refused, besideGroup, exceptions };
}

const nameOf = ({ name }: LoginAccount): Item => ({ kind: 'name', value: name, isNegated: false });

/** `sudo` alone looks for the lines that apply to root, and runs as the account that they name. */
function accountWithoutOption({ directory }: Surroundings, valueFor: (target?: LoginAccount) => Item) {
  const root = directory.account('root');
  const value = valueFor(root);
  const account =
    value.kind === 'uid' ? directory.accountsWithUid(Number(value.value))[0] : directory.account(value.value);
  const runsAs = account ?? root;
  return runsAs && { account: runsAs, value };
}

/** The defaults that apply to one command of a rule. */
export function defaultRunAsFor(around: Surroundings, command: Item, whole: DefaultRunAs): DefaultRunAs {
  let { users, refused, besideGroup } = whole;
  let exceptions: DefaultRunAs['exceptions'] = [];
  for (const exception of whole.exceptions) {
    const coverage = coverageOf(around.files, exception.commands, command);
    if (coverage === 'some') exceptions = [...exceptions, exception];
    if (coverage !== 'everything') continue;
    users = exception.users;
    refused = exception.users;
    besideGroup = exception.users;
    exceptions = [];
  }
  return { users, refused, besideGroup, exceptions };
}

function namedBy(line: { readonly settings: readonly string[] } | undefined): Item {
  const text = line?.settings.findLast(one => one.startsWith(setting));
  return text === undefined ? compiledDefault : itemOf(text.slice(setting.length));
}

function itemOf(value: string): Item {
  return /^#\d+$/.test(value)
    ? { kind: 'uid', value: value.slice(1), isNegated: false }
    : { kind: 'name', value, isNegated: false };
}
