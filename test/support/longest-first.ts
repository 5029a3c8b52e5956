// The order in which test files run: the longest first, so that no worker is left with one of them at the end, and each that
// mostly waits (for leases to run out, for processes to start) beside some that compute.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By their paths under `test`, in this order; then all others, the largest first. */
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
  'flows/hostile-queries',
  'flows/export-crash',
  'flows/command-line',
  'service/ending',
  'tenants/isolation',
  'flows/query-results',
  'flows/walk',
  'state/backup',
  'cli/backup',
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
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
