// Writes the tables that the search looks into.
import type { Resource } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { sqlFiles } from '../sql-files.ts';
import type { InstanceCount } from '../version/layout.ts';

/** Fields with names for people, and fields with names that systems use. */
const nameFields = ['displayName', 'name'];
const keyFields = ['alias', 'email', 'alternateEmails', 'employeeNumber', 'key'];

/** The resources whose objects have a name. Others are found by their ids only. */
const named = resources.filter(({ kind, fields }) => kind === 'object' && nameFields.some(name => name in fields));

/** Fill the tables `search_…` of the version that is being built; the tables of its resources are finished. */
export async function writeSearch(duckdb: DuckDB, counts: readonly InstanceCount[]): Promise<void> {
  const present = new Set(counts.map(({ type }) => type));
  const texts = named.filter(({ type }) => present.has(type)).map(textsOf);
  if (texts.length === 0) return;
  await duckdb.run(`ATTACH ':memory:' AS search`);
  await duckdb.run(`CREATE OR REPLACE TEMP MACRO fold(text) AS strip_accents(lower(nfc_normalize(text)))`);
  await duckdb.run(`CREATE TABLE search.texts AS
    SELECT (row_number() OVER ())::INTEGER AS number, * FROM (${texts.join(' UNION ALL ')})`);
  for (const file of sqlFiles('build/search')) await duckdb.run(file.text);
  await duckdb.run('DETACH search');
}

/** An id of hexadecimal digits has no words: nobody types a part of it. */
const hexadecimal = '[0-9a-fA-F{}-]{16,}';

function textsOf({ type, fields }: Resource): string {
  const columns = (names: readonly string[]) => names.filter(name => name in fields);
  const folded = (name: string) =>
    name === 'alternateEmails'
      ? `list_transform("alternateEmails", lambda address: fold(address))`
      : `[fold(${identifier(name)})]`;
  const list = (names: readonly string[]) =>
    names.length === 0 ? '[]::VARCHAR[]' : `list_concat(${names.map(folded).join(', ')}, []::VARCHAR[])`;
  const words = [
    ...columns([...nameFields, 'alias', 'employeeNumber', 'key']).map(identifier),
    ...columns(['email']).map(() => `split_part("email", '@', 1)`),
    ...columns(['alternateEmails']).map(
      () => `array_to_string(list_transform("alternateEmails", lambda address: split_part(address, '@', 1)), ' ')`,
    ),
    `CASE WHEN NOT regexp_full_match("id", ${literal(hexadecimal)}) THEN "id" END`,
  ];
  return `SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id, ${literal(type)} AS object_type,
    "globalId" AS object_id, fold(concat_ws(' ', ${words.join(', ')})) AS words,
    ${list(columns(keyFields))} AS keys, ${list(columns(nameFields))} AS names FROM ${identifier(type)}`;
}
