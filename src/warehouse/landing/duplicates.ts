// Ids that came more than once in a read: the first record is kept, the others are listed like rejected records.
import { literal } from '../duckdb.ts';
import { duplicatesName } from './file-names.ts';
import { keepText, type PartOptions } from './part.ts';

export interface DuplicatesOptions extends PartOptions {
  /** Use local copies of all Parquet files that the read has landed, including those of former attempts. */
  withLanded<Result>(use: (files: readonly string[]) => Promise<Result>): Promise<Result>;
}

/** Repeated ids that are listed one by one. All are counted. */
const listedDuplicates = 1000;

/** @returns the number of records that are left out because their id had come before */
export async function setDuplicatesAside(options: DuplicatesOptions): Promise<number> {
  const { duckdb, attempt } = options;
  return options.withLanded(async files => {
    if (files.length === 0) return 0;
    const landed = `read_parquet([${files.map(literal).join(', ')}])`;
    const [row] = await duckdb.rows<{ duplicates: bigint }>(
      `SELECT count(*) - count(DISTINCT "id") AS duplicates FROM ${landed}`,
    );
    if (row!.duplicates === 0n) return 0;
    const repeated = await duckdb.rows<{ id: string; times: bigint }>(
      `SELECT "id", count(*) AS times FROM ${landed} GROUP BY "id" HAVING count(*) > 1 ORDER BY "id" LIMIT ${listedDuplicates}`,
    );
    const lines = repeated.map(({ id, times }) => {
      const reason = `id ${JSON.stringify(id)} came ${times} times in one read; the first record is kept`;
      return `${JSON.stringify({ place: id, reasons: [reason] })}\n`;
    });
    await keepText(options, duplicatesName(attempt), lines.join(''));
    return Number(row!.duplicates);
  });
}
