// From a source to a published version: the time, compared with the minimum work of any extraction, and the memory.
import fs from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import { median, megabytes, rate, seconds, times } from '../table.ts';

/** Runs of each side, in turns; the result is the median. */
const rounds = 3;

interface Extraction {
  readonly seconds: number;
  readonly landedSeconds: number;
  readonly extractionPeakBytes: number;
  readonly peakBytes: number;
}

interface Counts {
  readonly accounts: number;
  readonly assignments: number;
}

export async function measureExtraction(bench: Bench): Promise<void> {
  const { rows } = bench;
  const ours: Extraction[] = [];
  const baseline: number[] = [];
  for (let round = 1; round <= bench.effort(rounds); round += 1) {
    bench.say(`extraction, round ${round} of ${rounds}`);
    baseline.push(await runBaseline(bench, { accounts: rows, assignments: rows }));
    ours.push(await runExtraction(bench, { accounts: rows, assignments: rows }));
    bench.say(`  ${seconds(ours.at(-1)!.seconds)} beside ${seconds(baseline.at(-1)!)}`);
  }
  const took = median(ours.map(({ seconds }) => seconds));
  const least = median(baseline);
  bench.report({
    what: `extract to published version, ${rows} accounts and ${rows} assignments`,
    ours: seconds(took),
    peer: `${seconds(least)} records to a file`,
    ratio: times(took / least),
    target: '≤ 2.50×',
    met: took <= least * 2.5,
  });
  bench.report({
    what: 'the same as a rate',
    ours: rate((rows * 2) / took, 'rows'),
    peer: rate((rows * 2) / least, 'rows'),
    ratio: '',
    target: '≥ 60,000 rows/s',
    met: (rows * 2) / took >= 60_000,
  });
}

export async function measureAssignments(bench: Bench): Promise<void> {
  const { rows } = bench;
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 1; round <= bench.effort(rounds); round += 1) {
    bench.say(`assignments alone, round ${round} of ${rounds}`);
    baseline.push(await runBaseline(bench, { accounts: 0, assignments: rows }));
    ours.push((await runExtraction(bench, { accounts: 0, assignments: rows })).seconds);
    bench.say(`  ${seconds(ours.at(-1)!)} beside ${seconds(baseline.at(-1)!)}`);
  }
  const took = median(ours);
  const limit = (8 * rows) / 1_000_000;
  bench.report({
    what: `extract to published version, ${rows} assignments alone`,
    ours: seconds(took),
    peer: `${seconds(median(baseline))} records to a file`,
    ratio: times(took / median(baseline)),
    target: `< ${seconds(limit)}`,
    met: took < limit,
  });
}

/** Memory counts as flat when four times the rows take no more than a quarter more of it. */
const flatAtMost = 1.25;

export async function measureExtractionMemory(bench: Bench): Promise<void> {
  const quarter = Math.round(bench.rows / 4);
  bench.say(`memory of extracting ${quarter}, then ${bench.rows} of each`);
  const few = await runExtraction(bench, { accounts: quarter, assignments: quarter });
  const many = await runExtraction(bench, { accounts: bench.rows, assignments: bench.rows });
  const ratio = many.extractionPeakBytes / few.extractionPeakBytes;
  bench.report({
    what: `resident memory at most while extracting, ${bench.rows} and ${quarter} of each`,
    ours: megabytes(many.extractionPeakBytes),
    peer: `${megabytes(few.extractionPeakBytes)} with a quarter of the rows`,
    ratio: times(ratio),
    target: `flat (≤ ${times(flatAtMost)})`,
    met: ratio <= flatAtMost,
  });
  bench.report({
    what: 'resident memory at most while building the version',
    ours: megabytes(many.peakBytes),
    peer: `${megabytes(few.peakBytes)} with a quarter of the rows`,
    ratio: times(many.peakBytes / few.peakBytes),
    target: '',
  });
}

async function runBaseline(bench: Bench, counts: Counts): Promise<number> {
  const file = path.join(bench.folder, 'baseline.ndjson');
  settleDisk();
  const result = await run<{ seconds: number }>('peers/baseline.ts', { file, ...counts });
  fs.rmSync(file);
  return result.seconds;
}

async function runExtraction(bench: Bench, counts: Counts): Promise<Extraction> {
  const folder = path.join(bench.folder, 'extraction');
  settleDisk();
  try {
    return await run<Extraction>('service/extraction.ts', { folder, ...counts });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
