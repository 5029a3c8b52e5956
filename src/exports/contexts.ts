// The export contexts. Each is fully declared by its file in sql/export, or in sql/documents.
import { identifier } from '../warehouse/duckdb.ts';
import { sqlFiles } from '../warehouse/sql-files.ts';
import { type ExportContext, parseContext } from './context-file.ts';
import { parseDocument } from './document-file.ts';

let contexts: ReadonlyMap<string, ExportContext> | undefined;

function allContexts(): ReadonlyMap<string, ExportContext> {
  contexts ??= new Map(
    [...sqlFiles('export').map(parseContext), ...sqlFiles('documents').map(parseDocument)].map(context => [
      context.name,
      context,
    ]),
  );
  return contexts;
}

/** The context of that name; undefined when there is none. */
export function exportContext(name: string): ExportContext | undefined {
  return allContexts().get(name);
}

export function exportContextNames(): string[] {
  return [...allContexts().keys()];
}

/** `exports.permission_names(bits)`: the names of permissions, joined by `; `; NULL for none. */
const permissionNames = `CREATE MACRO exports.permission_names(permissions) AS nullif(list_aggregate(list_filter(
  ['Create', 'Read', 'Update', 'Delete', 'Execute', 'Share', 'Privileged', 'Other', 'Member'],
  lambda name, place: (permissions & (1 << (place - 1)::INTEGER)) > 0
), 'string_agg', '; '), '')`;

/**
 * Statements that create schema `exports`: the views that contexts read besides schema `inventory`, and functions:
 * `exports.permission_names(bits)`, and `exports.application(id)`, which returns the application of an instance. It replaces a join, which would lose the order of rows.
 */
export function exportViews(): string[] {
  return [
    'CREATE SCHEMA exports',
    ...sqlFiles('export/views').map(({ name, text }) => {
      const view = /([^/]+)\.sql$/.exec(name)![1]!;
      return `CREATE VIEW exports.${identifier(view)} AS ${text}`;
    }),
    `SET VARIABLE applications = (
       SELECT map_from_entries(list((application."applicationInstanceId", application)))
       FROM exports.applications AS application
     )`,
    "CREATE MACRO exports.application(instance) AS getvariable('applications')[instance]",
    permissionNames,
  ];
}
