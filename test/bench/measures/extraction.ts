// From a source to a published version: the time, compared with the minimum work of any extraction, and the memory.
import fs from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import type { Extraction } from '../service/extraction.ts';
import { median, megabytes, rate, seconds, times } from '../table.ts';

/** Runs of each side, in turns; the result is the median. */
const rounds = 2;
const ratioAtMost = 2;
const rowsPerSecondAtLeast = 60_000;
const assignmentsSecondsAtMost = 8;
const assignmentsBytesAtMost = 1.5e9;
const extractionBytesAtMost = 600e6;
/** Memory counts as flat when four times the rows take no more than a quarter more of it. */
const flatAtMost = 1.25;
const growthAtMost = 12;
const fewestRows = 40;

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
    ours.push(
      round === 1 ? await bench.extracted() : await runExtraction(bench, { accounts: rows, assignments: rows }),
    );
    bench.say(`  ${seconds(ours.at(-1)!.seconds)} beside ${seconds(baseline.at(-1)!)}`);
  }
  const took = median(ours.map(({ seconds }) => seconds));
  const least = median(baseline);
  bench.report({
    what: `extract to published version, ${rows} accounts and ${rows} assignments`,
    ours: `${seconds(took)}, landed after ${seconds(median(ours.map(({ landedSeconds }) => landedSeconds)))}`,
    peer: `${seconds(least)} records to a file`,
    ratio: times(took / least),
    target: `≤ ${times(ratioAtMost)}`,
    met: took <= least * ratioAtMost,
  });
  noteSteps(bench, 'accounts and assignments', ours.at(-1)!);
  bench.report({
    what: 'the same as a rate',
    ours: rate((rows * 2) / took, 'rows'),
    peer: rate((rows * 2) / least, 'rows'),
    ratio: '',
    target: `≥ ${rate(rowsPerSecondAtLeast, 'rows')}`,
    met: (rows * 2) / took >= rowsPerSecondAtLeast,
  });
}

export async function measureAssignments(bench: Bench): Promise<void> {
  const { rows } = bench;
  const ours: Extraction[] = [];
  const baseline: number[] = [];
  for (let round = 1; round <= bench.effort(rounds); round += 1) {
    bench.say(`assignments alone, round ${round} of ${rounds}`);
    baseline.push(await runBaseline(bench, { accounts: 0, assignments: rows }));
    ours.push(await runExtraction(bench, { accounts: 0, assignments: rows }));
    bench.say(`  ${seconds(ours.at(-1)!.seconds)} beside ${seconds(baseline.at(-1)!)}`);
  }
  const took = median(ours.map(({ seconds }) => seconds));
  const limit = (assignmentsSecondsAtMost * rows) / 1_000_000;
  bench.report({
    what: `extract to published version, ${rows} assignments alone`,
    ours: seconds(took),
    peer: `${seconds(median(baseline))} records to a file`,
    ratio: times(took / median(baseline)),
    target: `< ${seconds(limit)}`,
    met: took < limit,
  });
  noteSteps(bench, 'assignments alone', ours.at(-1)!);
  const peakBytes = Math.max(...ours.map(({ buildPeakBytes }) => buildPeakBytes));
  bench.report({
    what: `resident memory at most while building a version of ${rows} assignments`,
    ours: megabytes(peakBytes),
    peer: '',
    ratio: '',
    target: `< ${megabytes(assignmentsBytesAtMost)}`,
    met: peakBytes < assignmentsBytesAtMost,
  });
}

export async function measureExtractionMemory(bench: Bench): Promise<void> {
  const quarter = Math.round(bench.rows / 4);
  bench.say(`memory of extracting ${quarter}, and ${bench.rows} of each`);
  const few = await runExtraction(bench, { accounts: quarter, assignments: quarter });
  const many = await bench.extracted();
  const ratio = many.extractionPeakBytes / few.extractionPeakBytes;
  bench.report({
    what: `resident memory at most while extracting, ${bench.rows} and ${quarter} of each`,
    ours: megabytes(many.extractionPeakBytes),
    peer: `${megabytes(few.extractionPeakBytes)} with a quarter of the rows`,
    ratio: times(ratio),
    target: `< ${megabytes(extractionBytesAtMost)}, flat (≤ ${times(flatAtMost)})`,
    met: many.extractionPeakBytes < extractionBytesAtMost && ratio <= flatAtMost,
  });
  bench.report({
    what: 'resident memory at most while building the version',
    ours: megabytes(many.buildPeakBytes),
    peer: `${megabytes(few.buildPeakBytes)} with a quarter of the rows`,
    ratio: times(many.buildPeakBytes / few.buildPeakBytes),
    target: '',
  });
}

/** With `--rows 10000000`, from a million of each to ten millions of each. */
export async function measureGrowth(bench: Bench): Promise<void> {
  const tenth = Math.max(fewestRows, Math.round(bench.rows / 10));
  bench.say(`extraction of ${tenth}, and of ten times as many`);
  const few = await runExtraction(bench, { accounts: tenth, assignments: tenth });
  const many = await bench.extracted();
  const growth = many.seconds / few.seconds;
  bench.report({
    what: `ten times the data, ${bench.rows} accounts and ${bench.rows} assignments`,
    ours: seconds(many.seconds),
    peer: `${seconds(few.seconds)} for a tenth`,
    ratio: times(growth),
    target: `≤ ${times(growthAtMost)}`,
    met: growth <= growthAtMost,
  });
  bench.report({
    what: 'disk that they take at most, and afterwards',
    ours: `${megabytes(many.diskPeakBytes)}, ${megabytes(many.diskBytes)}`,
    peer: `${megabytes(few.diskPeakBytes)}, ${megabytes(few.diskBytes)} for a tenth`,
    ratio: times(many.diskPeakBytes / few.diskPeakBytes),
    target: '',
  });
}

/** Say where the time of a round went. */
function noteSteps(bench: Bench, what: string, { steps }: Extraction): void {
  const shown = Object.entries(steps).map(([step, took]) => `${step} ${seconds(took)}`);
  bench.note(`steps of ${what}: ${shown.join(', ')}`);
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
