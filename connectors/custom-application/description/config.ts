// The configuration of a source: read, checked against the form and the registry, and compiled.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import type { z } from 'zod';
import { type Problem, SourceError, type SourceRecord } from '../../../src/connector/contract.ts';
import type { Resource } from '../../../src/resources/define.ts';
import { resourceOf, resources } from '../../../src/resources/registry.ts';
import { constantOf } from '../mapping/constant.ts';
import type { FieldType } from '../mapping/field-type.ts';
import { fieldTypesOf } from '../mapping/landing-fields.ts';
import { textsOf } from '../mapping/text-mapping.ts';
import { compileOperations, type DescribedOperations } from '../operations/compile-operations.ts';
import type { CsvOptions } from '../rows/csv/csv-rows.ts';
import { isPattern, matches } from '../rows/files/file-pattern.ts';
import { resolveConfigFile, unreadable } from '../rows/files/folder.ts';
import { type FileFormat, fileFormats, formatOfFile } from '../rows/files/format.ts';
import type { RequestSettings } from '../rows/http/request-form.ts';
import { requestFaults } from '../rows/http/requests.ts';
import { pushedFaults } from '../rows/pushed/taken-rows.ts';
import type { QuerySettings } from '../rows/sql/query-form.ts';
import { type ConfigDocument, childOf, pairsOf, parseConfigDocument, parseNode } from './config-document.ts';
import { ConfigForm, FileForm } from './config-form.ts';
import { type ConfigEntry, compileEntry } from './entry.ts';
import { type KnownRows, knownRows } from './known-rows.ts';
import { orNearest } from './nearest.ts';
import { normalFile } from './rows-name.ts';

/** The largest accepted configuration. */
const configLimitBytes = 1024 * 1024;

export interface FileOptions extends CsvOptions {
  /** Undefined: what the ending of the name says, or CSV. */
  readonly format?: FileFormat | undefined;
  /** Path to the list of rows in a JSON file. */
  readonly items?: string | undefined;
  /** Name of the sheet of a workbook; undefined: its first one. */
  readonly sheet?: string | undefined;
  /** Names of the columns of a file without a header row. */
  readonly columns?: readonly string[] | undefined;
  /** Lines before the header that are no rows. */
  readonly skipLines?: number | undefined;
  /** The data ends before a row whose first filled cell begins with one of these texts. */
  readonly footer?: string | readonly string[] | undefined;
}

export interface SourceConfig {
  readonly application: SourceRecord;
  readonly entries: readonly ConfigEntry[];
  readonly requests: Readonly<Record<string, RequestSettings>>;
  readonly queries: Readonly<Record<string, QuerySettings>>;
  readonly operations: DescribedOperations;
  /** Whether the source has a folder of data: its description reads files, or nothing else. */
  readonly hasFiles: boolean;
  /** Changes when the description does. */
  readonly digest: string;
  /** How to read a file. */
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
  const optionsOf = compileFiles(document, form.files ?? {});
  const requests = compileRequests(document, form.requests ?? {});
  const queries = form.queries ?? {};
  const known = knownRows({
    report: problem => document.add(problem),
    names: { request: Object.keys(requests), query: Object.keys(queries) },
    formatOf: file => formatOfFile(file, optionsOf(file)),
  });
  const entries = [
    ...compileSection(document, 'objects', type => type.kind === 'object', known),
    ...compileSection(document, 'relationships', type => type.kind !== 'object', known),
  ];
  if (document.problems.length === 0) for (const entry of entries) checkRepeats(document, entry, requests);
  const used = entries.flatMap(entry => [entry.rows, ...entry.lookups.map(use => use.rows)]);
  const files = used.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const operations = compileOperations(document, childOf(document, document.root, 'operations'), form.operations ?? []);
  for (const problem of pushedFaults(entries)) document.add(problem);
  const warnings = unusedFiles(document, new Set(files));
  if (document.problems.length > 0) throw new SourceError(document.problems);
  const digest = createHash('sha256').update(text).digest('base64url');
  return {
    application: application!,
    entries,
    requests,
    queries,
    operations,
    hasFiles: files.length > 0 || used.length === 0,
    digest,
    optionsOf,
    warnings,
  };
}

function compileRequests(document: ConfigDocument, form: Readonly<Record<string, RequestSettings>>) {
  const node = childOf(document, document.root, 'requests');
  for (const { key, keyNode, value } of isMap(node) ? pairsOf(document, node) : []) {
    for (const { key: part, message, fix } of Object.hasOwn(form, key) ? requestFaults(key, form) : []) {
      document.report((isMap(value) && childOf(document, value, part)) || keyNode, message, fix);
    }
  }
  return form;
}

/** A read that is resumed does not know which addresses came before, so rows of `once` may come again. */
function checkRepeats(document: ConfigDocument, entry: ConfigEntry, requests: SourceConfig['requests']): void {
  const { rows, distinct, place } = entry;
  if (rows.kind !== 'request' || distinct) return;
  for (let name: string | undefined = rows.name; name !== undefined; name = requests[name]?.parent) {
    if (!requests[name]?.once) continue;
    const message = `reads \`${rows.name}\`, whose rows may come again after an interruption because of \`once\` of \`${name}\``;
    document.add({ severity: 'error', place, message, fix: 'add `distinct: true`' });
    return;
  }
}

/** How to read each file: as its name or the first pattern that matches it says. */
function compileFiles(
  document: ConfigDocument,
  form: Readonly<Record<string, z.output<typeof FileForm>>>,
): SourceConfig['optionsOf'] {
  const node = childOf(document, document.root, 'files');
  for (const { key, value } of isMap(node) ? pairsOf(document, node) : []) {
    if (isMap(value)) checkSettings(document, value, formatOfFile(normalFile(key), form[key] ?? {}));
  }
  const described = Object.entries(form).map(([name, { nulls, ...options }]) => {
    return [normalFile(name), { ...options, ...(nulls !== undefined && { nulls: textsOf(nulls) }) }] as const;
  });
  const files = new Map<string, FileOptions>(described);
  const { nulls: _none, ...usual } = FileForm.parse({});
  return file => files.get(file) ?? described.find(([name]) => isPattern(name) && matches(name, file))?.[1] ?? usual;
}

/** Settings that only some formats have. All others are for CSV. */
const settingsOfFormats: Readonly<Record<string, readonly FileFormat[]>> = {
  format: fileFormats,
  nulls: fileFormats,
  items: ['json'],
  sheet: ['xlsx'],
  skipLines: ['csv', 'xlsx'],
  columns: ['csv', 'xlsx'],
  footer: ['csv', 'xlsx'],
};

function checkSettings(document: ConfigDocument, map: YAMLMap, format: FileFormat): void {
  for (const { key, keyNode } of pairsOf(document, map)) {
    const formats = settingsOfFormats[key] ?? ['csv'];
    if (formats.includes(format)) continue;
    const message = `\`${key}\` is for files of the format ${formats.join(' or ')}, and this one is read as ${format}`;
    document.report(keyNode, message, 'remove it, or set `format` of the file');
  }
}

/** Whether two names, each of which may be a pattern, may mean the same file. */
function mayBeSame(left: string, right: string): boolean {
  return left === right || matches(left, right) || matches(right, left);
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
  known: KnownRows,
): ConfigEntry[] {
  const node = childOf(document, document.root, section);
  if (!isMap(node)) return [];
  const landed = resources.filter(resource => resource.madeBy === 'connectors');
  return pairsOf(document, node).flatMap(({ key, keyNode, value }) => {
    const resource = landed.find(candidate => candidate.type === key);
    if (!resource || !belongs(resource)) {
      const other = section === 'objects' ? 'relationships' : 'objects';
      const types = landed.filter(belongs).map(candidate => candidate.type);
      document.report(
        keyNode,
        `\`${key}\` is no type of ${section}`,
        resource ? `move it to \`${other}\`` : orNearest(key, types),
      );
      return [];
    }
    const nodes = isSeq(value) ? value.items.map(item => document.resolve(item)) : [value];
    return nodes
      .map(item => compileEntry(document, item ?? keyNode, resource, known))
      .filter(entry => entry !== undefined);
  });
}

function unusedFiles(document: ConfigDocument, used: ReadonlySet<string>): Problem[] {
  const node = childOf(document, document.root, 'files');
  if (!isMap(node)) return [];
  return pairsOf(document, node)
    .filter(({ key }) => ![...used].some(file => mayBeSame(normalFile(key), file)))
    .map(({ key, keyNode }) => ({
      severity: 'warning',
      place: document.place(keyNode),
      message: `\`${key}\` is described, but nothing is mapped from it`,
      fix: orNearest(key, [...used]),
    }));
}
