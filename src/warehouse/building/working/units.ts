// The SQL of a step as units: what is run, or left out, together. They follow from the statements themselves, as DuckDB's own parser
// reads them, so no file has to say what it reads.
import type { Statements } from '../../duckdb.ts';
import { type SqlFile, sqlFiles } from '../../sql-files.ts';
import { type SqlStatement, statementsOf } from '../../standing/statements.ts';
import { type FileRun, fileRunOf } from '../steps.ts';
import { type Columns, joined, type Reads, readsOfStatement, relationsOf } from './reads.ts';

export interface Unit {
  readonly statements: readonly UnitStatement[];
  /** The tables that it makes. Nothing else writes to them. */
  readonly tables: readonly string[];
  readonly reads: Reads;
}

export interface UnitStatement {
  readonly statement: SqlStatement;
  readonly run: FileRun;
  /** It is the last statement of its file. */
  readonly isLast: boolean;
}

export interface FolderUnits {
  /** Statements that create macros. They are run before all units, in every build. */
  readonly macros: readonly string[];
  readonly units: readonly Unit[];
}

/** A variable of the database as a relation that statements read. */
export const variableOf = (name: string) => `variable.${name}`;

/** The folders whose files are run as units, in their order. */
const folders = ['building/enrich', 'building/analytics', 'building/impersonation', 'building/risks/prepare'];

interface Program {
  /** Folder → its units. */
  readonly units: ReadonlyMap<string, FolderUnits>;
  /** View → what it reads. */
  readonly views: ReadonlyMap<string, Reads>;
}

let program: Promise<Program> | undefined;

/** They follow from the program, so they are found once. */
function programUnits(duckdb: Statements): Promise<Program> {
  program ??= findProgram(duckdb).catch(error => {
    program = undefined;
    throw error;
  });
  return program;
}

async function findProgram(duckdb: Statements): Promise<Program> {
  const views = new Map<string, Reads>();
  const units = new Map<string, FolderUnits>();
  for (const folder of folders) units.set(folder, await unitsOf(duckdb, sqlFiles(folder), views));
  return { units, views };
}

/** The units of a folder of SQL files, in the order in which they run. */
export async function stepUnits(duckdb: Statements, folder: string): Promise<FolderUnits> {
  return (await programUnits(duckdb)).units.get(folder) ?? { macros: [], units: [] };
}

const queries = new Map<string, Reads>();

/** What a query of the program reads of the tables of the steps. */
export async function readsOfQuery(duckdb: Statements, query: string): Promise<Reads> {
  const known = queries.get(query);
  if (known) return known;
  const { views } = await programUnits(duckdb);
  const reads = new Map<string, Columns>();
  addReads(reads, await relationsOf(duckdb, query), views);
  queries.set(query, reads);
  return reads;
}

/** What a relation stands for: what a view reads, or the relation itself. */
export async function relationsBehind(duckdb: Statements, relation: string): Promise<Reads> {
  const { views } = await programUnits(duckdb);
  const reads = new Map<string, Columns>();
  addReads(reads, new Map([[relation, 'all']]), views);
  return reads;
}

/**
 * The units of some files. Statements that write to the same table are one unit, with all statements between them; and so are those of a
 * file with a computation that follows.
 * @param views the views of earlier steps → what they read; those of these files are added
 */
async function unitsOf(duckdb: Statements, files: readonly SqlFile[], views: Map<string, Reads>): Promise<FolderUnits> {
  const all = files.flatMap(file => {
    const statements = statementsOf(file.text).filter(({ kind }) => kind !== 'drop');
    return statements.map((statement, index) => ({
      ...{ file, statement, run: fileRunOf(file.name), isLast: index === statements.length - 1 },
    }));
  });
  const isMacro = ({ statement }: { statement: SqlStatement }) => statement.kind === 'create macro';
  const macros = all.filter(isMacro).flatMap(({ statement }) => ('create' in statement ? statement.create : []));
  const parts = all.filter(part => !isMacro(part));
  const units: Unit[] = [];
  for (const own of together(parts)) units.push(await unitOf(duckdb, own, views));
  return { macros, units };
}

type Part = UnitStatement & { readonly file: SqlFile };

/** Group statements in the order in which they stand. */
function together(parts: readonly Part[]): Part[][] {
  const lastOf = new Map<string, number>();
  const keys = parts.map(({ statement, file, run }) => [
    ...('name' in statement ? [statement.name] : []),
    ...(run.afterwards ? [file.name] : []),
  ]);
  for (const [index, own] of keys.entries()) for (const key of own) lastOf.set(key, index);
  const groups: Part[][] = [];
  let end = -1;
  for (const [index, part] of parts.entries()) {
    if (index > end) groups.push([]);
    groups.at(-1)!.push(part);
    end = Math.max(end, index, ...keys[index]!.map(key => lastOf.get(key)!));
  }
  return groups;
}

async function unitOf(duckdb: Statements, parts: readonly Part[], views: Map<string, Reads>): Promise<Unit> {
  const tables = new Set<string>();
  const reads = new Map<string, Columns>();
  for (const { statement, run } of parts) {
    const own = await readsOfStatement(duckdb, statement);
    if (statement.kind === 'create view') views.set(statement.name, own);
    else if (statement.kind.startsWith('create') && 'name' in statement) tables.add(statement.name);
    addReads(reads, own, views);
    for (const [, name] of `${statement.text}${run.onlyWhen ?? ''}`.matchAll(/getvariable\('(\w+)'\)/g)) {
      reads.set(variableOf(name!), 'all');
    }
    if (run.onlyWhen !== undefined) {
      for (const [name] of run.onlyWhen.matchAll(/\b(?:analytics|impersonation)\.\w+/g)) reads.set(name, 'all');
    }
  }
  for (const name of tables) reads.delete(name);
  return { statements: parts, tables: [...tables], reads };
}

/** Add what is read to `reads`; of a view, what it reads. */
function addReads(reads: Map<string, Columns>, more: Reads, views: ReadonlyMap<string, Reads>): void {
  for (const [name, columns] of more) {
    const view = views.get(name);
    if (view) addReads(reads, view, views);
    else for (const each of joinedIn(name)) reads.set(each, joined(reads.get(each), columns));
  }
}

/** A view of schema `filled` joins the tables of the steps that fill a type (rows/filled-rows.ts). */
function joinedIn(name: string): string[] {
  const [schema, type] = name.split('.') as [string, string];
  return schema === 'filled' ? ['model', 'enrich', 'analytics', 'impersonation'].map(of => `${of}.${type}`) : [name];
}
