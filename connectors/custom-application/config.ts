// The configuration of a source: read, checked against the form and the registry, and compiled.
import { readFile, stat } from 'node:fs/promises';
import { isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import { type Problem, SourceError, type SourceRecord } from '../../src/connector/contract.ts';
import type { Resource } from '../../src/resources/define.ts';
import { resourceOf, resources } from '../../src/resources/registry.ts';
import { compileFields } from './compile-fields.ts';
import { type ConfigDocument, childOf, pairsOf, parseConfigDocument, parseNode } from './config-document.ts';
import { ConfigForm, EntryForm, FileForm } from './config-form.ts';
import { constantOf } from './constant.ts';
import type { FieldType } from './field-type.ts';
import { resolveConfigFile, unreadable } from './folder.ts';
import { fieldTypesOf, requiredFields } from './landing-fields.ts';
import { type ColumnUse, type LookupUse, type Mapping, objectMapping } from './mapping.ts';
import { orNearest } from './nearest.ts';
import type { CsvOptions } from './rows.ts';

/** The largest accepted configuration. */
const configLimitBytes = 1024 * 1024;

export interface FileOptions extends CsvOptions {
  /** Names of the columns of a file without a header row. */
  readonly columns?: readonly string[] | undefined;
}

/** One file from which one type is read. */
export interface ConfigEntry {
  readonly resource: Resource;
  readonly file: string;
  readonly place: string;
  readonly conditions: readonly Condition[];
  readonly columns: readonly ColumnUse[];
  readonly lookups: readonly LookupUse[];
  readonly mapping: Mapping;
  /** A row that leaves one of these fields empty is rejected. */
  readonly required: readonly string[];
  readonly mapsId: boolean;
}

/** A row is read when the column holds one of the texts; with `not`, when it holds none of them. */
export interface Condition {
  readonly column: ColumnUse;
  readonly texts: ReadonlySet<string>;
  readonly not: boolean;
}

export interface SourceConfig {
  readonly application: SourceRecord;
  readonly entries: readonly ConfigEntry[];
  /** How to read a CSV file. */
  optionsOf(file: string): FileOptions;
  readonly warnings: readonly Problem[];
}

/** Read and compile a configuration. Throws {@link SourceError} with all of its problems. */
export async function readConfig(root: string, fileName: string): Promise<SourceConfig> {
  return compileConfig(await textOf(await resolveConfigFile(root, fileName), fileName), fileName);
}

async function textOf(path: string, place: string): Promise<string> {
  const refuse = (message: string, fix: string): never => {
    throw new SourceError([{ severity: 'error', place, message, fix }]);
  };
  const info = await stat(path).catch(error => refuse(unreadable(error), 'make the file readable'));
  if (!info.isFile()) refuse('is not a regular file', 'put the mapping there');
  if (info.size > configLimitBytes) refuse(`is larger than ${configLimitBytes} bytes`, 'keep the mapping only');
  const bytes = await readFile(path).catch(error => refuse(unreadable(error), 'make the file readable'));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('is not UTF-8', 'save it as UTF-8');
  }
}

function compileConfig(text: string, fileName: string): SourceConfig {
  const document = parseConfigDocument(text, fileName);
  const form = parseNode(document, document.root, ConfigForm);
  if (!form) throw new SourceError(document.problems);
  const application = compileApplication(document, childOf(document, document.root, 'application')!);
  const entries = [
    ...compileSection(document, 'objects', type => type.kind === 'object'),
    ...compileSection(document, 'relationships', type => type.kind !== 'object'),
  ];
  const files = new Map(Object.entries(form.files ?? {}).map(([name, options]) => [normal(name), options]));
  const warnings = unusedFiles(
    document,
    new Set(entries.flatMap(entry => [entry.file, ...entry.lookups.map(use => use.file)])),
  );
  if (document.problems.length > 0) throw new SourceError(document.problems);
  const usual = FileForm.parse({});
  return { application: application!, entries, optionsOf: file => files.get(file) ?? usual, warnings };
}

/** The one IntegratedApplication; its id is its name unless the configuration says otherwise. */
function compileApplication(document: ConfigDocument, node: Node): SourceRecord | undefined {
  const type: FieldType = {
    kind: 'object',
    title: undefined,
    fields: fieldTypesOf(resourceOf('IntegratedApplication')!),
  };
  const record = constantOf(document, node, type, 'application') as Record<string, unknown> | undefined;
  if (record && record['name'] === undefined) document.report(node, '`application.name` is missing', 'add `name: …`');
  return record && { ...record, id: String(record['id'] ?? record['name']) };
}

function compileSection(
  document: ConfigDocument,
  section: string,
  belongs: (resource: Resource) => boolean,
): ConfigEntry[] {
  const node = childOf(document, document.root, section);
  if (!isMap(node)) return [];
  const known = resources.filter(resource => resource.madeBy === 'connectors');
  return pairsOf(document, node).flatMap(({ key, keyNode, value }) => {
    const resource = known.find(candidate => candidate.type === key);
    if (!resource || !belongs(resource)) {
      const other = section === 'objects' ? 'relationships' : 'objects';
      const types = known.filter(belongs).map(candidate => candidate.type);
      document.report(
        keyNode,
        `\`${key}\` is no type of ${section}`,
        resource ? `move it to \`${other}\`` : orNearest(key, types),
      );
      return [];
    }
    const nodes = isSeq(value) ? value.items.map(item => document.resolve(item)) : [value];
    return nodes.map(item => compileEntry(document, item ?? keyNode, resource)).filter(entry => entry !== undefined);
  });
}

function compileEntry(document: ConfigDocument, node: Node, resource: Resource): ConfigEntry | undefined {
  const form = parseNode(document, node, EntryForm);
  if (!form) return undefined;
  const map = node as YAMLMap;
  const file = normal(form.file);
  if (leavesFolder(file)) {
    document.report(
      childOf(document, map, 'file'),
      `\`${form.file}\` leads out of the data folder`,
      'name a file within it',
    );
  }
  const fieldsNode = childOf(document, map, 'fields') as YAMLMap;
  const leaves = compileFields({ document, file }, fieldsNode, fieldTypesOf(resource));
  const mapped = new Set(pairsOf(document, fieldsNode).map(pair => pair.key.split('.')[0]!));
  for (const name of requiredFields(resource)) {
    if (mapped.has(name)) continue;
    document.report(fieldsNode, `${resource.type} needs \`${name}\`, which is not mapped`, `add \`${name}: …\``);
  }
  const mapping = objectMapping(leaves);
  for (const use of mapping.lookups) {
    if (leavesFolder(use.file)) {
      document.problems.push({
        severity: 'error',
        place: use.place,
        message: `\`${use.file}\` leads out of the data folder`,
        fix: 'name a file within it',
      });
    }
  }
  const whereNode = childOf(document, map, 'where');
  const conditions = isMap(whereNode)
    ? pairsOf(document, whereNode).map(pair => conditionOf(document, pair, form.where![pair.key]!))
    : [];
  return {
    resource,
    file,
    place: document.place(node),
    conditions,
    columns: [...conditions.map(condition => condition.column), ...mapping.columns],
    lookups: mapping.lookups,
    mapping,
    required: requiredFields(resource),
    mapsId: mapped.has('id'),
  };
}

type ConditionForm = NonNullable<ReturnType<typeof EntryForm.parse>['where']>[string];

function conditionOf(document: ConfigDocument, pair: { key: string; keyNode: Node }, form: ConditionForm): Condition {
  const not = typeof form === 'object' && 'not' in form;
  const texts = not ? form.not : form;
  return {
    column: { name: pair.key, place: document.place(pair.keyNode) },
    texts: new Set(typeof texts === 'string' ? [texts] : texts),
    not,
  };
}

function unusedFiles(document: ConfigDocument, used: ReadonlySet<string>): Problem[] {
  const node = childOf(document, document.root, 'files');
  if (!isMap(node)) return [];
  return pairsOf(document, node)
    .filter(({ key }) => !used.has(normal(key)))
    .map(({ key, keyNode }) => ({
      severity: 'warning',
      place: document.place(keyNode),
      message: `\`${key}\` is described, but nothing is mapped from it`,
      fix: orNearest(key, [...used]),
    }));
}

const normal = (file: string) => file.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
const leavesFolder = (file: string) =>
  file.startsWith('/') || /^[A-Za-z]:/.test(file) || file.split('/').includes('..') || file.includes('\0');
