// Compares the lists of allowed and refused functions with the engine's functions: each function must be in one of the lists.
import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, version as duckdbVersion } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFunctions, allowedTableFunctions } from '../../src/queries/allowed-functions.ts';
import { type RefusedGroup, refusedInExpressions, refusedTables } from './refused-functions.ts';

/** Allowed names that are syntax: the parser turns them into other nodes. They are in the list so that hints can suggest them. */
const syntax = ['coalesce', 'current_time', 'current_timestamp', 'grouping', 'grouping_id', 'if', 'ifnull'];

const expressionKinds = ['aggregate', 'macro', 'scalar'];
const tableKinds = ['table', 'table_macro'];

interface EngineFunction {
  readonly name: string;
  readonly kind: string;
  readonly macro: string | null;
}

let functions: readonly EngineFunction[];
let serialize: (sql: string) => Promise<string>;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:', { autoload_known_extensions: 'false' });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(
    'SELECT DISTINCT lower(function_name) AS name, function_type AS kind, macro_definition AS macro FROM duckdb_functions()',
  );
  functions = reader.getRowObjectsJson() as unknown as EngineFunction[];
  serialize = async sql =>
    String((await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])).value(0, 0));
});

const namesOf = (kinds: readonly string[]) =>
  new Set(functions.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name));
const patternsOf = (groups: readonly RefusedGroup[]) => groups.flatMap(({ names }) => names.trim().split(/\s+/));
const fits = (name: string, pattern: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

describe.each([
  ['expressions', expressionKinds, allowedFunctions, refusedInExpressions],
  ['tables', tableKinds, allowedTableFunctions, refusedTables],
] as const)('functions in %s', (_, kinds, allowed, groups) => {
  it('that are allowed exist', () => {
    // A table function that may also be called in a SELECT.
    const known = namesOf(kinds).add('unnest');
    expect([...allowed].filter(name => !known.has(name) && !syntax.includes(name))).toEqual([]);
  });

  it('are each allowed or refused', () => {
    const patterns = patternsOf(groups);
    const undecided = [...namesOf(kinds)].filter(
      name => !allowed.has(name) && !patterns.some(pattern => fits(name, pattern)),
    );
    expect(undecided.map(name => `decide about ${name}`)).toEqual([]);
  });

  it('are not both, and what is refused exists', () => {
    const known = [...namesOf(kinds)];
    const patterns = patternsOf(groups);
    expect([...allowed].filter(name => patterns.some(pattern => fits(name, pattern)))).toEqual([]);
    expect(patterns.filter(pattern => !known.some(name => fits(name, pattern)))).toEqual([]);
  });
});

it('names no syntax that the engine has as a function', () => {
  const known = namesOf([...expressionKinds, ...tableKinds]);
  expect(syntax.filter(name => known.has(name) || !allowedFunctions.has(name))).toEqual([]);
});

it('allows no macro that calls what is refused', async () => {
  const macros = functions.filter(({ name, kind }) => kind === 'macro' && allowedFunctions.has(name));
  expect(macros.length).toBeGreaterThan(5);
  for (const { name, macro } of macros) {
    const called = (await serialize(`SELECT ${macro}`)).matchAll(/"function_name":"([^"]*)"/g);
    const refused = [...called]
      .map(([, callee]) => callee!)
      .filter(callee => !allowedFunctions.has(callee.toLowerCase()));
    expect({ name, refused }).toEqual({ name, refused: [] });
  }
});

it('was held against the crash reports of the engine in use', async () => {
  const list = fs.readFileSync(path.resolve(import.meta.dirname, '../../src/queries/allowed-functions.ts'), 'utf8');
  const [, lookedAt] = /^\/\/ Looked at for (\S+) /m.exec(list) ?? [];
  // An upgrade of DuckDB fails here until its open reports were looked through, and the list beside the functions says so.
  expect(`v${lookedAt}`).toBe(duckdbVersion());
});
