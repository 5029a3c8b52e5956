// Derives which account may run which command as which account, only from the records that a host source landed, like a reader of
// the inventory would.
import { matchesGlob } from 'node:path';
import type { HostReading } from './reading.ts';
import type { Answer, Question } from './sudo-chroot.ts';

interface Entitlement {
  readonly command: string;
  readonly isGrant: boolean;
  readonly impersonated: readonly string[];
  readonly runAs: readonly string[];
  readonly runAsGroups: readonly string[];
  readonly passwordRequired: boolean;
  readonly passwordExceptions: readonly string[];
}

export interface People {
  readonly uidOf: ReadonlyMap<string, number>;
  /** Group ids of each account, as the kernel has them. */
  readonly gidsOf: ReadonlyMap<string, ReadonlySet<number>>;
  /** The group id that getgrnam(3) finds for a name. */
  gidOf(group: string): number | undefined;
  /** The group ids that a group name stands for in a run-as list of users. */
  gidsNamed(group: string): readonly number[];
}

/** The answer of the landed records to a question; the last entitlement that matches decides. */
export function answerOf(reading: HostReading, people: People, question: Question): Answer {
  const { caller } = question;
  const entitlements = entitlementsOf(reading, caller.name);
  const decisive = entitlements.findLast(entitlement => isAbout(entitlement, people, question));
  if (!decisive?.isGrant) return 'denied';
  const { user, group } = targetOf(question);
  const staysWhoHeIs = people.uidOf.get(user) === caller.uid && group === undefined;
  return staysWhoHeIs || !needsPassword(decisive, question) ? 'free' : 'password';
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
  if (!data['enabled']) return undefined;
  const { fineGrainedSpecifiers } = data['permissions'] as { fineGrainedSpecifiers: string[] };
  const facts = new Map(
    (data['accessControlMetadata'] as { name: string; value: unknown }[]).map(i => [i.name, i.value]),
  );
  const all = (kind: string) =>
    fineGrainedSpecifiers.filter(text => text.startsWith(`${kind}:`)).map(text => text.slice(kind.length + 1));
  return {
    command: all('command')[0]!,
    isGrant: data['type'] === 'Grant',
    impersonated: all('impersonate'),
    runAs: all('run-as'),
    runAsGroups: all('run-as-group'),
    passwordRequired: facts.get('passwordRequired') as boolean,
    passwordExceptions: (facts.get('passwordExceptions') ?? []) as string[],
  };
}

function targetOf({ caller, runAs }: Question): { user: string; group: string | undefined; isUserGiven: boolean } {
  const after = (option: string) => (runAs.includes(option) ? runAs[runAs.indexOf(option) + 1] : undefined);
  const user = after('-u');
  return { user: user ?? caller.name, group: after('-g'), isUserGiven: user !== undefined };
}

function isAbout(entitlement: Entitlement, people: People, question: Question): boolean {
  return meansCommand(entitlement.command, question.command) && meansTarget(entitlement, people, question);
}

function meansTarget(entitlement: Entitlement, people: People, question: Question): boolean {
  const { user, group, isUserGiven } = targetOf(question);
  const isAnyGroup = entitlement.runAsGroups.includes('*');
  if (group !== undefined && isAnyGroup)
    return isUserGiven && entitlement.runAs.some(text => meansUser(text, user, people));
  if (group !== undefined && lastMatch(entitlement.runAsGroups, text => meansGroup(text, group, people)) !== true)
    return false;
  if (!isUserGiven) return true;
  if (entitlement.runAs.includes('the caller'))
    return (group !== undefined || entitlement.runAsGroups.length === 0) && user === question.caller.name;
  const meant = lastMatch(entitlement.runAs, text => meansUser(text, user, people));
  // With a group, naming oneself as the run-as user is the same as naming no user.
  if (group !== undefined && user === question.caller.name) return meant !== false;
  const isMeant = meant === true;
  // When every command is allowed, the records also name the accounts that the caller can act as.
  const { impersonated } = entitlement;
  if (entitlement.isGrant && entitlement.command === 'ALL') {
    const acts = impersonated.includes('*') || impersonated.includes(`user:${user}`);
    if (acts !== isMeant)
      throw new Error(`impersonate:${impersonated} and run-as:${entitlement.runAs} disagree on ${user}`);
  }
  return isMeant;
}

function meansUser(text: string, user: string, { uidOf, gidsOf, gidsNamed }: People): boolean {
  if (text.startsWith('%#')) return gidsOf.get(user)!.has(Number(text.slice(2)));
  if (text.startsWith('%')) return gidsNamed(text.slice(1)).some(gid => gidsOf.get(user)!.has(gid));
  if (text.startsWith('#')) return uidOf.get(user) === Number(text.slice(1));
  return text === 'ALL' || text === user;
}

function meansGroup(text: string, group: string, people: People): boolean {
  return text.startsWith('#') ? people.gidOf(group) === Number(text.slice(1)) : text === 'ALL' || text === group;
}

function lastMatch(list: readonly string[], isMatch: (text: string) => boolean): boolean | undefined {
  const last = list.findLast(text => isMatch(text.replace(/^!/, '')));
  return last === undefined ? undefined : !last.startsWith('!');
}

function meansCommand(written: string, [path, ...words]: readonly string[]): boolean {
  if (written === 'ALL') return true;
  const [writtenPath, ...writtenWords] = written.split(' ') as [string, ...string[]];
  const isPath = writtenPath.endsWith('/')
    ? path!.slice(0, path!.lastIndexOf('/') + 1) === writtenPath
    : matchesGlob(path!, writtenPath);
  if (!isPath || writtenWords.length === 0) return isPath;
  if (writtenWords.join(' ') === '""') return words.length === 0;
  return matchesGlob(words.join(' '), writtenWords.join(' '));
}

function needsPassword({ passwordRequired, passwordExceptions }: Entitlement, question: Question): boolean {
  const last = passwordExceptions.findLast(text => isException(text, question));
  return last === undefined ? passwordRequired : !last.startsWith('NOPASSWD ');
}

/** `NOPASSWD user:ann, ben`, `PASSWD command:/bin/q, !/bin/r` and so on. */
function isException(text: string, question: Question): boolean {
  const [, kind, list] = /^\w+ (user|run-as|command):(.*)$/.exec(text)! as unknown as [string, string, string];
  const entries = list.split(', ');
  if (kind === 'user') return entries.includes(question.caller.name);
  const { user, group } = targetOf(question);
  if (kind === 'run-as') return group === undefined && (list === '*' || entries.includes(user));
  return lastMatch(entries, entry => meansCommand(entry, question.command)) === true;
}
