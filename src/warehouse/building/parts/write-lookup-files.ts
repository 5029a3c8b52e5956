// Writes the lookup files of a version (../../version/lookup-files.ts).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type DuckDB, fileForm, identifier, literal } from '../../duckdb.ts';
import { auxiliaryTables, type LookupSubject, lookupTables } from '../../version/inventory.ts';
import { lookupFileTypes, partFile, partRows, type TablePart, type VersionTables } from '../../version/table-parts.ts';
import { takeOverPart } from './write-delta.ts';
import { nameOf } from './write-parts.ts';

/**
 * An application instance with this many rows of a subject has a lookup file for it. Fewer rows are found as fast in their Parquet files,
 * which have few row groups then.
 */
export const defaultLookupRows = 100_000;

interface LookupFilesOptions {
  /** The folder of the version. */
  readonly folder: string;
  /** The minimum number of rows of a lookup file. */
  readonly lookupRows: number;
  /** The version in service, if files of it can be taken over. */
  readonly previous: VersionTables | undefined;
}

/** How a lookup file is made. */
interface LookupFileForm {
  /**
   * How many rows DuckDB looks at together: it skips a group when its least and greatest values say that no row is wanted, and
   * otherwise decompresses all of them.
   */
  readonly groupRows: number;
  readonly tables: readonly {
    readonly name: string;
    /** The table that has its rows. */
    readonly of: string;
    readonly order: string | undefined;
    readonly columns: string;
  }[];
}

const forms: Readonly<Record<LookupSubject, LookupFileForm>> = {
  // With 20,480 the files are a sixth smaller, and a lookup takes a fifth longer.
  access: { groupRows: 4_096, tables: tablesOf('access') },
  // With 4,096 a search for similar words, which reads all words, takes longer, and other searches as long.
  search: { groupRows: 20_480, tables: tablesOf('search') },
};

function tablesOf(subject: LookupSubject): LookupFileForm['tables'] {
  return Object.entries(lookupTables)
    .filter(([, table]) => table.subject === subject)
    .map(([name, { of, order }]) => {
      const columns = Object.keys(auxiliaryTables[name as keyof typeof auxiliaryTables]);
      return { name, of, order, columns: columns.map(identifier).join(', ') };
    });
}

/**
 * Write the lookup files of a subject. Each is taken over when all parts of its rows are. No transaction may be open.
 * @param parts the parts of the version's tables
 */
export async function writeLookupFiles(
  duckdb: DuckDB,
  subject: LookupSubject,
  parts: readonly TablePart[],
  { folder, lookupRows, previous }: LookupFilesOptions,
): Promise<TablePart[]> {
  const form = forms[subject];
  const type = lookupFileTypes[subject];
  // A file of a previous release that was made otherwise is not taken over.
  const hashKind = createHash('sha256').update(JSON.stringify(form)).digest('hex').slice(0, 16);
  const sources = new Set(form.tables.map(({ of }) => of));
  const byInstance = Map.groupBy(
    parts.filter(part => sources.has(part.type)),
    ({ applicationInstanceId }) => applicationInstanceId,
  );
  const files: TablePart[] = [];
  for (const [applicationInstanceId, own] of byInstance) {
    const rows = own.reduce((sum, part) => sum + part.rows, 0);
    if (rows < lookupRows) continue;
    const before = previous?.lookupFiles.find(
      file =>
        file.type === type &&
        file.applicationInstanceId === applicationInstanceId &&
        file.hashKind === hashKind &&
        file.rows === rows,
    );
    if (before && own.every(part => previous!.parts.get(part.type)?.includes(part))) {
      files.push(takeOverPart(folder, { part: before, folder: previous!.folder }));
      continue;
    }
    const base = path.join(type, `${nameOf(applicationInstanceId)}.duckdb`);
    await writeFile(duckdb, folder, base, form, own);
    files.push({ type, applicationInstanceId, rows, baseRows: rows, hashKind, base, delta: null, gone: null });
  }
  return files;
}

async function writeFile(
  duckdb: DuckDB,
  folder: string,
  base: string,
  { groupRows, tables }: LookupFileForm,
  own: readonly TablePart[],
): Promise<void> {
  const file = partFile(folder, base);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  await duckdb.run(`ATTACH ${literal(file)} AS lookups (ROW_GROUP_SIZE ${groupRows}, ${fileForm})`);
  try {
    for (const { name, of, order, columns } of tables) {
      const part = own.find(({ type }) => type === of);
      if (!part) continue;
      await duckdb.run(`CREATE TABLE lookups.main.${identifier(name)} AS SELECT ${columns} FROM ${partRows([part], folder)}
        ${order === undefined ? '' : `ORDER BY ${order}`}`);
    }
    await duckdb.run('CHECKPOINT lookups');
  } finally {
    await duckdb.run('DETACH lookups');
  }
}
