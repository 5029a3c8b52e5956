// The cost of a sync of a few records in a deployment with large sources, whose rows need not be computed again.
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import { median, megabytes, seconds } from '../table.ts';

const sources = 20;
const records = 12;
const fullRounds = 3;
const secondsAtMost = 2;
const writtenAtMost = 0.01;

export interface SmallSync {
  /** Seconds from the request to the published version. */
  readonly published: number;
  /** Seconds of processor time in between. */
  readonly processor: number;
  /** Sources whose rows were computed. */
  readonly computed: number;
  /** Bytes of the version, and of those of its files that it shares with no other version. */
  readonly bytes: number;
  readonly written: number;
}

export async function measureSmallBesideLarge(bench: Bench): Promise<void> {
  const rounds = bench.effort(fullRounds, 2);
  const rows = 2 * bench.rows;
  bench.say(`small-beside-large: ${records} records beside ${rows} in ${sources} sources`);
  const folder = path.join(bench.folder, 'small-beside-large');
  const [first, ...later] = await run<SmallSync[]>('service/small-beside-large.ts', {
    ...{ folder, sources, records, rounds, rows },
  });
  const published = median(later.map(sync => sync.published));
  const processor = median(later.map(sync => sync.processor));
  const share = median(later.map(({ written, bytes }) => written / bytes));
  bench.report({
    what: `sync of ${records} records beside ${rows} rows in ${sources} other sources, median of ${later.length}`,
    ours: `${seconds(published)} (${seconds(processor)} of processor time), ${later[0]!.computed} of ${sources + 1} sources computed`,
    peer: `${seconds(first!.published)} (${seconds(first!.processor)}) for all sources`,
    ratio: '',
    target: `< ${seconds(secondsAtMost)}`,
    met: published < secondsAtMost,
  });
  bench.report({
    what: 'bytes that it writes, of the bytes of the version',
    ours: `${megabytes(median(later.map(({ written }) => written)))} of ${megabytes(first!.bytes)}`,
    peer: '',
    ratio: `${(share * 100).toFixed(1)} %`,
    target: `< ${writtenAtMost * 100} %`,
    met: share < writtenAtMost,
  });
}
