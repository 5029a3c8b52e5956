// The semantic models: the folders of views under sql/views that analysts query, with descriptions of the views' columns.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { resourceOf } from '../resources/registry.ts';
import * as sharedTypes from '../resources/types/shared-types.ts';
import { jsonStructure, shapeOf } from '../warehouse/columns.ts';
import { identifier, openDuckDB } from '../warehouse/duckdb.ts';
import { sqlFiles } from '../warehouse/sql-files.ts';
import { inventoryRelations, relationQuery } from '../warehouse/version/inventory.ts';
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
  await using duckdb = await openDuckDB({
    file: ':memory:',
    spillFolder: os.tmpdir(),
    threads: 1,
    memoryBytes: 256 * 1024 * 1024,
  });
  await duckdb.run('CREATE SCHEMA inventory');
  for (const relation of inventoryRelations())
    await duckdb.run(`CREATE VIEW inventory.${identifier(relation.name)} AS ${relationQuery(relation)}`);
  for (const statement of modelStatements()) await duckdb.run(statement);
  const columns = await duckdb.rows<{ model: string; table: string; name: string; type: string }>(
    `SELECT schema_name AS model, table_name AS "table", column_name AS name, data_type AS type
     FROM duckdb_columns() WHERE NOT internal ORDER BY column_index`,
  );
  return modelFolders().map(folder => ({
    name: folder.name,
    description: folder.description,
    tables: folder.views.map(view => ({
      name: view.name,
      description: view.description,
      sql: view.sql,
      columns: columns
        .filter(column => column.model === folder.name && column.table === view.name)
        .map(({ name, type }) => ({ name, type, description: descriptionOf(folder, view, name) })),
    })),
  }));
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
