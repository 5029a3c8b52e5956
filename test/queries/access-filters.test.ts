// A filter on the views that expand paths selects its account first, so only the paths of that account are expanded.
import fs from 'node:fs';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelStatements } from '../../src/queries/models.ts';
import { openVersionFile } from '../../src/warehouse/version/read-only.ts';
import { makeAccessData } from '../bench/data/access-data.ts';
import { accessClients, accessFilters, accessViews } from '../bench/data/access-filters.ts';
import { temporaryFolder } from '../support/service/service.ts';

const accounts = 600;
const grants = 6000;
const folder = temporaryFolder();
const file = path.join(folder, 'warehouse.duckdb');

beforeAll(() => makeAccessData({ file, spillFolder: folder, accounts, grants }));
afterAll(() => fs.rmSync(folder, { recursive: true }));

interface Operator {
  readonly operator_type?: string;
  readonly operator_cardinality?: number;
  readonly children?: readonly Operator[];
}

/** The largest number of rows that a join in the query's plan returned. */
async function mostJoined(connection: DuckDBConnection, query: string): Promise<number> {
  const explained = await connection.runAndReadAll(`EXPLAIN (ANALYZE, FORMAT json) ${query}`);
  const joined = (operator: Operator): number[] => [
    ...(/JOIN/.test(operator.operator_type ?? '') ? [operator.operator_cardinality ?? 0] : []),
    ...(operator.children ?? []).flatMap(joined),
  ];
  return Math.max(0, ...joined(JSON.parse(String(explained.getRows()[0]![1]))));
}

describe.each(Object.entries(accessClients))('for a client that sees %s', (_, visible) => {
  let connection: DuckDBConnection;
  const rows = async (query: string) => (await connection.runAndReadAll(query)).getRowsJson();

  beforeAll(async () => {
    ({ connection } = await openVersionFile({ file, threads: 1, memoryBytes: 512 * 1024 ** 2, visible }, folder));
    for (const statement of modelStatements()) await connection.run(statement);
    await connection.run('USE memory.service_identity');
  });
  afterAll(() => connection?.closeSync());

  describe.each(accessViews)('%s', view => {
    it.each(Object.entries(accessFilters))('filtered by %s expands the paths of one account', async (_, condition) => {
      const found = await rows(`SELECT * FROM ${view} WHERE ${condition} ORDER BY ALL`);
      expect(found.length).toBeGreaterThan(10);
      expect(found).toEqual(await rows(`SELECT * FROM ${view} WHERE ${accessFilters.id} ORDER BY ALL`));
      const most = await mostJoined(connection, `SELECT * FROM ${view} WHERE ${condition}`);
      // A join of all grants with their holders or with their resources would return more.
      expect(most).toBeGreaterThanOrEqual(found.length);
      expect(most).toBeLessThan(2 * found.length + grants / 10);
    });
  });

  it('a filter by the name of the object expands only the paths to that object', async () => {
    const condition = `resource_name = 'resource 40'`;
    const [[all]] = (await rows(`SELECT count(*) FROM account_resource_access`)) as [[string]];
    const found = await rows(`SELECT * FROM account_resource_access WHERE ${condition}`);
    const most = await mostJoined(connection, `SELECT * FROM account_resource_access WHERE ${condition}`);
    expect(found.length).toBeGreaterThan(10);
    expect(Number(all)).toBeGreaterThan(50 * accounts);
    expect(most).toBeLessThan(10 * accounts);
  });
});
