// The order in which test files run. The longest run first, so that no worker is still busy with one of them at the end. Files that
// mostly wait (for leases to expire, for processes to start) run beside files that compute.
import fs from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Paths under `test`, in this order; all other files follow, the largest first. */
const first = [
  'cluster/chaos',
  'flows/crash',
  'cluster/lost-servers',
  'exports/filters',
  'cluster/killed-worker',
  'flows/sync',
  'cluster/bucket-faults',
  'tenants/sharing',
  'cluster/rolling',
  'cluster/stopped-worker',
  'flows/hostile-sources',
  'api/queries/hostile-queries',
  'api/exports/export-crash',
  'flows/command-line',
  'deployment/shutdown',
  'tenants/isolation',
  'api/queries/query-results',
  'api/collections/pagination',
  'database/backup',
  'cli/service/backup',
  'flows/full-disk',
  'exports/contexts',
  'flows/operation',
  'flows/traces',
  'storage/download-faults',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = first.findIndex(name => moduleId.endsWith(`/test/${name}.test.ts`));
      return found === -1 ? first.length : found;
    };
    const gone = first.filter(name => !fs.existsSync(path.join(import.meta.dirname, `../${name}.test.ts`)));
    if (gone.length > 0)
      throw new Error(`test/support/longest-first.ts names files that do not exist: ${gone.join(', ')}`);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
