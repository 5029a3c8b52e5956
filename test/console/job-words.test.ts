// What the console says of a job, in words.
import { expect, it } from 'vitest';
import type { Schemas } from '../../clients/typescript/index.ts';
import {
  dataNoteOf,
  jobSentence,
  leftOutWords,
  nothingLeftWords,
  progressWords,
  rolloutWords,
  withLocalTimes,
} from '../../src/console/actions/job-words.ts';

type ActionJob = Schemas['ActionJob'];

const jobOf = (of: Partial<ActionJob>): ActionJob => ({
  ...{ id: 'job', type: 'Change', operation: 'DisableAccount', status: 'Completed', requestedBy: 'root' },
  ...{ startedAt: '2026-11-29T20:00:00Z', completedAt: '2026-11-29T20:01:00Z', reverts: null, revertedBy: null },
  about: { sources: ['help-desk'], targets: ['ada', 'bob', 'cid'] },
  targets: { total: 8, succeeded: 8, failed: 0 },
  dataSync: { status: 'Completed' },
  revert: { available: true, availableUntil: '2026-12-06T20:01:00Z' },
  ...of,
});
const sentenceOf = (of: Partial<ActionJob>) => jobSentence(jobOf(of), id => id);
const some = { total: 8, succeeded: 3, failed: 0 };
const asked = 'root asked to disable ada, bob, cid and 5 more in help-desk';

it('the sentence of a job says as done only what was done', () => {
  expect(sentenceOf({})).toBe('root disabled ada, bob, cid and 5 more in help-desk');
  expect(sentenceOf({ status: 'PartiallyCompleted', targets: some })).toBe(`${asked}; 3 of 8 done`);
  expect(sentenceOf({ status: 'Reverted', targets: some })).toBe(`${asked}; 3 of 8 done`);
  expect(sentenceOf({ status: 'Failed', targets: { ...some, succeeded: 0 } })).toBe(asked);
  expect(sentenceOf({ status: 'Running', targets: some, completedAt: null })).toBe(asked);
});

it('targets that needed no change are not said to be changed', () => {
  expect(progressWords({ total: 4, succeeded: 4, failed: 0, unchanged: 1 }, ' done')).toBe(
    '3 of 4 done, 1 needed no change',
  );
  expect(progressWords({ total: 4, succeeded: 2, failed: 2 })).toBe('2 of 4, 2 failed');
  const [changes, isDone, cannot] = [{ possible: true }, { possible: true, alreadyDone: true }, { possible: false }];
  expect(leftOutWords([changes, changes])).toBeUndefined();
  expect(leftOutWords([changes, isDone, cannot, cannot])).toBe(
    'Of the 4 accounts that were chosen, 1 needed no change and 2 cannot be changed. The job is about the rest.',
  );
  expect(nothingLeftWords([changes, isDone])).toBeUndefined();
  expect(nothingLeftWords([])).toBeUndefined();
  expect(nothingLeftWords([isDone, cannot, cannot])).toBe(
    'There is nothing left to do: of the 3 accounts, 1 needs no change and 2 cannot be changed.',
  );
});

it('nothing is said of the data where a job changed nothing, and an undone one is not said to be shown', () => {
  expect(dataNoteOf(jobOf({}))).toBe('These pages show it.');
  expect(dataNoteOf(jobOf({ status: 'Reverted' }))).toBe('It was undone.');
  expect(dataNoteOf(jobOf({ status: 'PartiallyReverted' }))).toBe('It was undone in part.');
  const targets = { total: 1, succeeded: 0, failed: 1 };
  expect(dataNoteOf(jobOf({ status: 'Failed', targets, dataSync: { status: 'InProgress' } }))).toBeUndefined();
});

it('a job that stops at a share of 0 stops at the first failure, and its times are in the form of the page', () => {
  const notAfter = new Date(1_796_070_600_000).toISOString();
  const form = (time: Date) => `the time ${time.getTime()}`;
  expect(rolloutWords({ stopAtFailedPercent: 0, notAfter }, form)).toEqual([
    'stops at the first failure',
    'not after the time 1796070600000',
  ]);
  expect(withLocalTimes(`its window ended at ${notAfter}`, form)).toBe('its window ended at the time 1796070600000');
  expect(rolloutWords({ stopAtFailedPercent: 20 }, form)).toEqual(['stops when 20 % or more have failed']);
});
