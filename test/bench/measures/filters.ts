// Lists that are filtered by a field without an index, over HTTP.
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import { startService } from '../service/rolecall-server.ts';
import { milliseconds } from '../table.ts';

const fullSamples = 60;
const p95AtMostMs = 400;

const filtered = (...filters: readonly object[]) => `filter=${encodeURIComponent(JSON.stringify(filters))}`;

/** What is asked → the query of the list of accounts. */
const requests: Readonly<Record<string, string>> = {
  'equal department': filtered({ field: 'department', filterType: 'eq', values: ['Legal'] }),
  'part of a name': filtered({ field: 'displayName', filterType: 'contains', values: ['ernánd'] }),
  'no such title': filtered({ field: 'title', filterType: 'eq', values: ['Astronaut'] }),
  'two fields, sorted': `${filtered(
    { field: 'enabled', filterType: 'eq', values: [false] },
    { field: 'createdDate', filterType: 'lt', values: ['2020-01-01'] },
  )}&sort=-lastModifiedDate`,
  'sorted by name': 'sort=displayName',
};
const facets = '/v1/accounts/facets?field=department&field=title&field=enabled';

export async function measureFilters(bench: Bench): Promise<void> {
  const deployment = await bench.published();
  const { child, origin, authorization } = await startService(deployment);
  try {
    const samples = bench.effort(fullSamples);
    const paths = [...Object.values(requests).map(query => `/v1/accounts?${query}`), facets];
    const latency = { kind: 'latency', origin, authorization, paths, quantile: 0.95 };
    bench.say(`filters on ${bench.rows} accounts`);
    await run('loads/load.ts', { ...latency, samples: 2 });
    const took = await run<number[]>('loads/load.ts', { ...latency, samples });
    for (const [index, what] of [...Object.keys(requests), 'facets of three fields'].entries()) {
      bench.report({
        what: `list of ${bench.rows} accounts, ${what}, p95 of ${samples}`,
        ours: milliseconds(took[index]!),
        peer: '',
        ratio: '',
        target: `≤ ${p95AtMostMs} ms`,
        met: took[index]! <= p95AtMostMs,
      });
    }
  } finally {
    await child.stop();
  }
}
