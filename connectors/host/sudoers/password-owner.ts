// Whose password sudo asks for: the caller's own, unless `rootpw`, `runaspw` or `targetpw` of the Defaults say otherwise
// (get_authpw in check.c of sudo 1.9.13). A password that the caller cannot know gives the caller nothing: whoever knows it needs no
// sudo rule.
import type { LoginAccount } from '../identities/passwd.ts';
import type { DefaultsHere } from './defaults.ts';
import { matchesAccount, type Surroundings } from './matching.ts';
import { type DefaultsReach, isExempt, passwordTag, reachOf, reachText, type Use } from './passwords.ts';

const flags = ['rootpw', 'runaspw', 'targetpw'] as const;
type Flag = (typeof flags)[number];

interface Setting {
  readonly name: Flag | 'authenticate' | 'runas_default';
  readonly value: boolean | string;
  readonly reach: Exclude<DefaultsReach, 'nothing'>;
}

/** One way to call: the account that the command runs as, and whether the caller chooses a group (`sudo -g`). */
export interface Call {
  /** Undefined: root, which passwd does not have. */
  readonly target: LoginAccount | 'the caller' | undefined;
  readonly hasGroup: boolean;
}

export interface PasswordOwner {
  /** The account whose password is asked for when no exception applies; undefined: the caller. */
  readonly passwordOf: string | undefined;
  /**
   * The settings that decide, in their order: `rootpw`, `!targetpw run-as:app`, `runas_default=ben user:ann`. The last that applies
   * decides for each name; `rootpw` comes before `runaspw`, and that before `targetpw`.
   */
  readonly passwordSettings: readonly string[];
  /** Whether the callers get past the question for the password with what they know. */
  canCall(call: Call): boolean;
}

const ownPassword: PasswordOwner = { passwordOf: undefined, passwordSettings: [], canCall: () => true };

/** Whether any line may make sudo ask for the password of another account. */
export function mayAskForOthers({ lines }: DefaultsHere): boolean {
  return lines.some(({ settings }) => settings.some(text => (flags as readonly string[]).includes(positive(text))));
}

/** Equal for callers whom sudo asks for the same passwords. */
export function passwordKey(around: Surroundings, defaults: DefaultsHere, caller: LoginAccount): string {
  if (!mayAskForOthers(defaults)) return '';
  const forUsers = defaults.lines.filter(({ scope, settings }) => scope === ':' && settings.some(isRelevant));
  const matching = forUsers.map(line => matchesAccount(line.around, 'User_Alias', line.items, caller));
  const texts = defaults.lines.flatMap(({ settings }) => settings);
  const isRunAsDefault = texts.includes(`runas_default=${caller.name}`) && caller.name;
  return JSON.stringify([matching, isRunAsDefault, isExempt(around, defaults, caller)]);
}

const positive = (text: string) => text.replace(/^!+/, '').replace(/=.*/s, '');
const isRelevant = (text: string) =>
  ['authenticate', 'exempt_group', 'runas_default', ...flags].includes(positive(text));

/** @param use its callers have the same {@link passwordKey} */
export function passwordOwner(around: Surroundings, defaults: DefaultsHere, use: Use): PasswordOwner {
  if (!mayAskForOthers(defaults)) return ownPassword;
  const settings = settingsFor(around, defaults, use);
  if (!settings.some(({ name, value }) => flags.includes(name as Flag) && value === true)) return ownPassword;
  // sudo asks root for no password.
  const callers = use.callers.filter(({ uid }) => uid !== 0);
  const tag = passwordTag(use.tags);
  const isRoot = use.callers.length > 0 && callers.length === 0;
  const isFree = tag === 'NOPASSWD' || isRoot || (callers.length > 0 && isExempt(around, defaults, callers[0]!));
  const counting = tag === undefined ? settings : settings.filter(({ name }) => name !== 'authenticate');
  const general = counting.filter(({ reach }) => reach === 'everything');
  return {
    passwordOf: ownerText(general),
    passwordSettings: settings.filter(({ name }) => name !== 'authenticate').map(settingText),
    canCall: call => isFree || scenarios(counting).some(scenario => canAuthenticate(around, scenario, call, callers)),
  };
}

/** In the order in which sudo sets them: those for commands last. A setting for everything replaces the former ones. */
function settingsFor(around: Surroundings, { lines }: DefaultsHere, use: Use): Setting[] {
  let found: Setting[] = [];
  for (const line of [...lines.filter(({ scope }) => scope !== '!'), ...lines.filter(({ scope }) => scope === '!')]) {
    const own = line.settings.flatMap(text => settingOf(text) ?? []);
    if (own.length === 0) continue;
    const reach = reachOf(around, line, use);
    if (reach === 'nothing') continue;
    for (const { name, value } of own) {
      if (reach === 'everything') found = found.filter(setting => setting.name !== name);
      found.push({ name, value, reach });
    }
  }
  return found;
}

function settingOf(text: string): Pick<Setting, 'name' | 'value'> | undefined {
  if (text.startsWith('runas_default=')) return { name: 'runas_default', value: text.slice('runas_default='.length) };
  const name = positive(text);
  if (!['authenticate', ...flags].includes(name) || text.includes('=')) return undefined;
  return { name: name as Flag, value: (text.length - name.length) % 2 === 0 };
}

function settingText({ name, value, reach }: Setting): string {
  const text = typeof value === 'string' ? `${name}=${value}` : `${value ? '' : '!'}${name}`;
  return reach === 'everything' ? text : `${text} ${reachText(reach)}`;
}

/** Whether a setting for some of the commands applies depends on the command, so the callers may have it either way. */
function scenarios(settings: readonly Setting[]): (readonly Setting[])[] {
  const isForCommand = ({ reach }: Setting) => reach !== 'everything' && reach.kind === 'command';
  const forCommands = [...new Set(settings.filter(isForCommand).map(({ reach }) => reach))].slice(0, maxScenarios);
  if (forCommands.length === 0) return [settings];
  const others = settings.filter(setting => !isForCommand(setting));
  return [
    others,
    settings,
    ...forCommands.map(reach => settings.filter(one => !isForCommand(one) || one.reach === reach)),
  ];
}

const maxScenarios = 20;

function canAuthenticate(
  { directory }: Surroundings,
  settings: readonly Setting[],
  { target, hasGroup }: Call,
  callers: readonly LoginAccount[],
): boolean {
  const account = target === 'the caller' ? callers[0] : target;
  const isAbout = ({ reach }: Setting) => {
    if (reach === 'everything' || reach.kind === 'command') return true;
    if (reach.kind === 'user') return callers.length > 0 && reach.accounts.includes(callers[0]!);
    return !hasGroup && (reach.accounts === 'everybody' || (account !== undefined && reach.accounts.includes(account)));
  };
  const valueFor = (name: Setting['name']) => settings.findLast(one => one.name === name && isAbout(one))?.value;
  /** Whether every caller is the account with this user id. */
  const isCaller = (uid: number | undefined) => callers.length > 0 && callers.every(caller => caller.uid === uid);
  const isCallerItself = target === 'the caller' || isCaller(account?.uid ?? 0);
  if (valueFor('authenticate') === false || (isCallerItself && !hasGroup)) return true;
  if (valueFor('rootpw') === true) return isCaller(0);
  if (valueFor('runaspw') === true) {
    return isCaller(directory.account((valueFor('runas_default') as string | undefined) ?? 'root')?.uid);
  }
  return valueFor('targetpw') !== true || isCallerItself;
}

function ownerText(general: readonly Setting[]): string | undefined {
  const valueFor = (name: Setting['name']) => general.find(setting => setting.name === name)?.value;
  if (valueFor('rootpw')) return 'root';
  if (valueFor('runaspw')) return (valueFor('runas_default') as string | undefined) ?? 'root';
  return valueFor('targetpw') ? 'the run-as account' : undefined;
}
