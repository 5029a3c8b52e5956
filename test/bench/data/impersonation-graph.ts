// A graph of who can act as whom, as sql/building/impersonation leaves it for the count. A twentieth of the nodes are accounts that can
// all act as each other. Most others are members of six groups on average; a tenth of the nodes are groups, nested ten deep, of which each
// fifth holds a right over ten accounts. The outermost group administers the large component.
import type { DuckDB } from '../../../src/warehouse/duckdb.ts';

export async function makeImpersonationGraph(duckdb: DuckDB, nodes: number): Promise<void> {
  const circle = Math.floor(nodes / 20);
  const groups = Math.floor(nodes / 10);
  const accounts = nodes - groups;
  const leaves = Math.floor(nodes / 10);
  const members = accounts - leaves - circle;
  const edges = 5 * nodes;
  const fixed = 5 * circle + groups + 2 * groups;
  await duckdb.run(`ATTACH ':memory:' AS impersonation;
    CREATE TABLE impersonation.accounts AS SELECT n::INTEGER AS account FROM range(${accounts}) AS numbers(n);
    CREATE TABLE impersonation.unsure (account INTEGER);
    CREATE TABLE impersonation.other_nodes AS SELECT n AS node FROM range(${groups}) AS numbers(n);
    CREATE TABLE impersonation.instances AS SELECT 0 AS first_number, ${accounts} AS accounts, NULL::INTEGER AS node;
    CREATE TABLE impersonation.reached (account_number INTEGER, accounts INTEGER);
    CREATE TABLE impersonation.edges AS
    SELECT n::INTEGER AS origin, ((n + 1) % ${circle})::INTEGER AS target FROM range(${circle}) AS numbers(n)
    UNION ALL SELECT (hash(n, 1) % ${circle})::INTEGER, (hash(n, 2) % ${circle})::INTEGER FROM range(${4 * circle}) AS numbers(n)
    UNION ALL SELECT (${circle} + hash(n, 3) % ${members})::INTEGER, (${accounts} + hash(n, 4) % ${groups})::INTEGER
    FROM range(${edges - fixed}) AS numbers(n)
    UNION ALL SELECT (${accounts} + n)::INTEGER, CASE n WHEN 0 THEN 0 ELSE ${accounts} + (n - 1) // 3 END::INTEGER
    FROM range(${groups}) AS numbers(n)
    UNION ALL SELECT (${accounts} + n // 10 * 5)::INTEGER, (${accounts - leaves} + hash(n, 5) % ${leaves})::INTEGER
    FROM range(${2 * groups}) AS numbers(n)`);
}
