// What a version takes on the disk, what a change of few rows costs, and what it costs to publish versions as open tables.
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import type { Published } from '../service/sharing.ts';
import { megabytes, milliseconds, seconds, times } from '../table.ts';

const sizeRatioAtMost = 6;
const changedShare = 0.01;
const timeRatioAtMost = 0.25;
const writtenRatioAtMost = 0.1;
const openTablesAtMost = { time: 0.03, bytes: 0.01 };

interface Measured {
  readonly landed: number;
  readonly first: Published;
  /** Everything read again, without a difference. */
  readonly same: Published;
  /** One account, one access assignment, a hundredth of both. */
  readonly account: Published;
  readonly grant: Published;
  readonly changed: Published;
  readonly small: Published;
}

const targets = { sameRatio: 1.2, account: 2, grant: 8 };

export async function measureSharing(bench: Bench): Promise<void> {
  const { rows } = bench;
  const changed = Math.max(1, Math.round(rows * changedShare));
  bench.say(`sharing: ${rows} accounts and assignments, ${changed} of each changed, and a small source`);
  const folder = path.join(bench.folder, 'sharing');
  const measured = await run<Measured>('service/sharing.ts', { folder, rows, changed });
  const { landed, first } = measured;
  bench.report({
    what: `size of a version, ${rows} accounts and assignments`,
    ours: `${megabytes(first.whole)}, of it tables ${megabytes(first.tables)}`,
    peer: `${megabytes(landed)} landed Parquet`,
    ratio: times(first.whole / landed),
    target: `≤ ${times(sizeRatioAtMost)}`,
    met: first.whole <= landed * sizeRatioAtMost,
  });
  const { same, account, grant } = measured;
  bench.report({
    what: 'everything read again without a difference: time to the published version',
    ours: `${seconds(same.seconds)}, written ${megabytes(same.written)}`,
    peer: `${seconds(same.extraction)} its extraction`,
    ratio: times(same.seconds / same.extraction),
    target: `≤ ${times(targets.sameRatio)}`,
    met: same.seconds <= same.extraction * targets.sameRatio,
  });
  for (const [what, version, most] of [
    ['one account disabled', account, targets.account],
    ['one access assignment changed', grant, targets.grant],
  ] as const) {
    bench.report({
      what: `${what}, read of changes: time to the published version`,
      ours: `${seconds(version.seconds)}, written ${megabytes(version.written)}`,
      peer: `${seconds(first.seconds)} the first one`,
      ratio: times(version.seconds / first.seconds),
      target: `≤ ${seconds(most)}`,
      met: version.seconds <= most,
    });
  }
  for (const [what, version] of [
    [`${changed} of the accounts and assignments changed`, measured.changed],
    ['a source of 12 records of every type read again', measured.small],
  ] as const) {
    bench.report({
      what: `${what}: time to the published version`,
      ours: seconds(version.seconds),
      peer: `${seconds(first.seconds)} the first one`,
      ratio: times(version.seconds / first.seconds),
      target: `≤ ${times(timeRatioAtMost)}`,
      met: version.seconds <= first.seconds * timeRatioAtMost,
    });
    bench.report({
      what: `${what}: bytes written`,
      ours: `${megabytes(version.written)}, of it tables ${megabytes(version.writtenTables)}`,
      peer: `${megabytes(first.written)} the first one`,
      ratio: times(version.written / first.written),
      target: `≤ ${times(writtenRatioAtMost)}`,
      met: version.written <= first.written * writtenRatioAtMost,
    });
  }
  reportOpenTables(bench, measured);
}

function reportOpenTables(bench: Bench, { first, same, account, grant, changed, small }: Measured): void {
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  let before = 0;
  for (const [what, version] of [
    ['the first version', first],
    ['everything read again without a difference', same],
    ['one account disabled', account],
    ['one access assignment changed', grant],
    ['a hundredth changed', changed],
    ['the small source read again', small],
  ] as const) {
    const { seconds: took, processor, bytes } = version.openTables;
    const build = version.seconds - version.extraction;
    bench.report({
      what: `open tables, ${what}: time, beside that of the build`,
      ours: `${milliseconds(1000 * took)}, of the processor ${milliseconds(1000 * processor)}`,
      peer: `${seconds(build)} the build`,
      ratio: share(took, build),
      target: `< ${share(openTablesAtMost.time, 1)}`,
      met: took < build * openTablesAtMost.time,
    });
    const added = bytes - before;
    before = bytes;
    bench.report({
      what: `open tables, ${what}: bytes added`,
      ours: `${Math.round(added / 1000)} kB`,
      peer: `${megabytes(version.whole)} the version`,
      ratio: share(added, version.whole),
      target: `< ${share(openTablesAtMost.bytes, 1)}`,
      met: added < version.whole * openTablesAtMost.bytes,
    });
  }
}
