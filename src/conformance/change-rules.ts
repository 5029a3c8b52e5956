// Checks the rules for changes on the source itself: each change is made on its target, and undone again.
import type { Action, ActionOperation, Image } from '../connector/actions.ts';
import {
  type ChangeRule,
  changeRuleNames,
  equal,
  imageNow,
  isDone,
  prepare,
  type Target,
  type Trial,
} from './change-trial.ts';
import type { ChangesToTry } from './changes-to-try.ts';
import type { CheckedRule } from './declaration.ts';
import { type Enumeration, enumerate } from './enumeration.ts';
import type { Secrecy } from './secrecy.ts';
import { type Subject, withSource } from './subject.ts';
import { tryChange } from './try-change.ts';

/**
 * Make each change on its target and undo it.
 * @param enumerations what was read before
 */
export async function changeRules(
  subject: Subject,
  secrecy: Secrecy,
  changes: ChangesToTry,
  enumerations: readonly Enumeration[],
): Promise<CheckedRule[]> {
  const faults = new Map<ChangeRule, string[]>(Object.keys(changeRuleNames).map(rule => [rule as ChangeRule, []]));
  const tried: ActionOperation[] = [];
  let requests = 0;
  const asked = (more: number) => {
    requests += more;
  };
  for (const [name, target] of Object.entries(changes) as [ActionOperation, Target][]) {
    if (!target) continue;
    const fault = (rule: ChangeRule, text: string) => faults.get(rule)!.push(`${name}: ${text}`);
    const trial = trialOf({ subject, secrecy, fault, asked }, name, target);
    if (!trial) {
      fault('done', 'the connector has no such action');
      continue;
    }
    tried.push(name);
    try {
      for (const record of await expanded(trial)) await tryPrepared({ ...trial, target: record });
    } catch (error) {
      secrecy.watch(`an error of ${name}`, error);
      fault('done', (error as Error).message);
    }
  }
  faults.get('intact')!.push(...(await lostIds(subject, secrecy, enumerations)));
  const declared = subject.connector.declaresActions?.flatMap(({ operations }) => operations).length ?? 0;
  const note = `${tried.length} of ${declared} operations`;
  const ofRequests = requests === 0 ? 'made no requests through the kit, so none was broken' : `${requests} requests`;
  return [...faults].map(([rule, found]) => ({
    rule: changeRuleNames[rule],
    faults: found,
    note: rule === 'retries' ? ofRequests : note,
  }));
}

function trialOf(
  common: Pick<Trial, 'subject' | 'secrecy' | 'fault' | 'asked'>,
  operation: ActionOperation,
  target: Target,
): Trial | undefined {
  const action = common.subject.connector.actions?.[operation] as Action<unknown, Target> | undefined;
  return action && { ...common, operation, action, target, beforeDisabling: undefined };
}

/** The records that the service would change for this target. */
async function expanded({ subject, action, target, fault }: Trial): Promise<readonly Target[]> {
  if (!action.expand) return [target];
  const expand = () => withSource(subject, {}, ({ client }) => action.expand!(client, target));
  const records = await expand();
  const again = await expand();
  if (records.length === 0) fault('done', 'expand gives no records');
  if (!equal({ records }, { records: again })) fault('stable', 'expand gives other records the second time');
  return records;
}

/** For an account that is enabled: disable it before it is enabled, and put that back too. */
async function tryPrepared(trial: Trial): Promise<void> {
  const disabling = trialOf(trial, 'DisableAccount', trial.target);
  const enables = trial.operation === 'EnableAccount' || trial.operation === 'ActivateAccount';
  if (!enables || !disabling || !isDone(trial, await imageNow(trial))) {
    await tryChange(trial);
    return;
  }
  const { before, undo } = await prepare(disabling);
  try {
    if (trial.operation === 'ActivateAccount') {
      await tryChange(trial);
    } else {
      await enablingRule(trial, disabling, before);
      await tryChange({ ...trial, beforeDisabling: before });
    }
  } finally {
    await undo();
  }
}

/** The account is disabled. Enabling it must bring back all that disabling has changed. */
async function enablingRule(trial: Trial, disabling: Trial, beforeDisabling: Image): Promise<void> {
  const { undo } = await prepare({ ...trial, beforeDisabling });
  if (!equal(await imageNow(disabling), beforeDisabling)) {
    trial.fault(
      'enables',
      'what DisableAccount observes after enabling differs from what it observed before disabling',
    );
  }
  await undo();
}

/** Objects that are gone or new after all changes were undone. */
async function lostIds(subject: Subject, secrecy: Secrecy, enumerations: readonly Enumeration[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { read, pageOf } of enumerations) {
    const now = await withSource(subject, {}, opened =>
      enumerate(opened, opened.reads.find(({ lands }) => lands === read.lands) ?? read, { secrecy }),
    );
    const gone = [...pageOf.keys()].find(id => !now.pageOf.has(id));
    const added = [...now.pageOf.keys()].find(id => !pageOf.has(id));
    if (gone !== undefined) faults.push(`${read.lands}: ${gone} is gone after all changes were undone`);
    if (added !== undefined) faults.push(`${read.lands}: ${added} is left after all changes were undone`);
  }
  return faults;
}
