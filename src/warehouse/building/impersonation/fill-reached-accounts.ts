// Counts the accounts that each account can act as, from the graph that sql/building/impersonation makes.
import type { DuckDB } from '../../duckdb.ts';
import { countReachedAccounts } from './reached-accounts.ts';

/** Fill `impersonation.reached`: the number of each account and how many others it reaches, -1 when this cannot be said. The
 * variable `is_reach_limited` says whether some count would have cost too much. */
export async function fillReachedAccounts(duckdb: DuckDB): Promise<void> {
  const [from, to] = await duckdb.integers('SELECT origin, target FROM impersonation.edges', 2);
  const [firsts, sizes, nodes] = await duckdb.integers(
    'SELECT first_number, accounts, coalesce(node, -1) FROM impersonation.instances ORDER BY first_number',
    3,
  );
  const [unsure] = await duckdb.integers(
    `SELECT accounts.rowid::INTEGER FROM impersonation.accounts AS accounts
     SEMI JOIN impersonation.unsure AS unsure ON unsure.account = accounts.account`,
    1,
  );
  const [[others]] = (await duckdb.integers('SELECT count(*)::INTEGER FROM impersonation.other_nodes', 1)) as [
    Int32Array,
  ];
  const accounts = sizes!.reduce((sum, size) => sum + size, 0);
  const graph = {
    nodes: accounts + others!,
    accounts,
    instanceStarts: Int32Array.from([...firsts!, accounts]),
    from: from!,
    to: to!,
    hubs: [...nodes!].flatMap((node, instance) => (node === -1 ? [] : [{ node, instance }])),
    unsure: [...unsure!],
  };
  let isLimited = false;
  const reached = countReachedAccounts(graph, undefined, () => {
    isLimited = true;
  });
  await duckdb.run(`SET VARIABLE is_reach_limited = ${isLimited}`);
  const numbers = reached.map((_, account) => account);
  await duckdb.appendIntegers({ schema: 'impersonation', name: 'reached' }, [numbers, reached]);
}
