// Derives which account may run which command as which account, only from the records that a host source landed, like a reader of
// the inventory would.
import { basename, matchesGlob } from 'node:path';
import type { HostReading } from './reading.ts';
import type { Answer, Question } from './sudo-chroot.ts';

interface Entitlement {
  readonly command: string;
  readonly isGrant: boolean;
  readonly impersonated: readonly string[];
  readonly runAs: readonly string[];
  readonly runAsGroups: readonly string[];
  readonly needsGroup: boolean;
  readonly runAsExceptions: readonly string[];
  readonly passwordRequired: boolean;
  readonly passwordExceptions: readonly string[];
  readonly passwordSettings: readonly string[];
  readonly isPrivileged: boolean;
}

/** What a reader knows of the machine besides the records. */
export interface Machine {
  readonly uidOf: ReadonlyMap<string, number>;
  /** Path of a command → the file that it leads to. */
  readonly filesOf: ReadonlyMap<string, string>;
  /** Group ids of each account, as the kernel has them. */
  readonly gidsOf: ReadonlyMap<string, ReadonlySet<number>>;
  /** The group id that getgrnam(3) finds for a name. */
  gidOf(group: string): number | undefined;
  /** The group ids of all groups with this name in any case. */
  gidsAlike(group: string): readonly number[];
  /** The group ids that a group name refers to in a run-as list of users. */
  gidsNamed(group: string): readonly number[];
}

/** The answer of the landed records to a question; the last entitlement that matches decides. */
export function answerOf(reading: HostReading, machine: Machine, question: Question): Answer {
  return rightOf(reading, machine, question).answer;
}

export interface Right {
  readonly answer: Answer;
  /** The account whose password sudo asks for. */
  readonly asked: string | undefined;
  /** The deciding rule allows every command. */
  readonly isForAll: boolean;
}

export function rightOf(reading: HostReading, machine: Machine, question: Question): Right {
  const { caller } = question;
  const entitlements = entitlementsOf(reading, caller.name);
  const decisive = entitlements.findLast(entitlement => isAbout(entitlement, machine, question));
  if (!decisive?.isGrant) return { answer: 'denied', asked: undefined, isForAll: false };
  const isForAll = decisive.command === 'ALL';
  const { user, group } = targetOf(question);
  const staysWhoHeIs = machine.uidOf.get(user) === caller.uid && group === undefined;
  if (caller.uid === 0 || staysWhoHeIs || !needsPassword(decisive, machine, question))
    return { answer: 'free', asked: undefined, isForAll };
  const asked = passwordOwnerOf(decisive, machine, question);
  // sudo cannot ask for the password of an account that does not exist.
  return { answer: machine.uidOf.has(asked) ? 'password' : 'denied', asked, isForAll };
}

/** Whether the caller holds a grant that runs commands as root or its equal. */
export function mayBecomeRoot(reading: HostReading, caller: string): boolean {
  return entitlementsOf(reading, caller).some(({ isGrant, isPrivileged }) => isGrant && isPrivileged);
}

/** `rootpw`, `!targetpw run-as:app`, `runas_default=ben command:/bin/q`: the last that applies decides for each name. */
function passwordOwnerOf({ passwordSettings }: Entitlement, machine: Machine, question: Question): string {
  const lastSetting = (name: string) => {
    const last = passwordSettings
      .filter(text => new RegExp(`^!?${name}([ =]|$)`).test(text))
      .findLast(text => !text.includes(' ') || isException(text, machine, question));
    return last?.split(' ')[0];
  };
  if (lastSetting('rootpw') === 'rootpw') return 'root';
  if (lastSetting('runaspw') === 'runaspw') return lastSetting('runas_default')?.split('=')[1] ?? 'root';
  return lastSetting('targetpw') === 'targetpw' ? targetOf(question).user : question.caller.name;
}

/**
 * Whether a question names a group that gives the run-as user nothing more: one of its own, any for root, or none that exists.
 * sudo takes a group for an own one when the names are equal but for their case.
 */
export function isIdleGroup({ uidOf, gidsOf, gidOf, gidsAlike }: Machine, question: Question): boolean {
  const { user, group } = targetOf(question);
  if (group === undefined) return false;
  const gid = gidOf(group);
  return gid === undefined || uidOf.get(user) === 0 || gidsAlike(group).some(own => gidsOf.get(user)!.has(own));
}

/** Entitlements of the sudo rules that an account holds itself or through groups, in the order in which they landed. */
function entitlementsOf(reading: HostReading, caller: string): Entitlement[] {
  const edges = reading.of('EntityManagedViaObject').records;
  const via = (id: string) =>
    edges.filter(edge => edge['entityId'] === id).map(edge => String(edge['managedViaObjectId']));
  const own = via(`user:${caller}`);
  const held = new Set([...own, ...own.filter(id => id.startsWith('group:')).flatMap(via)]);
  const assignments = reading.of('EntityAssignedAccessToObject').records;
  const roles = reading
    .of('Role')
    .records.filter(role => role['applicationRoleType'] === 'sudo-rule' && held.has(role.id));
  return roles.flatMap(role =>
    assignments.filter(record => record['entityId'] === role.id).flatMap(record => entitlementOf(record) ?? []),
  );
}

function entitlementOf(record: Record<string, unknown>): Entitlement | undefined {
  const { reasonSpecificData: data } = record['entitlementSpecification'] as {
    reasonSpecificData: Record<string, unknown>;
  };
  const { fineGrainedSpecifiers } = data['permissions'] as { fineGrainedSpecifiers: string[] };
  const facts = new Map(
    (data['accessControlMetadata'] as { name: string; value: unknown }[]).map(i => [i.name, i.value]),
  );
  // A reader who knows the order of the rules needs the denials that later rules take back.
  if (!data['enabled'] && !facts.has('isOverridden')) return undefined;
  const all = (kind: string) =>
    fineGrainedSpecifiers.filter(text => text.startsWith(`${kind}:`)).map(text => text.slice(kind.length + 1));
  return {
    command: all('command')[0]!,
    isGrant: data['type'] === 'Grant',
    impersonated: all('impersonate'),
    runAs: all('run-as'),
    runAsGroups: all('run-as-group'),
    needsGroup: fineGrainedSpecifiers.includes('requires-group'),
    runAsExceptions: (facts.get('runAsExceptions') ?? []) as string[],
    passwordRequired: facts.get('passwordRequired') as boolean,
    passwordExceptions: (facts.get('passwordExceptions') ?? []) as string[],
    passwordSettings: (facts.get('passwordSettings') ?? []) as string[],
    isPrivileged: (data['permissions'] as { isPrivileged: boolean }).isPrivileged,
  };
}

function targetOf({ caller, runAs }: Question): { user: string; group: string | undefined; isUserGiven: boolean } {
  const after = (option: string) => (runAs.includes(option) ? runAs[runAs.indexOf(option) + 1] : undefined);
  const user = after('-u');
  return { user: user ?? caller.name, group: after('-g'), isUserGiven: user !== undefined };
}

function isAbout(entitlement: Entitlement, machine: Machine, question: Question): boolean {
  return meansCommand(machine, entitlement.command, question.command) && meansTarget(entitlement, machine, question);
}

function meansTarget(entitlement: Entitlement, machine: Machine, question: Question): boolean {
  const { user, group, isUserGiven } = targetOf(question);
  const { runAsGroups, needsGroup } = entitlement;
  const runAs = runAsFor(entitlement, machine, question);
  const isForCaller = runAs.includes('the caller');
  const isOwn = group !== undefined && machine.gidsOf.get(user)!.has(machine.gidOf(group) ?? -1);
  if (group === undefined || isOwn) {
    const isExcluded = isOwn && lastMatch(runAsGroups, text => meansGroup(text, group!, machine)) === false;
    if (needsGroup || isExcluded) return false;
    if (isForCaller) return runAsGroups.length === 0 && user === question.caller.name;
    const isMeant = lastMatch(runAs, text => meansUser(text, user, machine)) === true;
    if (!isOwn) expectSameImpersonation(entitlement, user, isMeant);
    return isMeant;
  }
  if (runAsGroups.includes('*')) return isUserGiven && runAs.some(text => meansUser(text, user, machine));
  if (lastMatch(runAsGroups, text => meansGroup(text, group, machine)) !== true) return false;
  if (!isUserGiven) return !needsGroup;
  return !isForCaller && lastMatch(runAs, text => meansUser(text, user, machine)) === true;
}

/** The run-as list, or the account that the command runs as by exception. */
function runAsFor({ runAs, runAsExceptions }: Entitlement, machine: Machine, { command }: Question): readonly string[] {
  const exceptions = runAsExceptions.map(text => text.split(' command:') as [string, string]);
  const last = exceptions.findLast(([, list]) => meansAnyCommand(machine, list, command));
  return last === undefined ? runAs : last[0].split(', ');
}

/** When every command is allowed, the records also name the accounts that the caller can act as. */
function expectSameImpersonation(entitlement: Entitlement, user: string, isMeant: boolean): void {
  const { isGrant, command, impersonated, runAs, runAsExceptions, passwordSettings } = entitlement;
  if (!isGrant || command !== 'ALL' || runAsExceptions.length > 0 || passwordSettings.length > 0) return;
  const acts = impersonated.includes('*') || impersonated.includes(`user:${user}`);
  if (acts !== isMeant) throw new Error(`impersonate:${impersonated} and run-as:${runAs} disagree on ${user}`);
}

function meansUser(text: string, user: string, { uidOf, gidsOf, gidsNamed }: Machine): boolean {
  if (text.startsWith('%#')) return gidsOf.get(user)!.has(Number(text.slice(2)));
  if (text.startsWith('%')) return gidsNamed(text.slice(1)).some(gid => gidsOf.get(user)!.has(gid));
  if (text.startsWith('#')) return uidOf.get(user) === Number(text.slice(1));
  return text === 'ALL' || text === user;
}

function meansGroup(text: string, group: string, machine: Machine): boolean {
  return text.startsWith('#') ? machine.gidOf(group) === Number(text.slice(1)) : text === 'ALL' || text === group;
}

function lastMatch(list: readonly string[], isMatch: (text: string) => boolean): boolean | undefined {
  const last = list.findLast(text => isMatch(text.replace(/^!/, '')));
  return last === undefined ? undefined : !last.startsWith('!');
}

/** Whether a list of commands of an exception, `/bin/q, !/bin/r`, holds a command. */
function meansAnyCommand(machine: Machine, list: string, command: readonly string[]): boolean {
  return lastMatch(list.split(', '), entry => meansCommand(machine, entry, command)) === true;
}

function meansCommand(machine: Machine, written: string, [path, ...words]: readonly string[]): boolean {
  if (written === 'ALL') return true;
  const [writtenPath, ...writtenWords] = written.split(' ') as [string, ...string[]];
  if (!meansPath(machine, writtenPath, path!)) return false;
  if (writtenWords.length === 0) return true;
  const expected = writtenWords.join(' ');
  if (expected === '""') return words.length === 0;
  if (expected.startsWith('^')) return new RegExp(expected).test(words.join(' '));
  return matchesGlob(words.join(' '), expected);
}

/** Two paths are one command when they have the same last name and lead to the same file. */
function meansPath({ filesOf }: Machine, written: string, path: string): boolean {
  if (written.startsWith('^')) return new RegExp(written).test(path);
  const isNamed = (known: string) =>
    written.endsWith('/')
      ? matchesGlob(known.slice(0, known.lastIndexOf('/')), written.slice(0, -1))
      : matchesGlob(known, written);
  return [...filesOf].some(
    ([known, file]) => isNamed(known) && basename(known) === basename(path) && file === filesOf.get(path),
  );
}

function needsPassword(entitlement: Entitlement, machine: Machine, question: Question): boolean {
  const { passwordRequired, passwordExceptions } = entitlement;
  const last = passwordExceptions.findLast(text => isException(text, machine, question));
  return last === undefined ? passwordRequired : !last.startsWith('NOPASSWD ');
}

/** `NOPASSWD user:ann, ben`, `PASSWD command:/bin/q, !/bin/r` and so on. */
function isException(text: string, machine: Machine, question: Question): boolean {
  const [, kind, list] = /^\S+ (user|run-as|command):(.*)$/.exec(text)! as unknown as [string, string, string];
  const entries = list.split(', ');
  if (kind === 'user') return entries.includes(question.caller.name);
  const { user, group } = targetOf(question);
  if (kind === 'run-as') return group === undefined && (list === '*' || entries.includes(user));
  return meansAnyCommand(machine, list, question.command);
}
