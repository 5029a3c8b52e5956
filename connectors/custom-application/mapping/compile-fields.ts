// Compiles the `fields` of a mapping to leaves, and checks them against the types in the registry.
import { isMap, isScalar, isSeq, type Node, YAMLMap } from 'yaml';
import { type ConfigDocument, childOf, isNull, pairsOf, parseNode } from '../description/config-document.ts';
import { CaseForm, type KeySettings, mappingForms } from '../description/config-form.ts';
import { orNearest } from '../description/nearest.ts';
import { rowsNameOf } from '../description/rows-name.ts';
import { authenticationKeySource } from './authentication-key-source.ts';
import { casesMapping, whereConditions } from './condition.ts';
import { constantOf } from './constant.ts';
import { describeType, type FieldType } from './field-type.ts';
import { constantMapping, type Leaf, listMapping, type Mapping, objectMapping, type RowsName } from './mapping.ts';
import { compileText, type TextSettings } from './text-mapping.ts';
import { columnSource, type LookupSettings, lookupSource, type TextSource, templateSource } from './text-source.ts';

/** The context of a mapping: its document, and the rows that it reads. */
export interface Site {
  readonly document: ConfigDocument;
  readonly rows: RowsName;
  /** Whether columns may hold lists and objects. */
  readonly hasLists: boolean;
}

/**
 * The leaves of a map of fields. A key may be dotted (`deviceInfo.deviceId`) or hold a map of further fields. A field with a
 * problem is reported in the document and left out.
 */
export function compileFields(
  site: Site,
  map: YAMLMap,
  fields: Readonly<Record<string, FieldType>>,
  prefix: readonly string[] = [],
): Leaf[] {
  const leaves: Leaf[] = [];
  for (const { key, keyNode, value } of pairsOf(site.document, map)) {
    const found = typeAt(fields, key.split('.'));
    const path = [...prefix, ...key.split('.')];
    if (typeof found === 'string') site.document.report(keyNode, found);
    else if (!value)
      site.document.report(keyNode, `\`${key}\` has no mapping`, 'name a column, or write `{constant: …}`');
    else if (found.kind === 'object' && isMap(value) && !formOf(site, value)) {
      leaves.push(...compileFields(site, value, found.fields, path));
    } else {
      const mapping = compileValue(site, value, found, path.join('.'));
      if (mapping) leaves.push({ path, mapping });
    }
  }
  if (prefix.length === 0) reportOverlaps(site, map, leaves);
  return leaves;
}

function unknownField(path: readonly string[], known: Readonly<Record<string, FieldType>>): string {
  const step = path.at(-1)!;
  const inside = Object.entries(known).find(([, type]) => type.kind === 'object' && Object.hasOwn(type.fields, step));
  const hint = inside ? `it is inside \`${inside[0]}\`` : orNearest(step, Object.keys(known), 60);
  return `unknown field \`${path.join('.')}\`; ${hint}`;
}

/** The type at a dotted path, or a message that says what is wrong with the path. */
function typeAt(fields: Readonly<Record<string, FieldType>>, path: readonly string[]): FieldType | string {
  let known = fields;
  for (const [index, step] of path.entries()) {
    const type = Object.hasOwn(known, step) ? known[step]! : undefined;
    if (!type) return unknownField(path.slice(0, index + 1), known);
    if (index === path.length - 1) return type;
    if (type.kind !== 'object') {
      return `\`${path.slice(0, index + 1).join('.')}\` is ${describeType(type)}, so it has no field \`${path[index + 1]}\``;
    }
    known = type.fields;
  }
  return 'an empty name is no field';
}

function reportOverlaps({ document }: Site, map: YAMLMap, leaves: readonly Leaf[]): void {
  const paths = leaves.map(leaf => leaf.path.join('.'));
  for (const [index, path] of paths.entries()) {
    const other = paths.findIndex(
      (earlier, at) =>
        at < index && (path === earlier || path.startsWith(`${earlier}.`) || earlier.startsWith(`${path}.`)),
    );
    if (other !== -1)
      document.report(map, `\`${path}\` is mapped twice (also as \`${paths[other]}\`)`, 'keep one of the two');
  }
}

/** The mapping of one value. Reports a problem with it, and then returns undefined. */
function compileValue(site: Site, node: Node, type: FieldType, field: string): Mapping | undefined {
  const { document } = site;
  if (isScalar(node)) {
    const column = isNull(node) ? '' : String(node.value);
    if (column !== '') return textMapping(site, node, type, field, columnSource(column, document.place(node)), {});
    document.report(node, `\`${field}\` has no mapping`, 'name a column, or write `{constant: …}`');
    return undefined;
  }
  if (isSeq(node)) {
    if (type.kind === 'list') {
      const elements = node.items.map(item => compileElement(site, document.resolve(item)!, type.of, field));
      return listMapping(elements.filter(element => element !== undefined));
    }
    document.report(node, `\`${field}\` is ${describeType(type)}, not a list`);
    return undefined;
  }
  if (!isMap(node)) return undefined;
  const form = formOf(site, node);
  if (!form) {
    const keys = pairsOf(document, node).map(pair => pair.key);
    const message = `\`${field}\` is ${describeType(type)}; its mapping holds ${keys.map(key => `\`${key}\``).join(', ') || 'nothing'}`;
    document.report(
      node,
      message,
      `a mapping is a column name or holds one of ${Object.keys(mappingForms).join(', ')}`,
    );
    return undefined;
  }
  const settings = parseNode<(typeof mappingForms)[typeof form]>(document, node, mappingForms[form]);
  if (!settings) return undefined;
  if ('cases' in settings) return compileCases(site, childOf(document, node, 'cases')!, type, field);
  if ('constant' in settings) {
    const value = constantOf(document, childOf(document, node, 'constant'), type, field);
    return value === undefined ? undefined : constantMapping(value);
  }
  const source = sourceOf(site, node, settings);
  return source && textMapping(site, node, type, field, source, 'authenticationKeyOf' in settings ? {} : settings);
}

/** Mappings with conditions: the first whose `where` fits the row counts. */
function compileCases(site: Site, node: Node, type: FieldType, field: string): Mapping | undefined {
  const { document } = site;
  const items = isSeq(node) ? node.items.map(item => document.resolve(item)!) : [];
  const cases = items.map((item, index) => {
    if (!isMap(item)) {
      document.report(item, `a case of \`${field}\` is not a map`, 'write `{ where: { … }, constant: … }`');
      return undefined;
    }
    const form = parseNode(document, item, CaseForm);
    if (!form) return undefined;
    if (!form.where && index < items.length - 1) {
      const message = `this case of \`${field}\` fits every row, so the cases after it never count`;
      document.report(item, message, 'give it a `where`, or move it to the end');
    }
    const mapping = compileCase(site, item, type, field);
    const conditions = whereConditions(document, childOf(document, item, 'where'), form.where);
    return mapping && { conditions, mapping };
  });
  return casesMapping(cases.filter(each => each !== undefined));
}

/** The mapping of a case: its map without `where`. A constant null makes the field absent. */
function compileCase(site: Site, item: YAMLMap, type: FieldType, field: string): Mapping | undefined {
  const rest = new YAMLMap();
  rest.range = item.range ?? null;
  rest.items = item.items.filter(({ key }) => !(isScalar(key) && key.value === 'where'));
  if (isNull(childOf(site.document, rest, 'constant'))) return constantMapping(undefined);
  return compileElement(site, rest, type, field);
}

/** An element of a list: a mapping of its own, or a map of fields. */
function compileElement(site: Site, node: Node, type: FieldType, field: string): Mapping | undefined {
  if (type.kind === 'object' && isMap(node) && !formOf(site, node))
    return objectMapping(compileFields(site, node, type.fields));
  return compileValue(site, node, type, field);
}

function formOf({ document }: Site, map: YAMLMap): keyof typeof mappingForms | undefined {
  const keys = new Set(pairsOf(document, map).map(pair => pair.key));
  return (Object.keys(mappingForms) as (keyof typeof mappingForms)[]).find(form => keys.has(form));
}

type SourceSettings = {
  column?: string;
  template?: string;
  lookup?: LookupSettings;
  authenticationKeyOf?: KeySettings;
};

function sourceOf(site: Site, node: YAMLMap, settings: SourceSettings): TextSource | undefined {
  const { column, template, lookup, authenticationKeyOf } = settings;
  const place = (key: string) => site.document.place(childOf(site.document, node, key));
  if (column !== undefined) return columnSource(column, place('column'));
  if (lookup) return lookupSource(lookup, rowsNameOf(lookup), place('lookup'), site.rows.name);
  if (authenticationKeyOf) return authenticationKeySource(authenticationKeyOf, place('authenticationKeyOf'));
  const source = templateSource(template!, place('template'));
  if (typeof source !== 'string') return source;
  site.document.report(childOf(site.document, node, 'template'), source);
  return undefined;
}

function textMapping(
  site: Site,
  node: Node,
  type: FieldType,
  field: string,
  source: TextSource,
  settings: Omit<TextSettings, 'each'>,
): Mapping | undefined {
  const eachNode = isMap(node) ? childOf(site.document, node, 'each') : undefined;
  const each = eachNode && compileElement(site, eachNode, type.kind === 'list' ? type.of : type, field);
  if (eachNode && !each) return undefined;
  const { document, hasLists } = site;
  return compileText({ document, node, type, field, source, hasLists }, { ...settings, each });
}
