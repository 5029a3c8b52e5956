// The semantic models that analysts query: a table for each resource, the folders of views under sql/views, and descriptions of all
// columns.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { mebibyte } from '../mebibytes.ts';
import { resourceOf } from '../resources/registry.ts';
import { identifier, instanceOptions } from '../warehouse/duckdb.ts';
import { sqlFiles } from '../warehouse/sql-files.ts';
import { inventoryRelations, relationQuery } from '../warehouse/version/inventory.ts';
import { columnsOf } from './column-types.ts';
import { columnName, resourceViews } from './resource-views.ts';
import { parseView, type View } from './view-file.ts';

export interface Model {
  readonly name: string;
  readonly description: string;
  readonly tables: readonly ModelTable[];
}

export interface ModelTable {
  readonly name: string;
  readonly description: string;
  /** The SELECT that the view is made of. */
  readonly sql: string;
  readonly columns: readonly ModelColumn[];
}

export interface ModelColumn {
  readonly name: string;
  /** DuckDB type. */
  readonly type: string;
  readonly description: string;
}

interface ModelFolder {
  readonly name: string;
  readonly description: string;
  /** Column → description, for columns that mean the same in every table. */
  readonly glossary: ReadonlyMap<string, string>;
  readonly views: readonly View[];
}

const root = path.join(import.meta.dirname, '../../sql/views');

let folders: readonly ModelFolder[] | undefined;

/** The model that has the tables of resources. */
const modelOfResources = 'service_identity';

/** In the order of the files' names; the tables of resources stand among those of the first number. */
const inOrder = (one: View, other: View) => one.rank - other.rank || (one.name < other.name ? -1 : 1);

/** Each folder is a model: `model.md` describes it, and each SQL file is a view. A view may read views with a smaller number. */
function modelFolders(): readonly ModelFolder[] {
  folders ??= fs.readdirSync(root).sort().map(readFolder);
  return folders;
}

function readFolder(name: string): ModelFolder {
  const folder = path.join(root, name);
  const about = fs.readFileSync(path.join(folder, 'model.md'), 'utf8');
  const files = sqlFiles(`views/${name}`).map(file => parseView(file));
  const views = name === modelOfResources ? [...resourceViews(), ...files].sort(inOrder) : files;
  return {
    name,
    description: about.split('\n\n')[0]!.replaceAll('\n', ' '),
    glossary: new Map([...about.matchAll(/^- (\w+): (.*)$/gm)].map(([, column, text]) => [column!, text!])),
    views,
  };
}

export function modelNames(): string[] {
  return modelFolders().map(({ name }) => name);
}

/** Statements that create a schema of views for every model. Schema `inventory` must exist. */
export function modelStatements(): string[] {
  return modelFolders().flatMap(({ name, views }) => [
    `CREATE SCHEMA ${identifier(name)}`,
    ...views.map(view => `CREATE VIEW ${identifier(name)}.${identifier(view.name)} AS ${view.sql}`),
  ]);
}

let described: Promise<readonly Model[]> | undefined;

/** Every model with its tables and columns. The types come from DuckDB, which creates the views over an inventory without rows. */
export function models(): Promise<readonly Model[]> {
  described ??= describe();
  return described;
}

async function describe(): Promise<readonly Model[]> {
  const options = instanceOptions({ spillFolder: os.tmpdir(), threads: 1, memoryBytes: 256 * mebibyte });
  const instance = await DuckDBInstance.create(':memory:', options);
  const connection = await instance.connect();
  try {
    await connection.run('CREATE SCHEMA inventory');
    for (const relation of inventoryRelations())
      await connection.run(`CREATE VIEW inventory.${identifier(relation.name)} AS ${relationQuery(relation)}`);
    for (const statement of modelStatements()) await connection.run(statement);
    const all: Model[] = [];
    for (const folder of modelFolders()) all.push(await describeModel(connection, folder));
    return all;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function describeModel(connection: DuckDBConnection, folder: ModelFolder): Promise<Model> {
  const tables: ModelTable[] = [];
  for (const view of folder.views) {
    const { name, sql } = view;
    const empty = await connection.run(`SELECT * FROM ${identifier(folder.name)}.${identifier(name)} LIMIT 0`);
    const columns = columnsOf(empty).map(column => ({
      ...column,
      description: descriptionOf(folder, view, column.name),
    }));
    tables.push({ name, description: view.description, sql, columns });
  }
  return { name: folder.name, description: folder.description, tables };
}

/** A column's line in the view's header, or the description of the resource's field, or the entry in the model's glossary. */
function descriptionOf(folder: ModelFolder, view: View, column: string): string {
  const text = view.columns.get(column) ?? fieldDescriptions(view).get(column) ?? folder.glossary.get(column);
  if (text === undefined) {
    throw new Error(
      `sql/views/${folder.name}: column ${view.name}.${column} has no description; add a line \`-- ${column}: …\` to the header of its file`,
    );
  }
  return text;
}

function fieldDescriptions({ resource }: View): Map<string, string> {
  const fields = resource === undefined ? {} : resourceOf(resource)!.fields;
  return new Map(Object.entries(fields).map(([name, field]) => [columnName(name), field.description!]));
}
