// The audit log of the console has words for every action that the service records.
import { expect, it } from 'vitest';
import { actionJobOperations } from '../../src/api/action-jobs/action-job-operations.ts';
import { accountChangeOperations, membershipChangeOperations } from '../../src/api/changes/change-operations.ts';
import { knownActs } from '../../src/console/pages/administration/audit-words.ts';
import { sourceFiles } from '../support/source-tree.ts';

/** What is recorded of an operation that asks for a change, or is about one, when it is refused. */
const changes = [actionJobOperations, accountChangeOperations, membershipChangeOperations]
  .flatMap(operations => Object.values(operations))
  .filter(({ method }) => method !== 'GET')
  .map(({ operationId }) => `change.${operationId}`);

const nouns = [...new Set(knownActs.map(([action]) => action.split('.')[0]!)), 'delivery', 'tenant'];
const named = new RegExp(`'((?:${nouns.join('|')})\\.[a-z][a-zA-Z]*)'`, 'g');

it('every action of the audit log has words, and no other', () => {
  const files = sourceFiles(['.ts']).filter(({ path }) => /^src\/(?!console\/)/.test(path));
  const texts = files.map(({ text }) => text).filter(text => /[aA]udit/.test(text));
  const literal = texts.flatMap(text => [...text.matchAll(named)].map(([, action]) => action!));
  const actions = new Set([...changes, ...literal.filter(action => !action.endsWith('.json'))]);
  // Their verbs are joined to the noun.
  const isJoined = (action: string) => action.startsWith('savedQuery.');
  const described = knownActs.map(([action]) => action).filter(action => !isJoined(action));
  expect(described.toSorted()).toEqual([...actions].filter(action => !isJoined(action)).toSorted());
});

it('no two actions have the same words', () => {
  const words = knownActs.map(([, act]) => act);
  expect(new Set(words).size).toBe(words.length);
});
