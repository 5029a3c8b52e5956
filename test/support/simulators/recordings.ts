// Recordings of real services that lie beside the project, and the comparison of a simulator with them. Nothing of them is committed.
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect } from 'vitest';

/** One recorded request and what the real service answered. */
export interface Exchange {
  /** Where it was recorded, for messages. */
  readonly place: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const root = path.join(import.meta.dirname, '../../../../shared/data/recordings');

/** Why recordings of a vendor cannot be used; undefined when they can. */
export function recordingsMissing(vendor: string): string | undefined {
  return fs.existsSync(path.join(root, vendor))
    ? undefined
    : `no recordings in ${path.join('../shared/data/recordings', vendor)}`;
}

/** The files of a vendor with this ending, by their paths below its folder. */
export function recordingFiles(vendor: string, ending: string): { readonly name: string; readonly text: string }[] {
  const folder = path.join(root, vendor);
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .toSorted()
    .map(name => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
}

/** What of the recorded exchanges a simulator answered as the service did. */
interface Coverage {
  /** Operation, as `GET /api/v1/users` → recorded, reproduced. */
  readonly operations: ReadonlyMap<string, { readonly recorded: number; readonly reproduced: number }>;
  readonly differences: readonly string[];
}

/** One recorded operation, and how the simulator answered otherwise; undefined: it answered the same. */
export interface Comparison {
  readonly operation: string;
  readonly difference: string | undefined;
}

/** Tests that need recordings; they are skipped, saying so, where the recordings are absent. @param missing why they are */
export const describeRecorded = (missing: string | undefined, tests: () => void): void =>
  void describe.skipIf(missing)(`recorded exchanges${missing ? `; skipped: ${missing}` : ''}`, tests);

/** Print what was reproduced, and expect that it is most of it. */
export function expectCoverage(comparisons: readonly Comparison[]): void {
  const coverage = coverageOf(comparisons);
  const share = shareOf(coverage);
  console.info(
    `${table(coverage)}\n${(share * 100).toFixed(1)} % of ${comparisons.length} recorded exchanges\n${coverage.differences.slice(0, 40).join('\n')}`,
  );
  expect(share).toBeGreaterThan(0.9);
}

function coverageOf(results: readonly Comparison[]): Coverage {
  const operations = new Map<string, { recorded: number; reproduced: number }>();
  for (const { operation, difference } of results) {
    const counts = operations.get(operation) ?? { recorded: 0, reproduced: 0 };
    counts.recorded += 1;
    if (difference === undefined) counts.reproduced += 1;
    operations.set(operation, counts);
  }
  return { operations, differences: results.flatMap(({ difference }) => difference ?? []) };
}

/** The share of recorded exchanges that were reproduced, from 0 to 1. */
function shareOf({ operations }: Coverage): number {
  const all = [...operations.values()];
  const sum = (of: 'recorded' | 'reproduced') => all.reduce((total, counts) => total + counts[of], 0);
  return sum('reproduced') / sum('recorded');
}

const table = ({ operations }: Coverage): string =>
  [...operations]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([operation, { recorded, reproduced }]) =>
        `${String(reproduced).padStart(4)} of ${String(recorded).padStart(3)}  ${operation}`,
    )
    .join('\n');

/** The paths at which two JSON values differ. @param ignored names of members that do not count */
export function differencesOf(recorded: unknown, simulated: unknown, ignored: ReadonlySet<string>, at = ''): string[] {
  if (isDeepStrictEqual(recorded, simulated)) return [];
  if (Array.isArray(recorded) && Array.isArray(simulated) && recorded.length === simulated.length)
    return recorded.flatMap((item, index) => differencesOf(item, simulated[index], ignored, `${at}[${index}]`));
  if (!isObject(recorded) || !isObject(simulated))
    return [`${at || 'body'}: ${short(recorded)} recorded, ${short(simulated)} here`];
  const names = new Set([...Object.keys(recorded), ...Object.keys(simulated)]).difference(ignored);
  return [...names].flatMap(name => differencesOf(recorded[name], simulated[name], ignored, `${at}.${name}`));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Recordings may hold secrets, so values are described and not shown. */
function short(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value} of ${String(value).length} characters`;
}
