// Runs the statements of a standing database: each by its effect on what the database holds.
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResultReader } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { compression, identifier, type Statements, setPlans } from '../duckdb.ts';
import {
  areInMemory,
  type Catalogue,
  emptyCatalogue,
  isEmpty,
  isInMemory,
  noteTable,
  tablesWithRows,
  viewsIn,
} from './catalogue.ts';
import { isScalarMacro, type NamedRelations, namedRelations, scalarFunctions } from './named-relations.ts';
import { type SqlStatement, statementsOf } from './statements.ts';
import { trackVariables, type Variables } from './variables.ts';

/** What a build does with the database. */
export interface StandingUse {
  readonly threads: number;
  /** Statements that read files read many rows. */
  readonly readsManyRows: boolean;
}

export interface StandingStatements extends Statements {
  readonly catalogue: Catalogue;
  /** Begin a build. */
  begin(use: StandingUse): Promise<void>;
  /** Empty all tables and detach all files. @returns false when no other build can use the database */
  clear(): Promise<boolean>;
}

interface Standing {
  readonly connection: DuckDBConnection;
  readonly catalogue: Catalogue;
  readonly variables: Variables;
  /** Name → the text that created the macro. */
  readonly macros: Map<string, string>;
  /** Functions and macros that give a value for each row; read when first needed. */
  scalars: Set<string> | undefined;
  /** Text → its statements. */
  readonly texts: LRUCache<string, Known[]>;
  /** How many views and macros were created, and how many when the last macro was. */
  created: number;
  macrosSince: number;
  /** The plans that DuckDB makes now. */
  plans: 'full' | 'quick';
  readsManyRows: boolean;
  /** A statement changed the relations in a way that `catalogue` does not follow. */
  isSpoiled: boolean;
}

/** A statement, and what is known of it since it was run before. */
interface Known {
  readonly statement: SqlStatement;
  wasRun: boolean;
  /** What its query reads. */
  reads?: NamedRelations;
  plan?: { readonly prepared: DuckDBPreparedStatement; readonly surroundings: string };
}

type Values = Readonly<Record<string, number | string>> | undefined;

/** The texts whose statements and plans are remembered. A build runs about 600, of which most are the same each time. */
const mostTexts = 2_000;

export function createStandingStatements(connection: DuckDBConnection): StandingStatements {
  const standing: Standing = {
    connection,
    catalogue: emptyCatalogue(),
    variables: trackVariables(connection),
    macros: new Map(),
    scalars: undefined,
    texts: new LRUCache<string, Known[]>({ max: mostTexts, dispose: known => forget(known) }),
    created: 0,
    macrosSince: 0,
    plans: 'quick',
    readsManyRows: false,
    isSpoiled: false,
  };
  const knownOf = (text: string) => {
    const known = standing.texts.get(text) ?? statementsOf(text).map(statement => ({ statement, wasRun: false }));
    standing.texts.set(text, known);
    return known;
  };
  const runAll = async (known: readonly Known[], values?: Values) => {
    let last: DuckDBResultReader | undefined;
    for (const each of known) last = await execute(standing, each, values);
    return last;
  };
  return {
    catalogue: standing.catalogue,
    run: async (text, values) => void (await runAll(knownOf(text), values)),
    async rows<Row>(text: string) {
      const known = knownOf(text);
      const result = await runAll(known);
      if (result) return result.getRowObjectsJS() as Row[];
      // It was left out: a SELECT without rows, or an INSERT of none.
      return known.at(-1)?.statement.kind === 'select' ? [] : [{ Count: 0n } as Row];
    },
    begin: use => begin(standing, use),
    clear: () => clear(standing),
  };
}

async function begin(standing: Standing, { threads, readsManyRows }: StandingUse): Promise<void> {
  standing.readsManyRows = readsManyRows;
  await standing.connection.run(`SET threads = ${threads}; ${compression(!readsManyRows)}`);
}

function forget(known: readonly Known[]): void {
  for (const { plan } of known) plan?.prepared.destroySync();
}

async function direct(standing: Standing, text: string, values?: Values): Promise<DuckDBResultReader> {
  await usePlans(standing, standing.readsManyRows ? 'full' : 'quick');
  return standing.connection.runAndReadAll(text, values && { ...values });
}

async function usePlans(standing: Standing, plans: Standing['plans']): Promise<void> {
  if (standing.plans === plans) return;
  await standing.connection.run(setPlans(plans === 'quick' ? 'of few rows' : undefined));
  standing.plans = plans;
}

/** @returns undefined when the statement was left out */
async function execute(standing: Standing, known: Known, values: Values): Promise<DuckDBResultReader | undefined> {
  const { catalogue, variables } = standing;
  const { statement } = known;
  const { text } = statement;
  switch (statement.kind) {
    case 'create from query':
    case 'insert':
      return fill(standing, known, statement, values);
    case 'select':
      return (await givesNothing(standing, known, text)) ? undefined : ask(standing, known, text, values);
    case 'create table': {
      if (await isTable(standing, statement.name)) return undefined;
      const result = await direct(standing, text);
      noteTable(catalogue, statement.name, false);
      return result;
    }
    case 'insert rows':
    case 'replace table': {
      const result = await direct(standing, text, values);
      noteTable(catalogue, statement.name, true);
      return result;
    }
    case 'create view':
      return createView(standing, statement);
    case 'create schema':
      if (catalogue.schemas.has(statement.name)) return undefined;
      if (isInMemory(catalogue, statement.name)) catalogue.schemas.add(statement.name);
      return direct(standing, text);
    case 'create macro':
      return createMacro(standing, statement);
    case 'set variable':
      variables.change();
      return direct(standing, text);
    case 'drop':
      return drop(standing, statement);
    case 'change': {
      const relation = catalogue.relations.get(statement.name);
      return relation?.kind === 'table' && !relation.hasRows ? undefined : direct(standing, text, values);
    }
    case 'attach memory':
      if (!catalogue.databases.has(statement.name)) {
        await direct(standing, text);
        catalogue.databases.add(statement.name);
      }
      if (statement.isReplaced) await empty(standing, statement.name);
      return undefined;
    case 'attach file': {
      const result = await direct(standing, text);
      catalogue.files.add(statement.name);
      return result;
    }
    case 'detach':
      if (catalogue.databases.has(statement.name)) return empty(standing, statement.name);
      catalogue.files.delete(statement.name);
      return direct(standing, text);
    case 'other':
      standing.isSpoiled ||= /^(?:ALTER|CREATE|DROP|MERGE|ROLLBACK|TRUNCATE)\b/.test(text);
      return direct(standing, text, values);
  }
}

/** Fill a table with the rows of a query, or add them to it. @returns undefined when there are no rows to add */
async function fill(
  standing: Standing,
  known: Known,
  { kind, name, text, query, insert }: Extract<SqlStatement, { insert: string }>,
  values: Values,
): Promise<DuckDBResultReader | undefined> {
  const { catalogue } = standing;
  const isThere = isInMemory(catalogue, name) && (await isTable(standing, name));
  if ((isThere || kind === 'insert') && (await givesNothing(standing, known, query))) return undefined;
  if (!isThere) {
    known.wasRun = true;
    const result = await direct(standing, text, values);
    if (kind === 'create from query') noteTable(catalogue, name, countOf(result) > 0);
    return result;
  }
  const result = await ask(standing, known, insert, values);
  noteTable(catalogue, name, countOf(result) > 0);
  return result;
}

/** Whether there is a table of this name. A view of this name is removed. */
async function isTable(standing: Standing, name: string): Promise<boolean> {
  const { relations } = standing.catalogue;
  const relation = relations.get(name);
  if (relation?.kind === 'view') {
    await direct(standing, `DROP VIEW ${quoted(name)}`);
    relations.delete(name);
  }
  return relation?.kind === 'table';
}

/** Whether a statement that was run before is known to give no rows now. */
async function givesNothing(standing: Standing, known: Known, query: string): Promise<boolean> {
  if (!known.wasRun) return false;
  standing.scalars ??= await scalarFunctions(standing.connection);
  known.reads ??= await namedRelations(standing.connection, query, standing.scalars);
  return isEmpty(standing.catalogue, known.reads.emptyWhen);
}

/** What a plan contains besides its text: the values of variables, macros, and the queries of views. */
async function surroundingsOf(
  { catalogue, variables, macrosSince }: Standing,
  reads: ReadonlySet<string>,
  text: string,
): Promise<string> {
  return `${await variables.valuesFor(text)} ${macrosSince} ${viewsIn(catalogue, reads)}`;
}

function countOf(result: DuckDBResultReader): bigint {
  return result.getRows()[0]?.[0] as bigint;
}

/** Run a statement that reads a query, with its plan if it was run before. */
async function ask(standing: Standing, known: Known, text: string, values: Values): Promise<DuckDBResultReader> {
  const { connection, catalogue } = standing;
  const { reads, wasRun } = known;
  known.wasRun = true;
  if (!wasRun || !reads || reads.readsOthers || !areInMemory(catalogue, reads.relations))
    return direct(standing, text, values);
  const surroundings = await surroundingsOf(standing, reads.relations, text);
  // DuckDB makes a plan again when it is run after a table was created.
  await usePlans(standing, 'quick');
  if (known.plan?.surroundings !== surroundings) {
    forget([known]);
    known.plan = { prepared: await connection.prepare(text), surroundings };
  }
  const { prepared } = known.plan;
  if (values) prepared.bind({ ...values });
  return prepared.runAndReadAll();
}

async function createMacro(
  standing: Standing,
  { name, text, create }: Extract<SqlStatement, { kind: 'create macro' }>,
): Promise<DuckDBResultReader | undefined> {
  const { macros, variables } = standing;
  if (macros.get(name) === text) return undefined;
  const result = await direct(standing, create);
  macros.set(name, text);
  standing.scalars ??= await scalarFunctions(standing.connection);
  if (await isScalarMacro(standing.connection, create, standing.scalars))
    standing.scalars.add(name.split('.').at(-1)!.toLowerCase());
  variables.addMacro(text);
  standing.created += 1;
  standing.macrosSince = standing.created;
  return result;
}

async function createView(
  standing: Standing,
  { name, query, create }: Extract<SqlStatement, { kind: 'create view' }>,
): Promise<DuckDBResultReader | undefined> {
  const { connection, catalogue } = standing;
  const relation = catalogue.relations.get(name);
  if (relation?.kind === 'view' && relation.create === create) return undefined;
  if (relation?.kind === 'table') await direct(standing, `DROP TABLE ${quoted(name)}`);
  const result = await direct(standing, create);
  standing.scalars ??= await scalarFunctions(connection);
  const { relations, readsOthers, emptyWhen } = await namedRelations(connection, query, standing.scalars);
  const reads = readsOthers || !areInMemory(catalogue, relations) ? undefined : relations;
  standing.created += 1;
  catalogue.relations.set(name, { kind: 'view', create, serial: standing.created, reads, emptyWhen });
  return result;
}

async function drop(
  standing: Standing,
  { name, text }: SqlStatement & { readonly name: string },
): Promise<DuckDBResultReader | undefined> {
  const relation = standing.catalogue.relations.get(name);
  if (!relation) return direct(standing, text);
  if (relation.kind === 'table' && relation.hasRows) await emptyTables(standing, [name]);
  return undefined;
}

/** Empty the tables of a database. */
async function empty(standing: Standing, database: string): Promise<undefined> {
  const names = tablesWithRows(standing.catalogue, database);
  if (names.length === 0) return;
  await emptyTables(standing, names);
  // Gives the memory of the deleted rows back.
  await direct(standing, `CHECKPOINT ${database}`);
}

async function emptyTables(standing: Standing, names: readonly string[]): Promise<void> {
  const { connection, catalogue } = standing;
  await connection.run(names.map(name => `DELETE FROM ${quoted(name)}`).join(';'));
  for (const name of names) catalogue.relations.set(name, { kind: 'table', hasRows: false });
}

async function clear(standing: Standing): Promise<boolean> {
  const { connection, catalogue } = standing;
  if (standing.isSpoiled) return false;
  await connection.run(`SET search_path = 'memory.main'`);
  for (const file of catalogue.files) await connection.run(`DETACH ${file}`);
  catalogue.files.clear();
  for (const database of catalogue.databases) await empty(standing, database);
  // Views over the files of a version.
  for (const name of catalogue.relations.keys()) {
    if (isInMemory(catalogue, name)) continue;
    await connection.run(`DROP VIEW ${quoted(name)}`);
    catalogue.relations.delete(name);
  }
  return true;
}

function quoted(name: string): string {
  return name.split('.').map(identifier).join('.');
}
