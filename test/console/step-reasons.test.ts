// The reasons of the steps of a blast radius have the same names and words everywhere.
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { reasonWords } from '../../src/console/objects/step-reasons.ts';
import { stepReasons } from '../../src/resources/types/step-reasons.ts';

it('the console describes the steps of a blast radius in the words of the service', () => {
  const words = Object.entries(stepReasons).map(([reason, { words }]) => [reason, words]);
  expect(Object.entries(reasonWords)).toEqual(words);
});

it('the build gives steps these reasons, and the model names them', () => {
  const folder = 'sql/building/impersonation';
  const texts = fs.readdirSync(folder).map(file => fs.readFileSync(`${folder}/${file}`, 'utf8'));
  const model = fs.readFileSync('sql/views/service_identity/1_impersonation_steps.sql', 'utf8');
  for (const reason of Object.keys(stepReasons)) {
    expect(texts.some(text => text.includes(`'${reason}'`))).toBe(true);
    expect(/^-- reason: .*$/m.exec(model)?.[0]).toMatch(new RegExp(`\\b${reason}\\b`));
  }
});
