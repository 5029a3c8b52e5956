// Every query of the pack returns the expected answer on the small organisation, without the records that only look similar.
import type { DuckDBValue } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePackedQuery, queryPack } from '../../src/queries/pack.ts';
import { riskRules } from '../../src/warehouse/risk-rules.ts';
import { type ModelDatabase, openModels } from '../support/model-database.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { answers } from './pack-answers.ts';
import { smallOrganisation } from './pack-records.ts';

let test: TestService;
let database: ModelDatabase;

beforeAll(async () => {
  // The pack is tested on what sources land. The service's own rules have tests of their own.
  const rules = Object.fromEntries(riskRules().map(({ name }) => [name, { enabled: false }]));
  test = await startService({ sources: smallOrganisation, settings: { risks: { rules } } });
  await test.sync();
  database = await openModels(test);
});
afterAll(async () => {
  database?.close();
  await test?.close();
});

describe('the pack', () => {
  it('has thirty queries and more, each with an answer here', () => {
    const files = queryPack().map(query => query.file);
    expect(files.length).toBeGreaterThanOrEqual(30);
    expect(Object.keys(answers).toSorted()).toEqual(files);
  });

  it.each(queryPack())('$file', async ({ file, parameters, query_string }) => {
    const { given = {}, rows } = answers[file]!;
    const bound: Record<string, DuckDBValue> = {};
    let sql = query_string;
    for (const { name, example } of parameters) {
      bound[name] = given[name] ?? example;
      sql = sql.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), `$${name}`);
    }
    expect(Object.keys(given).filter(name => !(name in bound))).toEqual([]);
    const found = await database.rows(sql, bound);
    const columns = Object.keys(rows[0] ?? {});
    expect(found.map(row => Object.fromEntries(columns.map(column => [column, row[column]])))).toEqual(rows);
  });
});

describe('a query file', () => {
  const good = '-- name: Old keys\n-- description: Keys.\n-- tags: keys\n-- parameter days: 365  age\nSELECT :days\n';
  it('is taken as it is', () => {
    expect(parsePackedQuery('a.sql', good)).toEqual({
      file: 'a.sql',
      name: 'Old keys',
      description: 'Keys.',
      tags: ['keys'],
      parameters: [{ name: 'days', example: 365, description: 'age' }],
      query_string: good,
    });
    const text = good.replace('365', "'a:b'").replace('SELECT :days', `SELECT x::DATE, ':no', ":no" -- :no\n, :days`);
    expect(parsePackedQuery('a.sql', text).parameters).toEqual([{ name: 'days', example: 'a:b', description: 'age' }]);
  });

  it.each([
    ['a missing field', good.replace('-- tags: keys\n', ''), 'sql/queries/a.sql:1: the header lacks `-- tags: …`'],
    ['a field twice', good.replace('-- tags: keys', '-- name: b'), 'sql/queries/a.sql:3: name is there twice'],
    ['an unknown line', good.replace('-- tags', '-- tag'), 'sql/queries/a.sql:3: expected `-- name: …`'],
    ['a parameter without example', good.replace(' 365 ', ''), 'sql/queries/a.sql:4: expected'],
    ['a name in capitals', good.replace('parameter days', 'parameter DAYS'), 'sql/queries/a.sql:4: expected'],
    ['an undeclared placeholder', good.replace(':days\n', ':days, :more\n'), 'sql/queries/a.sql:5: :more lacks a line'],
    ['an unused parameter', good.replace(':days\n', '1\n'), 'sql/queries/a.sql:5: parameter days is nowhere'],
    ['a name that is too long', good.replace('Old keys', 'x'.repeat(201)), 'longer than 200'],
    ['tags that are none', good.replace('tags: keys', 'tags: a,,B'), 'tags are words of small letters'],
    ['several statements', good.replace(':days\n', ':days; SELECT 1\n'), 'a query has no semicolon'],
    ['no query', good.replace('SELECT :days', 'DROP TABLE x'), 'after the header comes a SELECT'],
  ])('with %s is refused, with the place', (_, text, message) => {
    expect(() => parsePackedQuery('a.sql', text)).toThrow(message);
  });
});
