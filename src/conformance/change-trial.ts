// One change, made and undone on one target in every way in which the service may do it.
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../canonical-json.ts';
import { type Action, type ActionOperation, ChangeRefused, type Image } from '../connector/actions.ts';
import type { Secrecy } from './secrecy.ts';
import { inTime, type Opened, type OpenOptions, type Subject, withSource } from './subject.ts';

/** The rules in the order in which they are reported. */
export const changeRuleNames = {
  stable: 'observes the same while nothing happens',
  json: 'observes images that are JSON',
  done: 'shows a change after applying it',
  repeats: 'applying twice equals applying once',
  idle: 'changes nothing where nothing is to be done',
  restores: 'restores exactly what it saw before',
  restoresTwice: 'restoring twice equals restoring once',
  resumes: 'ends a change after an abort, and finishes it when called again',
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
}

/** Ends a trial whose fault is reported already. */
class TrialEnded extends Error {}

/** What happens in it belongs to this rule: an error is a fault, and ends the trial. */
async function step<Result>(trial: Trial, rule: ChangeRule, work: () => Promise<Result>): Promise<Result> {
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
const fresh = <Result>({ subject }: Trial, work: (opened: Opened) => Promise<Result>, options: OpenOptions = {}) =>
  withSource(subject, options, work);

const inItsTime = <Value>({ subject, operation }: Trial, answer: Promise<Value>, what: string) =>
  inTime(subject.patienceMs, answer, `${what} of ${operation}`);

async function look(trial: Trial, { client }: Opened): Promise<Image> {
  const image = await inItsTime(trial, trial.action.observe(client, trial.target), 'observe');
  trial.secrecy.watch(`an image of ${trial.operation}`, image);
  if (!isJson(image)) {
    trial.fault('json', 'observe gives something else than an object of JSON values, which cannot be stored');
  }
  return image;
}

function isJson(image: Image): boolean {
  if (typeof image !== 'object' || image === null || Array.isArray(image)) return false;
  return isDeepStrictEqual(JSON.parse(JSON.stringify(image)), image);
}

export const equal = (left: Image, right: Image) => canonicalJson(left) === canonicalJson(right);

/** Names of the fields that differ. Values are not repeated: they may be anything. */
function differing(left: Image, right: Image): string {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.filter(name => canonicalJson(left[name]) !== canonicalJson(right[name])).join(', ');
}

/** Look again, and compare. */
async function expectImage(trial: Trial, rule: ChangeRule, opened: Opened, expected: Image, when: string) {
  const image = await look(trial, opened);
  if (!equal(image, expected)) trial.fault(rule, `${when}, ${differing(image, expected)} differs`);
}

const apply = (trial: Trial, { client }: Opened, image: Image) => {
  const { action, target, beforeDisabling } = trial;
  return inItsTime(trial, action.apply(client, target, { image, beforeDisabling }), 'apply');
};

const restore = (trial: Trial, { client }: Opened, images: { before: Image; after: Image }) =>
  inItsTime(trial, trial.action.restore(client, trial.target, images), 'restore');

/** The image of the target in a client of its own. */
export const imageNow = (trial: Trial): Promise<Image> => fresh(trial, opened => look(trial, opened));

export function isDone({ action, target, beforeDisabling }: Trial, image: Image, first = image): boolean {
  return action.isDone(image, target, { image: first, beforeDisabling });
}

/** Make the change once, for another trial. @returns how to undo it */
export async function prepare(trial: Trial): Promise<{ before: Image; undo: () => Promise<void> }> {
  const before = await imageNow(trial);
  await fresh(trial, opened => apply(trial, opened, before));
  return { before, undo: () => putBack(trial, before) };
}

/** Check the rules on one target. Afterwards the target is as it was, or a fault says that it is not. */
export async function tryChange(trial: Trial): Promise<void> {
  try {
    const first = await step(trial, 'stable', async () => {
      const image = await imageNow(trial);
      await fresh(trial, opened => expectImage(trial, 'stable', opened, image, 'when it is observed twice'));
      return image;
    });
    try {
      const after = await applyRules(trial, first);
      await restoreRules(trial, { before: first, after });
      await abortRule(trial, { before: first, after });
    } finally {
      await putBack(trial, first);
    }
    await absentRule(trial);
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error;
  }
}

async function applyRules(trial: Trial, first: Image): Promise<Image> {
  const after = await step(trial, 'done', () =>
    fresh(trial, async opened => {
      const wasDone = isDone(trial, first);
      await apply(trial, opened, first);
      const image = await look(trial, opened);
      if (wasDone && equal(image, first)) {
        throw new Error('the target shows the change already; name one on which there is something to do');
      }
      if (wasDone) trial.fault('done', 'isDone is true before the change, so the service would never apply it');
      if (!isDone(trial, image, first)) trial.fault('done', 'isDone is false after apply');
      await createdRule(trial, opened, image);
      return image;
    }),
  );
  await step(trial, 'repeats', () =>
    fresh(trial, async opened => {
      await expectImage(trial, 'stable', opened, after, 'when the change is observed twice');
      await apply(trial, opened, first);
      await expectImage(trial, 'repeats', opened, after, 'after the second apply');
    }),
  );
  await step(trial, 'idle', () =>
    fresh(trial, async opened => {
      await apply(trial, opened, after);
      await expectImage(trial, 'idle', opened, after, 'after apply on a target that shows the change');
      await restore(trial, opened, { before: after, after });
      await expectImage(trial, 'idle', opened, after, 'after a change that had nothing to do was undone');
    }),
  );
  return after;
}

/** What was created has an id, under which it is read. */
async function createdRule({ action, operation, fault }: Trial, opened: Opened, after: Image): Promise<void> {
  if (operation !== 'CreateUserGroup') return;
  const id = action.createdId?.(after);
  if (typeof id !== 'string' || id === '') {
    fault('done', 'createdId is missing or gives no id');
    return;
  }
  const read = opened.reads.find(({ lands }) => lands === 'UserGroup');
  if (!read) return;
  for await (const { records } of opened.pages(read)) if (records.some(record => record.id === id)) return;
  fault('done', `the read of UserGroup does not bring the created group (${id})`);
}

async function restoreRules(trial: Trial, images: { before: Image; after: Image }): Promise<void> {
  await step(trial, 'restores', () =>
    fresh(trial, async opened => {
      await restore(trial, opened, images);
      await expectImage(trial, 'restores', opened, images.before, 'after restore');
    }),
  );
  await step(trial, 'restoresTwice', () =>
    fresh(trial, async opened => {
      await restore(trial, opened, images);
      await expectImage(trial, 'restoresTwice', opened, images.before, 'after the second restore');
    }),
  );
}

/** Abort a change while it is made. Whatever it has done by then, applying again must lead to the same image. */
async function abortRule(trial: Trial, { before, after }: { before: Image; after: Image }): Promise<void> {
  await step(trial, 'resumes', async () => {
    const controller = new AbortController();
    const open = { signal: controller.signal };
    await fresh(
      trial,
      async opened => {
        const applying = trial.action
          .apply(opened.client, trial.target, { image: before, beforeDisabling: trial.beforeDisabling })
          .catch((error: unknown) => trial.secrecy.watch(`an error of ${trial.operation}`, error));
        controller.abort(new Error('aborted by the test'));
        await inItsTime(trial, applying, 'after an abort, the end of apply');
      },
      open,
    );
    await fresh(trial, async opened => {
      await apply(trial, opened, before);
      if (trial.operation !== 'CreateUserGroup') {
        await expectImage(trial, 'resumes', opened, after, 'after an aborted apply and another one');
      } else if (!isDone(trial, await look(trial, opened), before)) {
        // Its image differs: what is created again has another id.
        trial.fault('resumes', 'isDone is false after an aborted apply and another one');
      }
    });
  });
}

async function absentRule({ subject, secrecy, operation, action, target, fault }: Trial): Promise<void> {
  for (const name of ['accountId', 'roleId', 'groupId']) {
    if (target[name] === undefined) continue;
    const absent = { ...target, [name]: `${target[name]}-of-nobody` };
    const outcome = await withSource(subject, {}, async ({ client }) =>
      inTime(subject.patienceMs, action.observe(client, absent), `observe of ${operation}`),
    ).catch((error: unknown) => error as Error);
    secrecy.watch(`an error of ${operation}`, outcome);
    if (outcome instanceof ChangeRefused) continue;
    const got = outcome instanceof Error ? `throws ${outcome.name} (${outcome.message})` : 'gives an image';
    fault('absent', `observe of a target with an unknown ${name} ${got}; throw ChangeRefused`);
  }
}

/** Undo what is left of a trial. */
async function putBack(trial: Trial, first: Image): Promise<void> {
  try {
    await fresh(trial, async opened => {
      const present = await look(trial, opened);
      if (equal(present, first)) return;
      await restore(trial, opened, { before: first, after: present });
      await expectImage(trial, 'intact', opened, first, 'the target is left changed');
    });
  } catch (error) {
    trial.secrecy.watch(`an error of ${trial.operation}`, error);
    trial.fault('intact', `the target may be left changed: ${(error as Error).message}`);
  }
}
