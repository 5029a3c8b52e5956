// Compares the landed records with sudo itself on generated sudoers files: which commands each account may run, as which account,
// with and without a password.
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isLong } from '../../support/long-tests.ts';
import { testSeed } from '../../support/random.ts';
import { answerOf, isIdleGroup, type Machine, mayBecomeRoot, rightOf } from './landed-rights.ts';
import { type HostReading, readHost } from './reading.ts';
import {
  type Answer,
  askSudo,
  makeSudoRoot,
  type Outcome,
  type Question,
  removeSudoRoot,
  whyNoSudo,
} from './sudo-chroot.ts';
import { accounts, commandFiles, filesOf, type GeneratedMachine, links, machine } from './sudo-generator.ts';

const reason = whyNoSudo();
const runs = isLong ? 3_000 : 20;
/** One machine in some thousand shows a known difference of the README. */
const seed = testSeed();

describe.skipIf(reason !== undefined)(`sudo in a chroot (${reason ? `skipped: ${reason}` : 'as root'})`, () => {
  const root = reason === undefined ? makeSudoRoot(commandFiles, links) : '';
  afterAll(() => removeSudoRoot(root));

  function install({ groups, sudoers, more, permissions: [mode, uid, gid] }: GeneratedMachine) {
    const etc = join(root, 'etc');
    const passwd = Object.entries(accounts).map(([name, id]) => `${name}:x:${id}:${id}::/:/bin/sh\n`);
    writeFileSync(join(etc, 'passwd'), passwd.join(''));
    writeFileSync(join(etc, 'group'), `${groups.join('\n')}\n`);
    for (const file of ['sudoers', 'sudoers.more']) rmSync(join(etc, file), { force: true });
    writeFileSync(join(etc, 'sudoers'), sudoers, { mode: 0o440 });
    writeFileSync(join(etc, 'sudoers.more'), more);
    chownSync(join(etc, 'sudoers.more'), uid, gid);
    chmodSync(join(etc, 'sudoers.more'), mode);
  }

  it(`gives the answers that the landed records give (ROLECALL_TEST_SEED=${seed})`, {
    timeout: isLong ? 3_600_000 : 180_000,
  }, async () => {
    const began = performance.now();
    let asked = 0;
    const property = fc.asyncProperty(machine, async given => {
      install(given);
      // `sudo` alone chooses the account; asked beside the questions that name only an account.
      const plain = given.asked.filter(isPlain);
      const questions = [...given.asked, ...plain.map(question => ({ ...question, runAs: [] }))];
      const [reading, outcomes] = await Promise.all([readHost(root), askSudo(root, questions)]);
      asked += outcomes.length;
      const mayExceed = makesDefaultOfSudoAlone(`${given.sudoers}\n${given.more}`);
      const alone = new Map(plain.map((question, index) => [question, outcomes[given.asked.length + index]!]));
      const knowledge = machineOf(given.groups);
      const differences = given.asked.flatMap((question, index) =>
        differencesOf(reading, knowledge, question, outcomes[index]!, { alone: alone.get(question), mayExceed }),
      );
      const printed = `group:\n${given.groups.join('\n')}\n\nsudoers:\n${given.sudoers.replaceAll('\r', '\\r')}\nsudoers.more (${given.permissions}):\n${given.more.replaceAll('\r', '\\r')}`;
      expect(differences, printed).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: isLong, seed });
    const seconds = Math.round((performance.now() - began) / 1000);
    if (isLong) console.log(`${runs} machines, ${asked} questions asked of sudo in ${seconds} s, seed ${seed}`);
  });
});

/** Whether a question names an account and no group. */
const isPlain = ({ runAs }: Question) => runAs[0] === '-u' && runAs.length === 2;

/**
 * What a caller may do counts, whichever way of calling sudo allows it: with `-u`, or by `sudo` alone when it chooses the account.
 * @param alone What `sudo` alone did with the same command.
 * @param mayExceed Whether the records may allow what sudo refuses.
 */
function differencesOf(
  reading: HostReading,
  machine: Machine,
  question: Question,
  theirs: Outcome,
  { alone, mayExceed }: { readonly alone: Outcome | undefined; readonly mayExceed: boolean },
): string[] {
  const { caller, runAs, command } = question;
  const right = rightOf(reading, machine, question);
  const ours = right.answer;
  const found: string[] = [];
  const differ = (answer: Answer, recorded: Answer) =>
    found.push(
      `${caller.name}: sudo ${[...runAs, ...command].join(' ')}: sudo says ${answer}, Rolecall says ${recorded}`,
    );
  const isOwnPassword = theirs.asked === undefined || theirs.asked === caller.name;
  const isAdmin = reading.get('Account', `user:${caller.name}`)['isAdmin'] === true;
  if (theirs.uid === 0 && isOwnPassword && right.isForAll && !isAdmin) {
    found.push(`${caller.name} may run everything as root and is no administrator`);
  }
  if (theirs.uid === 0 && isOwnPassword && !isAdmin && !mayBecomeRoot(reading, caller.name)) {
    found.push(`${caller.name} becomes root with ${command[0]}, and no record says so`);
  }
  if (isIdleGroup(machine, question)) {
    // sudo may refuse such a group, but must not allow with it what the records refuse without it.
    const withoutGroup = answerOf(reading, machine, { ...question, runAs: runAs.slice(0, 2) });
    const most = Math.max(ranks.indexOf(ours), ranks.indexOf(withoutGroup));
    if (runAs[0] === '-u' && ranks.indexOf(theirs.answer) > most) differ(theirs.answer, withoutGroup);
    return found;
  }
  if (theirs.answer === 'password' && ours === 'password' && theirs.asked !== right.asked) {
    found.push(
      `${caller.name}: sudo ${[...runAs, ...command].join(' ')}: sudo asks ${theirs.asked}, Rolecall says ${right.asked}`,
    );
  }
  const isSame = alone !== undefined && alone.uid === machine.uidOf.get(runAs[1]!);
  const isIdle = ours === 'denied' && alone?.uid === caller.uid;
  const answer = theirs.answer === 'denied' && isSame && !isIdle ? alone.answer : theirs.answer;
  if (ours !== answer && !(mayExceed && answer === 'denied')) differ(answer, ours);
  return [...found, ...(alone ? targetNotRecorded(reading, machine, question, alone) : [])];
}

/**
 * Whether a Defaults line for run-as users sets `runas_default`. The records cannot express a refusal that then concerns `sudo` alone
 * (see the known differences in the connector's README).
 */
const makesDefaultOfSudoAlone = (text: string) => /Defaults[ \t]*>/.test(text) && text.includes('runas_default');

const ranks: readonly Answer[] = ['denied', 'password', 'free'];

/**
 * `sudo` alone must not run a command as an account that the records do not name, except as the caller, who could run it without
 * sudo (see the known differences in the connector's README).
 */
function targetNotRecorded(reading: HostReading, machine: Machine, question: Question, { uid }: Outcome): string[] {
  const target = Object.entries(accounts).find(([, id]) => id === uid)?.[0];
  if (target === undefined || target === question.caller.name) return [];
  if (answerOf(reading, machine, { ...question, runAs: ['-u', target] }) !== 'denied') return [];
  const { caller, command } = question;
  return [`${caller.name}: sudo ${command.join(' ')}: sudo runs it as ${target}, and Rolecall does not know`];
}

/** The machine as the kernel and glibc see it, computed in the simplest way. */
function machineOf(lines: readonly string[]): Machine {
  const groups = lines
    .map(line => line.split(':'))
    .map(([name, , gid, members]) => ({ name: name!, gid: Number(gid), members: members!.split(',') }));
  const gidsOf = Object.entries(accounts).map(([name, gid]) => {
    const further = groups.filter(group => group.members.includes(name)).map(group => group.gid);
    return [name, new Set([gid, ...further])] as const;
  });
  return {
    uidOf: new Map(Object.entries(accounts)),
    gidsOf: new Map(gidsOf),
    filesOf,
    gidOf: name => groups.find(group => group.name === name)?.gid,
    gidsAlike: name => groups.filter(group => group.name.toLowerCase() === name.toLowerCase()).map(group => group.gid),
    gidsNamed: name =>
      groups
        .filter(group => groups.find(other => other.gid === group.gid) === group && group.name === name)
        .map(group => group.gid),
  };
}
