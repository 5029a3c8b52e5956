// Tries one change on one target: it is made and undone in every way in which the service may do it.
import { ChangeRefused, type Image } from '../connector/actions.ts';
import { isTransient } from '../connector/transient.ts';
import {
  type ChangeRule,
  callApply,
  callRestore,
  equal,
  expectImage,
  fresh,
  imageNow,
  inItsTime,
  isDone,
  look,
  putBack,
  step,
  type Target,
  type Trial,
  TrialEnded,
} from './change-trial.ts';
import { spread } from './interruption.ts';
import { inTime, type Opened, withSource } from './subject.ts';

/** Check the rules on one target. Afterwards the target is as it was, or a fault says that it is not. */
export async function tryChange(trial: Trial): Promise<void> {
  try {
    const first = await step(trial, 'stable', async () => {
      const image = await imageNow(trial);
      await fresh(trial, opened => expectImage(trial, 'stable', opened, image, 'when it is observed twice'));
      return image;
    });
    await step(trial, 'shared', () => sharedRule(trial, first));
    try {
      const after = await applyRules(trial, first);
      await restoreRules(trial, { before: first, after });
      await abortRule(trial, { before: first, after });
      await connectionRule(trial, { before: first, after });
    } finally {
      await putBack(trial, first);
    }
    await absentRule(trial);
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error;
  }
}

/** A connector that joins reads must not mix up the targets. A target that cannot be observed must not make the others fail. */
async function sharedRule(trial: Trial, first: Image): Promise<void> {
  const { subject, action, target, fault } = trial;
  const isAlone = (subject.connector.changesPerClient ?? 1) === 1;
  const [absent] = absentTargets(target);
  if (isAlone || !absent) return;
  await fresh(trial, async ({ client }) => {
    const together = Promise.allSettled([target, absent.target, target].map(each => action.observe(client, each)));
    const [one, other, again] = await inItsTime(trial, together, 'observe, called three times at once,');
    for (const outcome of [one!, again!]) {
      if (outcome.status === 'rejected') throw outcome.reason;
      if (!equal(outcome.value, first)) fault('shared', 'observe sees something else when others are observed too');
    }
    if (other!.status === 'fulfilled') fault('shared', `observe gives an image of an unknown ${absent.name} too`);
  });
}

async function applyRules(trial: Trial, first: Image): Promise<Image> {
  const after = await step(trial, 'done', () =>
    fresh(trial, async opened => {
      const wasDone = isDone(trial, first);
      await callApply(trial, opened, first);
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
      await callApply(trial, opened, first);
      await expectImage(trial, 'repeats', opened, after, 'after the second apply');
    }),
  );
  await step(trial, 'idle', () =>
    fresh(trial, async opened => {
      await callApply(trial, opened, after);
      await expectImage(trial, 'idle', opened, after, 'after apply on a target that shows the change');
      await callRestore(trial, opened, { before: after, after });
      await expectImage(trial, 'idle', opened, after, 'after a change that had nothing to do was undone');
    }),
  );
  return after;
}

/** What was created must have an id, and the read of its type must bring it with this id. */
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
      await callRestore(trial, opened, images);
      await expectImage(trial, 'restores', opened, images.before, 'after restore');
    }),
  );
  await step(trial, 'restoresTwice', () =>
    fresh(trial, async opened => {
      await callRestore(trial, opened, images);
      await expectImage(trial, 'restoresTwice', opened, images.before, 'after the second restore');
    }),
  );
}

interface Images {
  readonly before: Image;
  readonly after: Image;
}

/** Make the change again after an interrupted attempt. The outcome must be the same, whatever the interrupted attempt has done. */
async function finish(trial: Trial, rule: ChangeRule, { before, after }: Images, when: string): Promise<void> {
  await fresh(trial, async opened => {
    await callApply(trial, opened, before);
    if (trial.operation !== 'CreateUserGroup') {
      await expectImage(trial, rule, opened, after, `after ${when} and another apply`);
    } else if (!isDone(trial, await look(trial, opened), before)) {
      // Its image differs: what is created again has another id.
      trial.fault(rule, `isDone is false after ${when} and another apply`);
    }
  });
}

/** Abort a change while it is made. */
async function abortRule(trial: Trial, images: Images): Promise<void> {
  const controller = new AbortController();
  const { action, target, beforeDisabling } = trial;
  const work = async ({ client }: Opened) => {
    const applying = action
      .apply(client, target, { image: images.before, beforeDisabling })
      .catch((error: unknown) => trial.secrecy.watch(`an error of ${trial.operation}`, error));
    controller.abort(new Error('aborted by the test'));
    await inItsTime(trial, applying, 'after an abort, the end of apply');
  };
  await step(trial, 'resumes', async () => {
    await fresh(trial, work, { signal: controller.signal });
    await finish(trial, 'resumes', images, 'an aborted apply');
  });
  await putBack(trial, images.before);
}

/** Break the connection at the first, the middle and the last request that the change makes through the kit. */
async function connectionRule(trial: Trial, images: Images): Promise<void> {
  await step(trial, 'retries', async () => {
    const requests = await interrupted(trial, images.before, Infinity);
    trial.asked(requests);
    await putBack(trial, images.before);
    for (const broken of spread(requests)) {
      await interrupted(trial, images.before, broken);
      await finish(trial, 'retries', images, `a connection that broke at request ${broken + 1}`);
      await putBack(trial, images.before);
    }
  });
}

/** Apply with a connection that breaks after so many requests. @returns how many requests were made */
async function interrupted(trial: Trial, image: Image, mostRequests: number): Promise<number> {
  let asked = 0;
  let isApplying = false;
  const before = () => {
    if (!isApplying) return;
    asked += 1;
    if (asked > mostRequests) throw Object.assign(new Error('connection broken by the test'), { code: 'ECONNRESET' });
  };
  const outcome = await fresh(
    trial,
    async opened => {
      isApplying = true;
      await callApply(trial, opened, image);
    },
    { http: { before } },
  ).catch((error: unknown) => error as Error);
  if (!(outcome instanceof Error)) return asked;
  trial.secrecy.watch(`an error of ${trial.operation}`, outcome);
  if (!isTransient(outcome)) {
    trial.fault(
      'retries',
      `with the connection broken at request ${mostRequests + 1}, apply throws ${outcome.name} (${outcome.message}), so the change fails for good; throw the error of the connection itself, so that it is tried again`,
    );
  }
  return asked;
}

/** The target with each of its ids replaced by one that nothing has. */
function absentTargets(target: Target): { readonly name: string; readonly target: Target }[] {
  return ['accountId', 'roleId', 'groupId']
    .filter(name => target[name] !== undefined)
    .map(name => ({ name, target: { ...target, [name]: `${target[name]}-of-nobody` } }));
}

async function absentRule({ subject, secrecy, operation, action, target, fault }: Trial): Promise<void> {
  for (const { name, target: absent } of absentTargets(target)) {
    const outcome = await withSource(subject, {}, async ({ client }) =>
      inTime(subject.patienceMs, action.observe(client, absent), `observe of ${operation}`),
    ).catch((error: unknown) => error as Error);
    secrecy.watch(`an error of ${operation}`, outcome);
    if (outcome instanceof ChangeRefused) continue;
    const got = outcome instanceof Error ? `throws ${outcome.name} (${outcome.message})` : 'gives an image';
    fault('absent', `observe of a target with an unknown ${name} ${got}; throw ChangeRefused`);
  }
}
