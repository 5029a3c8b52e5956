// Files with ids of records: those that a read rejected, and those of objects that the source has deleted.
import fs from 'node:fs';
import type { Rejection } from '../../connector/contract.ts';
import { type DuckDB, literal } from '../duckdb.ts';

/** One line for each rejected record. An id that no landed record can have counts as unreadable: null. */
export function rejectedIdsText(rejected: readonly Rejection[]): string {
  return rejected
    .map(({ id, harmless = false }) => `${JSON.stringify({ id: id?.isWellFormed() ? id : null, harmless })}\n`)
    .join('');
}

/** One line for each removed object. An id that no landed record can have is left out. */
export function removedIdsText(removed: readonly string[]): string {
  return removed
    .filter(id => id.isWellFormed())
    .map(id => `${JSON.stringify({ id })}\n`)
    .join('');
}

export interface RejectedIds {
  /** Rejected records, except harmless ones, which the source itself ignores too. */
  readonly missing: number;
  /** Whether each of them has a readable id. */
  readonly areKnown: boolean;
}

/** @param expected how many records were rejected; records without a line have an unknown id */
export async function readRejectedIds(
  duckdb: DuckDB,
  files: readonly string[],
  expected: number,
): Promise<RejectedIds> {
  if (expected === 0) return { missing: 0, areKnown: true };
  if (files.length === 0) return { missing: expected, areKnown: false };
  const [row] = await duckdb.rows<{ lines: bigint; harmless: bigint; unknown: bigint }>(
    `SELECT count(*) AS lines, count(*) FILTER (harmless) AS harmless,
       count(*) FILTER (NOT harmless AND id IS NULL) AS unknown FROM ${rejectedIds(files)}`,
  );
  const lines = Number(row!.lines);
  return {
    missing: Math.max(lines, expected) - Number(row!.harmless),
    areKnown: lines >= expected && row!.unknown === 0n,
  };
}

/** A query source with the ids of rejected records, and whether these are harmless. */
export const rejectedIds = (files: readonly string[]) => idLines(files, "{id: 'VARCHAR', harmless: 'BOOLEAN'}");
/** A query source with the ids of objects that the source has deleted. */
export const removedIds = (files: readonly string[]) => idLines(files, "{id: 'VARCHAR'}");

/** DuckDB reserves memory for the longest line, so it is told how long one can be in these files. */
function idLines(files: readonly string[], columns: string): string {
  const longest = Math.min(maxLineBytes, Math.max(...files.map(file => fs.statSync(file).size)));
  return `read_json([${files.map(literal).join(', ')}], format = 'newline_delimited',
    columns = ${columns}, maximum_object_size = ${longest + 1024})`;
}

/** The longest line: an id of 4 MiB, the size limit of a record, with each character escaped as `\\u0000`. */
const maxLineBytes = 32 * 1024 * 1024;
