// Every step of a build declares whether it reads rows of other islands than those that are computed.
import { expect, it } from 'vitest';
import { type SqlFile, sqlFiles } from '../../src/warehouse/sql-files.ts';

const folders = [
  'enrich',
  'analytics',
  'impersonation',
  'risks/prepare',
  'risks/rules',
  'risks/violations',
  'check',
  'search',
];
const files = folders.flatMap(folder => sqlFiles(`building/${folder}`));

/** The relations that a file names outside of comments. */
function namedIn({ body }: SqlFile): string[] {
  const code = body.replaceAll(/^\s*--.*$/gm, '');
  return [...code.matchAll(/\b(?:model|neighbours|enrich)\.(?:"[A-Za-z]+"|[a-z_]+)/g)].map(([name]) =>
    name.replaceAll('"', ''),
  );
}

function madeIn({ body }: SqlFile): string[] {
  const made = /^(?:CREATE (?:TABLE|VIEW)|INSERT INTO) (enrich\.(?:"[A-Za-z]+"|[a-z_]+))/gm;
  return [...body.matchAll(made)].map(([, name]) => name!.replaceAll('"', ''));
}

const isOfEnrich = ({ name }: SqlFile) => name.startsWith('building/enrich/');

/**
 * The files that read rows of other islands: `neighbours`, and in the step `enrich` also accounts and employees, to which neighbours are
 * added, and what is made from them.
 */
function filesOfTenant(): Set<SqlFile> {
  const ofTenant = new Set<SqlFile>();
  const relations = new Set(['model.Account', 'model.Employee']);
  const drops = (file: SqlFile) => file.body.includes('DROP TABLE');
  for (let known = -1; known < ofTenant.size; ) {
    known = ofTenant.size;
    for (const file of files) {
      const named = namedIn(file);
      const readsMixed = isOfEnrich(file) && !drops(file) && named.some(name => relations.has(name));
      if (!readsMixed && !named.some(name => name.startsWith('neighbours.'))) continue;
      ofTenant.add(file);
      if (isOfEnrich(file)) for (const name of madeIn(file)) relations.add(name);
    }
  }
  return ofTenant;
}

it('every file declares the scope that its relations have', () => {
  const ofTenant = filesOfTenant();
  const declared = files.map(({ name, scope }) => `${name}: ${scope}`);
  expect(declared).toEqual(files.map(file => `${file.name}: ${ofTenant.has(file) ? 'tenant' : 'island'}`));
});
