// An entry of the mapping: how the rows of a file become records of one type.
import type { Node, YAMLMap } from 'yaml';
import type { Resource } from '../../../src/resources/define.ts';
import { compileFields } from '../mapping/compile-fields.ts';
import { type Condition, columnsOfConditions, whereConditions } from '../mapping/condition.ts';
import { type ConfigDocument, childOf, pairsOf, parseNode } from './config-document.ts';
import { EntryForm } from './config-form.ts';
import { folderOfPattern, isPattern, type Take } from '../rows/files/file-pattern.ts';
import { fieldTypesOf, requiredFields } from '../mapping/landing-fields.ts';
import { type ColumnUse, itemColumn, type LookupUse, type Mapping, objectMapping } from '../mapping/mapping.ts';

/** One file, or the files of one pattern, from which one type is read. */
export interface ConfigEntry {
  readonly resource: Resource;
  /** A name, or a pattern. */
  readonly file: string;
  readonly take: Take;
  readonly place: string;
  readonly conditions: readonly Condition[];
  readonly columns: readonly ColumnUse[];
  readonly lookups: readonly LookupUse[];
  readonly mapping: Mapping;
  /** The cell whose pieces each make a record. */
  readonly split: { readonly column: string; readonly separator: string } | undefined;
  /** Rows with an id that came before are left out. */
  readonly distinct: boolean;
  /** A row that leaves one of these fields empty is rejected. */
  readonly required: readonly string[];
  readonly mapsId: boolean;
}

/** Reports every problem of the entry; undefined when its form is wrong. */
export function compileEntry(document: ConfigDocument, node: Node, resource: Resource): ConfigEntry | undefined {
  const form = parseNode(document, node, EntryForm);
  if (!form) return undefined;
  const map = node as YAMLMap;
  const file = normal(form.file);
  checkFile(document, childOf(document, map, 'file'), form.file);
  if (form.take !== undefined && !isPattern(file)) {
    const fix = 'leave `take` out, or write a pattern such as `users_*.csv`';
    document.report(childOf(document, map, 'take'), `\`${file}\` is one file, not a pattern`, fix);
  }
  const fieldsNode = childOf(document, map, 'fields') as YAMLMap;
  const mapping = objectMapping(compileFields({ document, file }, fieldsNode, fieldTypesOf(resource)));
  const mapped = new Set(pairsOf(document, fieldsNode).map(pair => pair.key.split('.')[0]!));
  for (const name of requiredFields(resource)) {
    if (mapped.has(name)) continue;
    document.report(fieldsNode, `${resource.type} needs \`${name}\`, which is not mapped`, `add \`${name}: …\``);
  }
  for (const use of mapping.lookups) {
    const problem = faultOfFile(use.file);
    if (problem) document.problems.push({ severity: 'error', place: use.place, ...problem });
  }
  const conditions = whereConditions(document, childOf(document, map, 'where'), form.where);
  const splitNode = childOf(document, map, 'split');
  const split = form.split && [{ name: form.split.column, place: document.place(splitNode) }];
  return {
    resource,
    file,
    take: form.take ?? 'newest',
    place: document.place(node),
    conditions,
    columns: [...columnsOfConditions(conditions), ...(split ?? []), ...mapping.columns].filter(
      ({ name }) => name !== itemColumn,
    ),
    lookups: mapping.lookups,
    mapping,
    split: form.split,
    distinct: form.distinct ?? false,
    required: requiredFields(resource),
    mapsId: mapped.has('id'),
  };
}

function checkFile(document: ConfigDocument, node: Node | undefined, file: string): void {
  const problem = faultOfFile(file);
  if (problem) document.report(node, problem.message, problem.fix);
}

function faultOfFile(name: string): { message: string; fix: string } | undefined {
  const file = normal(name);
  if (leavesFolder(file)) return { message: `\`${name}\` leads out of the data folder`, fix: 'name a file within it' };
  if (isPattern(folderOfPattern(file))) {
    return { message: `\`${name}\` has a folder with \`*\` or \`?\``, fix: 'use them in the name of the file only' };
  }
  return undefined;
}

/** A file name in the form in which names are compared. */
export const normal = (file: string) => file.replaceAll('\\', '/').replace(/^(\.\/)+/, '');

const leavesFolder = (file: string) =>
  file.startsWith('/') || /^[A-Za-z]:/.test(file) || file.split('/').includes('..') || file.includes('\0');
