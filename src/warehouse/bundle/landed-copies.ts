// Copies of landed files for a bundle: as they are, or with pseudonyms.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Within } from '../../connector/contract.ts';
import type { LandedChain, LandedRun } from '../../state/landed-chains.ts';
import type { LandedFile, SyncRead } from '../../state/reads.ts';
import { copyFile, fileFacts } from '../../storage/local-files.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { maxRecordBytes } from '../landing/intake.ts';
import type { LocalChain, LocalRun } from '../landing/landed.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export interface CopyOptions {
  readonly duckdb: DuckDB;
  /** Gets the files, with numbers as names. */
  readonly folder: string;
  /** Undefined: the copies are exact. */
  readonly pseudonyms: Pseudonyms | undefined;
}

/** Copy the files of chains. @returns the chains with the copies, without what only a read of the source would need */
export async function copyChains(chains: readonly LocalChain[], options: CopyOptions): Promise<LandedChain[]> {
  let count = 0;
  const copied = async (files: readonly string[]): Promise<LandedFile[]> => {
    const copies: LandedFile[] = [];
    for (const file of files) {
      const name = `${String(++count).padStart(6, '0')}.parquet`;
      await copy(file, path.join(options.folder, name), options);
      copies.push({ name, ...(await fileFacts(path.join(options.folder, name))) });
    }
    return copies;
  };
  const copiedRun = async (run: LocalRun): Promise<LandedRun> => {
    const { paths, removedPaths, unconfirmedPaths, read, ...facts } = run;
    return {
      ...facts,
      read: readWithPseudonyms({ ...read, cursor: null, since: null, digest: null }, options.pseudonyms),
      files: await copied(paths),
      removed: await copied(removedPaths),
      unconfirmed: await copied(unconfirmedPaths),
    };
  };
  const made: LandedChain[] = [];
  for (const { runs, ...chain } of chains) {
    const copiedRuns: LandedRun[] = [];
    for (const run of runs) copiedRuns.push(await copiedRun(run));
    made.push({ ...chain, runs: copiedRuns });
  }
  return made;
}

/** A line of the ledger whose texts have pseudonyms. What a build decides by stays. @param pseudonyms undefined: it is unchanged */
export function readWithPseudonyms(read: SyncRead, pseudonyms: Pseudonyms | undefined): SyncRead {
  if (!pseudonyms) return read;
  const { text } = pseudonyms;
  const gaps = read.gaps.map(({ subject, message, within, except, ...gap }) => ({
    ...{ ...gap, subject: text(subject), message: text(message) },
    ...(within && { within: objectsWithPseudonyms(within, text) }),
    ...(except && { except: objectsWithPseudonyms(except, text) }),
  }));
  return { ...read, gaps, error: read.error === null ? null : text(read.error) };
}

const objectsWithPseudonyms = ({ field, is, startsWith }: Within, text: Pseudonyms['text']): Within => ({
  field,
  ...(is && { is: is.map(text) }),
  ...(startsWith && { startsWith: startsWith.map(text) }),
});

async function copy(file: string, target: string, { duckdb, pseudonyms }: CopyOptions): Promise<void> {
  if (!pseudonyms) {
    await copyFile(file, target);
    return;
  }
  const lines = { before: `${target}.before`, after: `${target}.after` };
  try {
    await duckdb.run(`COPY (FROM read_parquet(${literal(file)})) TO ${literal(lines.before)} (FORMAT json)`);
    const before = readline.createInterface({ input: fs.createReadStream(lines.before), crlfDelay: Infinity });
    const after = fs.createWriteStream(lines.after, { mode: 0o600 });
    await pipeline(Readable.from(withPseudonyms(before, pseudonyms)), after);
    const columns = await duckdb.rows<{ column_name: string; column_type: string }>(
      `DESCRIBE FROM read_parquet(${literal(file)})`,
    );
    const types = columns.map(({ column_name: name, column_type: type }) => `${identifier(name)}: ${literal(type)}`);
    await duckdb.run(
      `COPY (FROM read_json(${literal(lines.after)}, format = 'newline_delimited', columns = {${types.join(', ')}},
        maximum_object_size = ${maxRecordBytes * 12})) TO ${literal(target)} (FORMAT parquet, COMPRESSION snappy)`,
    );
  } finally {
    for (const scratch of Object.values(lines)) fs.rmSync(scratch, { force: true });
  }
}

async function* withPseudonyms(lines: AsyncIterable<string>, { json }: Pseudonyms): AsyncGenerator<string> {
  for await (const line of lines) yield `${json(line)}\n`;
}
