// What the form of a query says about its rows, beside what DuckDB gives.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, it } from 'vitest';
import { emptyCatalogue, isEmpty } from '../../../src/warehouse/standing/catalogue.ts';
import { isScalarMacro, namedRelations, scalarFunctions } from '../../../src/warehouse/standing/named-relations.ts';

const tables = ['a', 'b', 'c'] as const;

/** A query, and for which of the tables it is known to give nothing when that table alone is empty. */
const queries: readonly (readonly [query: string, needs: string])[] = [
  ['FROM t.a', 'a'],
  ['SELECT x + 1, coalesce(x, 2), lower(x::VARCHAR) FROM t.a', 'a'],
  ['SELECT x FROM t.a JOIN t.b USING (x), t.c', 'abc'],
  ['SELECT x FROM t.a LEFT JOIN t.b USING (x) JOIN t.c USING (x)', 'ac'],
  ['SELECT x FROM t.a RIGHT JOIN t.b USING (x)', 'b'],
  ['SELECT x FROM t.a FULL JOIN t.b USING (x)', ''],
  ['SELECT x FROM t.a SEMI JOIN t.b USING (x) ANTI JOIN t.c USING (x)', 'ab'],
  ['SELECT a.x FROM t.a POSITIONAL JOIN t.b', ''],
  ['SELECT a.x FROM t.a ASOF JOIN t.b ON a.x >= b.x', 'ab'],
  ['FROM t.a UNION ALL FROM t.b', ''],
  ['FROM t.a UNION BY NAME SELECT x FROM t.a JOIN t.b USING (x)', 'a'],
  ['FROM t.a EXCEPT FROM t.b', 'a'],
  ['FROM t.a INTERSECT FROM t.b', 'ab'],
  ['SELECT count(*) FROM t.a', ''],
  ['SELECT count(*) FROM t.a GROUP BY x', 'a'],
  ['SELECT x, count(*) FROM t.a GROUP BY ALL', 'a'],
  ['SELECT count(*) FROM t.a GROUP BY ALL', ''],
  ['SELECT x, count(*) FROM t.a GROUP BY ROLLUP (x)', ''],
  ['SELECT 1 AS one FROM t.a HAVING count(*) = 0', ''],
  ['SELECT x, sum(x) OVER () FROM t.a QUALIFY row_number() OVER () = 1', 'a'],
  ['SELECT (SELECT count(*) FROM t.b) FROM t.a', 'a'],
  ['SELECT 1 WHERE EXISTS (FROM t.a)', 'a'],
  ['FROM t.a WHERE x > 0 AND (x IN (FROM t.b) AND EXISTS (FROM t.c))', 'abc'],
  ['FROM t.a WHERE x NOT IN (FROM t.b) AND NOT EXISTS (FROM t.c)', 'a'],
  ['FROM t.a WHERE x IN (FROM t.b) OR EXISTS (FROM t.c)', 'a'],
  ['FROM t.a WHERE EXISTS (SELECT count(*) FROM t.b)', 'a'],
  ['WITH n AS (SELECT x FROM t.a JOIN t.b USING (x)) SELECT n.x FROM n, t.c', 'abc'],
  ['WITH n AS (SELECT count(*) AS x FROM t.a), b AS (FROM n) FROM b', ''],
  ['WITH RECURSIVE n AS (FROM t.a UNION SELECT x + 1 FROM n JOIN t.b USING (x)) FROM n', 'a'],
  ['SELECT unnest([1, 2]) AS x FROM (SELECT x FROM t.a LIMIT 5) AS inner_ones', 'a'],
  ['SELECT 1 AS x UNION ALL FROM t.a', ''],
  ['SELECT * FROM (VALUES (1)) AS given(x) LEFT JOIN t.a USING (x)', ''],
  ['SELECT * FROM t.a, unnest([1, 2])', 'a'],
  ['SELECT doubled(x) FROM t.a', 'a'],
  ['SELECT counted(x) FROM t.a', ''],
  ['FROM t.shown', 'a'],
];

let connection: DuckDBConnection;
let scalars: Set<string>;

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await connection.run(`ATTACH ':memory:' AS t; CREATE MACRO doubled(x) AS x * 2; CREATE MACRO counted(x) AS count(x)`);
  for (const table of tables) await connection.run(`CREATE TABLE t.${table} (x INTEGER)`);
  await connection.run('CREATE VIEW t.shown AS SELECT x FROM t.a');
  scalars = await scalarFunctions(connection);
  for (const macro of ['doubled(x) AS x * 2', 'counted(x) AS count(x)'])
    if (await isScalarMacro(connection, `CREATE MACRO ${macro}`, scalars)) scalars.add(macro.split('(')[0]!);
});

it.each(queries)('%s', async (query, needs) => {
  const { emptyWhen } = await namedRelations(connection, query, scalars);
  const shown = await namedRelations(connection, 'SELECT x FROM t.a', scalars);
  const known: string[] = [];
  for (let filled = 0; filled < 2 ** tables.length; filled += 1) {
    const hasRows = (index: number) => (filled & (1 << index)) > 0;
    const catalogue = emptyCatalogue();
    catalogue.databases.add('t');
    for (const [index, table] of tables.entries()) {
      await connection.run(`DELETE FROM t.${table}; INSERT INTO t.${table} FROM range(${hasRows(index) ? 3 : 0})`);
      catalogue.relations.set(`t.${table}`, { kind: 'table', hasRows: hasRows(index) });
    }
    catalogue.relations.set('t.shown', {
      kind: 'view',
      create: '',
      serial: 1,
      reads: undefined,
      emptyWhen: shown.emptyWhen,
    });
    const rows = (await connection.runAndReadAll(query)).currentRowCount;
    if (!isEmpty(catalogue, emptyWhen)) continue;
    expect(rows, `filled: ${tables.filter((_, index) => hasRows(index))}`).toBe(0);
    const empty = tables.filter((_, index) => !hasRows(index));
    if (empty.length === 1) known.push(empty[0]!);
  }
  expect(known.toSorted().join('')).toBe(needs);
});
