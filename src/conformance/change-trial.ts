// A change that is tried on one target: the calls of the connector, with their time limits, and what is compared.
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../canonical-json.ts';
import type { Action, ActionOperation, Image } from '../connector/actions.ts';
import { parseExactly } from '../connector/exact-json.ts';
import type { Secrecy } from './secrecy.ts';
import { inTime, type Opened, type OpenOptions, type Subject, withSource } from './subject.ts';

/** The rules in the order in which they are reported. */
export const changeRuleNames = {
  stable: 'observes the same while nothing happens',
  shared: 'answers each of several targets that share a client',
  json: 'observes images that are JSON',
  done: 'shows a change after applying it',
  repeats: 'applying twice equals applying once',
  idle: 'changes nothing when nothing has to be done',
  restores: 'restores exactly what it saw before',
  restoresTwice: 'restoring twice equals restoring once',
  resumes: 'ends a change after an abort, and finishes it when called again',
  retries: 'finishes a change when called again after a broken connection',
  absent: 'refuses a target that does not exist',
  enables: 'enabling restores what disabling dropped',
  intact: 'leaves the source as it was',
} as const;
export type ChangeRule = keyof typeof changeRuleNames;

export type Target = Readonly<Record<string, string>>;

export interface Trial {
  readonly subject: Subject;
  readonly secrecy: Secrecy;
  readonly operation: ActionOperation;
  readonly action: Action<unknown, Target>;
  readonly target: Target;
  /** What `DisableAccount` saw when the suite disabled the account of the target. */
  readonly beforeDisabling: Image | undefined;
  fault(rule: ChangeRule, fault: string): void;
  /** How many requests a change has made through the HTTP kit. */
  asked(requests: number): void;
}

/** Ends a trial whose fault is reported already. */
export class TrialEnded extends Error {}

/** Run one step of a trial, which checks `rule`. An error is a fault of this rule, and ends the trial. */
export async function step<Result>(trial: Trial, rule: ChangeRule, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TrialEnded) throw error;
    trial.secrecy.watch(`an error of ${trial.operation}`, error);
    trial.fault(rule, (error as Error).message);
    throw new TrialEnded((error as Error).message, { cause: error });
  }
}

/** Work with a client of its own, as another process would have it. */
export const fresh = <Result>(
  { subject }: Trial,
  work: (opened: Opened) => Promise<Result>,
  options: OpenOptions = {},
) => withSource(subject, options, work);

export const inItsTime = <Value>({ subject, operation }: Trial, answer: Promise<Value>, what: string) =>
  inTime(subject.patienceMs, answer, `${what} of ${operation}`);

/** Observe the target, and check that the image is JSON. */
export async function look(trial: Trial, { client }: Opened): Promise<Image> {
  const image = await inItsTime(trial, trial.action.observe(client, trial.target), 'observe');
  trial.secrecy.watch(`an image of ${trial.operation}`, image);
  if (!isJson(image)) {
    trial.fault('json', 'observe gives something else than an object of JSON values, which cannot be stored');
  }
  return image;
}

function isJson(image: Image): boolean {
  if (typeof image !== 'object' || image === null || Array.isArray(image)) return false;
  return isDeepStrictEqual(parseExactly(JSON.stringify(image)), image);
}

export const equal = (left: Image, right: Image) => canonicalJson(left) === canonicalJson(right);

/** Names of the fields that differ, without their values, which may be long. */
function differing(left: Image, right: Image): string {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.filter(name => canonicalJson(left[name]) !== canonicalJson(right[name])).join(', ');
}

/** Observe the target again. An image that differs from the expected one is a fault of `rule`. */
export async function expectImage(trial: Trial, rule: ChangeRule, opened: Opened, expected: Image, when: string) {
  const image = await look(trial, opened);
  if (!equal(image, expected)) trial.fault(rule, `${when}, ${differing(image, expected)} differs`);
}

export const callApply = (trial: Trial, { client }: Opened, image: Image) => {
  const { action, target, beforeDisabling } = trial;
  return inItsTime(trial, action.apply(client, target, { image, beforeDisabling }), 'apply');
};

export const callRestore = (trial: Trial, { client }: Opened, images: { before: Image; after: Image }) =>
  inItsTime(trial, trial.action.restore(client, trial.target, images), 'restore');

/** The image of the target in a client of its own. */
export const imageNow = (trial: Trial): Promise<Image> => fresh(trial, opened => look(trial, opened));

export function isDone({ action, target, beforeDisabling }: Trial, image: Image, first = image): boolean {
  return action.isDone(image, target, { image: first, beforeDisabling });
}

/** Make the change once, for another trial. @returns how to undo it */
export async function prepare(trial: Trial): Promise<{ before: Image; undo: () => Promise<void> }> {
  const before = await imageNow(trial);
  await fresh(trial, opened => callApply(trial, opened, before));
  return { before, undo: () => putBack(trial, before) };
}

/** Undo what is left of a trial. */
export async function putBack(trial: Trial, first: Image): Promise<void> {
  try {
    await fresh(trial, async opened => {
      const present = await look(trial, opened);
      if (equal(present, first)) return;
      await callRestore(trial, opened, { before: first, after: present });
      await expectImage(trial, 'intact', opened, first, 'the target is left changed');
    });
  } catch (error) {
    trial.secrecy.watch(`an error of ${trial.operation}`, error);
    trial.fault('intact', `the target may be left changed: ${(error as Error).message}`);
  }
}
