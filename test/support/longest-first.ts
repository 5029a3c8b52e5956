// The order in which test files run. The longest run first, so that no worker is still busy with one of them at the end. Files that
// mostly wait (for leases to expire, for processes to start) run beside files that compute.
import fs from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Paths under `test`, in this order; all other files follow, the largest first. */
const first = [
  'bench/bench',
  'cluster/chaos',
  'attacks/slow-clients',
  'flows/crash',
  'cluster/lost-servers',
  'flows/held-back-sources',
  'cluster/killed-worker',
  'api/queries/generated-queries',
  'cluster/bucket-faults',
  'flows/rejected-records',
  'attacks/random-requests',
  'cluster/rolling',
  'flows/sync',
  'cluster/stopped-worker',
  'api/exports/export-crash',
  'connectors/host/real-sudo',
  'flows/command-line',
  'attacks/pipelining',
  'attacks/large-pages',
  'api/queries/engine-faults',
  'storage/bucket-servers',
  'api/collections/pagination',
  'api/queries/query-results',
  'api/queries/hostile-queries',
  'cli/service/backup',
  'storage/download-faults',
  'flows/full-disk',
  'storage/upload-faults',
  'tenants/sharing',
  'tenants/isolation',
  'flows/traces',
  'flows/restore',
  'cli/queries/queries',
  'database/embedded',
  'cli/exports/export',
  'flows/operation',
  'exports/contexts',
  'database/backup',
  'exports/filters',
  'deployment/shutdown',
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
