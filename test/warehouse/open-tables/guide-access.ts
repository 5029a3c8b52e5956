// The effective access of all accounts by the SQL of the guide, and as the API says it.
import fs from 'node:fs';
import path from 'node:path';
import { namesOf } from '../../../src/api/reach/permissions.ts';
import { type AccessGraph, scriptOf } from '../../support/access/graph.ts';
import { randomGraph } from '../../support/access/random-graph.ts';
import { createRandom } from '../../support/random.ts';
import type { TestService } from '../../support/service/service.ts';

const graph: AccessGraph = randomGraph(createRandom(11), {
  ...{ accounts: 12, containers: 10, resources: 30, nested: 20, grants: 60 },
});

/** A source whose accounts reach objects through groups in groups, with denials. */
export const graphScript = scriptOf(graph);

/** The statement that makes the view `effective_access`, in the dialect of DuckDB. */
export function guideView(): string {
  const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../docs/open-tables.md'), 'utf8');
  return /### Effective access\n[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide)![1]!;
}

export interface GuideRow {
  readonly account_id: string;
  readonly object_id: string;
  readonly object_type: string;
  readonly hops: number;
  readonly permissions: number;
}

/** Account → what it reaches, a line for each object, by rows of the view and by the API. All accounts of the graph, and some others. */
export async function accessOfBoth(test: TestService, rows: readonly GuideRow[]) {
  const byAccount = Map.groupBy(rows, row => row.account_id);
  const accounts = await test.everyItem('/v1/accounts?pageSize=200');
  const isOfGraph = ({ id }: { id: string }) => graph.accounts.includes(id);
  const asked = [...accounts.filter(isOfGraph), ...accounts.filter(one => !isOfGraph(one)).slice(0, 5)];
  if (asked.length !== graph.accounts.length + 5) throw new Error(`${asked.length} accounts are compared`);
  const [byGuide, byApi] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { globalId } of asked) {
    const found = (byAccount.get(globalId) ?? []).map(row =>
      [row.object_type, row.object_id, row.hops, ...namesOf(row.permissions)].join(' '),
    );
    const reached = await test.everyItem(`/v1/accounts/${globalId}/access?pageSize=200`);
    const expected = reached.map(({ objectId, objectType, hops, permissions }) =>
      [objectType, objectId, hops, ...permissions].join(' '),
    );
    byGuide.set(globalId, found.toSorted());
    byApi.set(globalId, expected.toSorted());
  }
  return { byGuide, byApi };
}
