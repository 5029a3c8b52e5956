// Which files of a build read rows of other islands than those that are computed.
import { expect, it } from 'vitest';
import { type SqlFile, sqlFiles } from '../../src/warehouse/sql-files.ts';

const folders = [
  'enrich',
  'analytics',
  'impersonation',
  'risks/prepare',
  'risks/rules',
  'risks/violations',
  'risks/fields',
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

/** All others read only rows of the instances that are computed, so each island could be computed by itself. */
const knownToReadOthers = [
  'analytics/050_persons',
  'enrich/001_own_names',
  'enrich/003_user_accounts',
  'enrich/005_federations',
  'enrich/008_sso_links',
  'enrich/009_sso_near_misses',
  'enrich/010_person_sources',
  'enrich/012_person_evidence',
  'enrich/014_persons',
  'enrich/016_person_conflicts',
  'enrich/018_person_names',
  'enrich/020_owners',
  'enrich/028_owner_stewards',
  'enrich/030_accounts',
  'enrich/035_activities',
  'enrich/040_stewards',
  'enrich/080_instance_links',
  'risks/prepare/070_person_facts',
  'risks/prepare/090_present',
  'risks/fields/010_fields',
];

it('no other file reads rows of other islands', () => {
  const found = [...filesOfTenant()].map(({ name }) => name.replace(/^building\/|\.sql$/g, ''));
  expect(found.toSorted()).toEqual(knownToReadOthers.toSorted());
});
