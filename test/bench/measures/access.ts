// What one account reaches, found by what people know the account by, beside the same rows found by its id.
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import { milliseconds, times } from '../table.ts';

/** The size of the role-mining data sets of HP Labs together. */
const accountsPerRow = 0.02;
const grantsPerRow = 0.37;
const fullSamples = 7;
const ratioAtMost = 5;

/** Median milliseconds of one filter, by the filter's name. */
export type FilterTimes = Readonly<Record<string, number>>;

export async function measureAccess(bench: Bench): Promise<void> {
  const accounts = Math.ceil(bench.rows * accountsPerRow);
  const grants = Math.ceil(bench.rows * grantsPerRow);
  const file = path.join(bench.folder, 'access.duckdb');
  const samples = bench.effort(fullSamples);
  bench.say(`making ${grants} grants of ${accounts} accounts`);
  await run('loads/access-load.ts', { make: { file, spillFolder: bench.folder, accounts, grants } });
  settleDisk();
  for (const client of ['everything', 'limited'] as const) {
    for (const view of ['account_access', 'account_resource_access'] as const) {
      bench.say(`filters on ${view}, by a client that sees ${client}`);
      const found = await run<FilterTimes>('loads/access-load.ts', { ask: { file, client, view, samples } });
      const byId = found['id']!;
      for (const [filter, took] of Object.entries(found)) {
        if (filter === 'id') continue;
        bench.report({
          what: `${view} by ${filter}, ${grants} grants, a client that sees ${client}, median of ${samples}`,
          ours: milliseconds(took),
          peer: `${milliseconds(byId)} by id`,
          ratio: times(took / byId),
          target: `≤ ${times(ratioAtMost)}`,
          met: took / byId <= ratioAtMost,
        });
      }
    }
  }
}
