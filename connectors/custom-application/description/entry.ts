// An entry of the description: how rows become records of one type.
import type { Node, YAMLMap } from 'yaml';
import type { Within } from '../../../src/connector/contract.ts';
import type { Resource } from '../../../src/resources/define.ts';
import { compileFields } from '../mapping/compile-fields.ts';
import { type Condition, columnsOfConditions, whereConditions } from '../mapping/condition.ts';
import { fieldTypesOf, requiredFields } from '../mapping/landing-fields.ts';
import {
  type ColumnUse,
  type Leaf,
  type LookupUse,
  type Mapping,
  objectMapping,
  ofRow,
  type RowsName,
} from '../mapping/mapping.ts';
import { isPattern, type Take } from '../rows/files/file-pattern.ts';
import { type ConfigDocument, childOf, pairsOf, parseNode } from './config-document.ts';
import { EntryForm } from './config-form.ts';
import type { KnownRows } from './known-rows.ts';
import { rowsNameOf } from './rows-name.ts';

/** A field without which a row is rejected, and the columns that it is mapped from. */
export interface RequiredField {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The rows of one name, from which one type is read. */
export interface ConfigEntry {
  readonly resource: Resource;
  readonly rows: RowsName;
  readonly take: Take;
  readonly place: string;
  readonly conditions: readonly Condition[];
  readonly columns: readonly ColumnUse[];
  readonly lookups: readonly LookupUse[];
  readonly mapping: Mapping;
  /** The cell whose pieces each make a record. A list has elements, and needs no separator. */
  readonly split: { readonly column: string; readonly separator?: string | undefined } | undefined;
  /** Rows with an id that came before are left out. */
  readonly distinct: boolean;
  /** A row that leaves one of these fields empty is rejected. */
  readonly required: readonly RequiredField[];
  readonly mapsId: boolean;
  /** The objects that the entry can be about; undefined: any of the type. */
  readonly within: Within | undefined;
}

/** Reports every problem of the entry; undefined when its form is wrong. @param known the rows that the description has */
export function compileEntry(
  document: ConfigDocument,
  node: Node,
  resource: Resource,
  known: KnownRows,
): ConfigEntry | undefined {
  const form = parseNode(document, node, EntryForm);
  if (!form) return undefined;
  const map = node as YAMLMap;
  const rows = rowsNameOf(form);
  known.check(rows, document.place(childOf(document, map, rows.kind)));
  if (form.take !== undefined && !(rows.kind === 'file' && isPattern(rows.name))) {
    const fix = 'leave `take` out, or write a pattern such as `users_*.csv`';
    document.report(childOf(document, map, 'take'), `\`${rows.name}\` is one file, not a pattern`, fix);
  }
  const hasLists = known.hasLists(rows);
  const fieldsNode = childOf(document, map, 'fields') as YAMLMap;
  const leaves = compileFields({ document, rows, hasLists }, fieldsNode, fieldTypesOf(resource));
  const mapping = objectMapping(leaves);
  const mapped = new Set(pairsOf(document, fieldsNode).map(pair => pair.key.split('.')[0]!));
  for (const name of requiredFields(resource)) {
    if (mapped.has(name)) continue;
    document.report(fieldsNode, `${resource.type} needs \`${name}\`, which is not mapped`, `add \`${name}: …\``);
  }
  for (const use of mapping.lookups) {
    known.check(use.rows, use.place);
    known.checkColumns(
      use.rows,
      [use.key, use.value].map(name => ({ name, place: use.place })),
    );
  }
  const conditions = whereConditions(document, childOf(document, map, 'where'), form.where);
  const splitNode = childOf(document, map, 'split');
  if (form.split && form.split.separator === undefined && !hasLists) {
    document.report(splitNode, '`separator` is missing', 'add `separator: …`');
  }
  const split = form.split && [{ name: form.split.column, place: document.place(splitNode) }];
  const columns = ofRow([...columnsOfConditions(conditions), ...(split ?? []), ...mapping.columns]);
  known.checkColumns(rows, columns);
  return {
    resource,
    rows,
    take: form.take ?? 'newest',
    place: document.place(node),
    conditions,
    columns,
    lookups: mapping.lookups,
    mapping,
    split: form.split,
    distinct: form.distinct ?? false,
    required: requiredFields(resource).map(name => {
      const parts = leaves.filter(({ path }) => path[0] === name);
      return { name, columns: [...new Set(parts.flatMap(part => part.mapping.columns.map(use => use.name)))] };
    }),
    mapsId: mapped.has('id'),
    within: extentOf(resource, leaves),
  };
}

/**
 * The objects that the entry can be about, by what a reference or the id begins with (`token:`). When its rows cannot be seen, no others
 * are missing.
 */
function extentOf(resource: Resource, leaves: readonly Leaf[]): Within | undefined {
  const fields = resource.kind === 'object' ? ['id'] : ['id', ...requiredFields(resource)];
  for (const field of fields) {
    const prefix = leaves.find(({ path }) => path.length === 1 && path[0] === field)?.mapping.prefix;
    if (prefix) return { field, startsWith: [prefix] };
  }
  return undefined;
}
