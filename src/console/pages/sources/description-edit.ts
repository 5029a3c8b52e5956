// Which columns of a file fill which fields, read from the YAML of a description and changed in it. Everything else in it stays.
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';

/** What a description does with the columns of a file. */
export interface ColumnUses {
  /** The type of object that the first mapping makes: its fields can be chosen. */
  readonly type: string;
  /** Column → the fields of that type that hold its value. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Columns that something else uses, such as a template, a condition or another type. */
  readonly others: ReadonlySet<string>;
}

/** @returns undefined while the text is no description with an object */
export function columnUses(text: string): ColumnUses | undefined {
  const document = parsed(text);
  const first = document && firstMapping(document);
  if (!document || !first) return undefined;
  const fields = new Map<string, string[]>();
  const direct = new Set<unknown>();
  for (const pair of first.fields.items) {
    const column = columnOf(pair);
    if (column === undefined) continue;
    fields.set(column.name, [...(fields.get(column.name) ?? []), String(pair.key)]);
    direct.add(column.node);
  }
  const others = new Set<string>();
  for (const section of ['objects', 'relationships']) {
    visit(document.get(section) as Node | null, {
      Pair(_key, { key, value }) {
        const name = isScalar(key) ? String(key.value) : '';
        // The rest has texts that are no columns.
        if (['map', 'constant', 'file', 'format', 'separator'].includes(name)) return visit.SKIP;
        // `where: { Active: yes }` has columns as keys.
        if (name === 'where' && isMap(value)) for (const item of value.items) others.add(String(item.key));
        return undefined;
      },
      Scalar(key, node) {
        if (key !== 'key' && !direct.has(node)) addUses(others, String(node.value));
      },
    });
  }
  return { type: first.type, fields, others };
}

/** A text of a description may be the name of a column, or a template with names in braces. */
function addUses(uses: Set<string>, text: string): void {
  uses.add(text);
  for (const [, name] of text.matchAll(/\{([^{}]+)\}/g)) uses.add(name!);
}

interface FieldChoice {
  readonly column: string;
  /** The field that the column fills now; undefined: none. */
  readonly from: string | undefined;
  /** Undefined: none. */
  readonly to: string | undefined;
  /** Whether both fields hold values of one kind, so that the way to read them stays, such as the form of a date. */
  readonly isOfOneKind: boolean;
}

/** The text with another field for a column. The field loses the column that it had. */
export function withField(text: string, { column, from, to, isOfOneKind }: FieldChoice): string {
  const document = parsed(text);
  const fields = document && firstMapping(document)?.fields;
  if (!document || !fields) return text;
  if (to !== undefined) fields.delete(to);
  const pair = fields.items.find(({ key }) => from !== undefined && String(key) === from);
  if (to === undefined) fields.delete(from);
  else if (pair) {
    pair.key = document.createNode(to);
    if (!isOfOneKind) pair.value = document.createNode(column);
  } else fields.add(document.createPair(to, column));
  fields.comment = withoutLine(fields.comment, column, to !== undefined);
  return document.toString({ lineWidth: 0 });
}

/** The text without the comments that ask to confirm what was guessed for some fields. */
export function withConfirmed(text: string, fields: readonly string[]): string {
  const document = parsed(text);
  const mapping = document && firstMapping(document)?.fields;
  if (!document || !mapping) return text;
  for (const { key, value } of mapping.items) {
    if (fields.includes(String(key)) && isNode(value)) value.comment = null;
  }
  return document.toString({ lineWidth: 0 });
}

/** A comment below the fields names the columns that are not used. */
function withoutLine(comment: string | null | undefined, column: string, isUsed: boolean): string | null {
  if (!comment || !isUsed) return comment ?? null;
  const lines = comment.split('\n').filter(line => !line.trim().startsWith(`${column}:`));
  const isHeadingAlone = lines.every(line => line.trim() === '' || /^ ?\S.*:$/.test(line));
  return isHeadingAlone ? null : lines.join('\n');
}

function parsed(text: string): Document | undefined {
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false });
  return document.errors.length === 0 ? document : undefined;
}

/** The mapping of the first type of objects. */
function firstMapping(document: Document): { readonly type: string; readonly fields: YAMLMap } | undefined {
  const objects = isMap(document.contents) ? document.contents.get('objects') : undefined;
  const [pair] = isMap(objects) ? objects.items : [];
  const entry = isSeq(pair?.value) ? pair.value.items[0] : pair?.value;
  const fields = isMap(entry) ? entry.get('fields') : undefined;
  return isMap(fields) ? { type: String(pair!.key), fields } : undefined;
}

/** The column whose value a field holds: `Login`, or `{ column: Since, date: … }`. */
function columnOf({ value }: Pair): { readonly name: string; readonly node: unknown } | undefined {
  const node = isMap(value) ? value.get('column', true) : value;
  return isScalar(node) ? { name: String(node.value), node } : undefined;
}
