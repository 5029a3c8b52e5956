// The semantic models: the folders of views under sql/views that analysts query, with descriptions of the views' columns.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { mebibyte } from '../mebibytes.ts';
import { resourceOf } from '../resources/registry.ts';
import * as sharedTypes from '../resources/types/shared-types.ts';
import { jsonStructure, shapeOf } from '../warehouse/columns.ts';
import { identifier, instanceOptions } from '../warehouse/duckdb.ts';
import { sqlFiles } from '../warehouse/sql-files.ts';
import { inventoryRelations, relationQuery } from '../warehouse/version/inventory.ts';
import { columnsOf } from './column-types.ts';
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

/** Each folder is a model: `model.md` describes it, and each SQL file is a view. A view may read views of earlier files. */
function modelFolders(): readonly ModelFolder[] {
  folders ??= fs.readdirSync(root).sort().map(readFolder);
  return folders;
}

function readFolder(name: string): ModelFolder {
  const folder = path.join(root, name);
  const about = fs.readFileSync(path.join(folder, 'model.md'), 'utf8');
  const views = sqlFiles(`views/${name}`).map(file => parseView(file, withStructures(file.name, file.body)));
  return {
    name,
    description: about.split('\n\n')[0]!.replaceAll('\n', ' '),
    glossary: new Map([...about.matchAll(/^- (\w+): (.*)$/gm)].map(([, column, text]) => [column!, text!])),
    views,
  };
}

/** Replace `{{Owner}}` in a view with the JSON structure of that shared type of the interface. */
function withStructures(file: string, body: string): string {
  return body.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const type = (sharedTypes as Record<string, unknown>)[name];
    if (!(type instanceof z.ZodObject))
      throw new Error(`sql/${file}: {{${name}}} is not a type of src/resources/types/shared-types.ts`);
    return JSON.stringify(jsonStructure(shapeOf(type)));
  });
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

/** `hasAPIAccess` → `has_api_access`, `oauthClientId` and `enrichedOAuthClientId` → `…oauth_client_id`. */
export function columnName(field: string): string {
  return field
    .replaceAll('OAuth', 'Oauth')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .toLowerCase();
}
