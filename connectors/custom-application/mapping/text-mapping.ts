// Turns the text of a row into the value of a field: with `map`, `default`, `separator`, `each` and the conversion to its type.
import { isMap, type Node } from 'yaml';
import { type ConfigDocument, childOf, isNull, pairsOf } from '../description/config-document.ts';
import { type Cell, elementsOfCell, jsonOfCell, notText, textOfCell } from './cell.ts';
import { constantOf } from './constant.ts';
import { ConversionError, type Converter, converter } from './convert.ts';
import { DateFormatError } from './dates.ts';
import { describeType, type FieldType } from './field-type.ts';
import type { Evaluate, Mapping, RowContext } from './mapping.ts';
import type { TextSource } from './text-source.ts';

export interface TextSettings {
  readonly format?: string | undefined;
  readonly zone?: string | undefined;
  /** Texts that mean nothing, as if the cell were empty. */
  readonly nulls?: string | readonly string[] | undefined;
  readonly separator?: string | undefined;
  readonly json?: boolean | undefined;
  /** Mapping for each element that `separator` yields. */
  readonly each?: Mapping | undefined;
}

/** The field that a text fills, and the node of its mapping. */
export interface TextField {
  readonly document: ConfigDocument;
  readonly node: Node;
  readonly type: FieldType;
  readonly field: string;
  readonly source: TextSource;
  /** Whether columns may hold lists and objects. */
  readonly hasLists: boolean;
}

/** Reports settings that do not fit the type, and then returns undefined. */
export function compileText(target: TextField, settings: TextSettings): Mapping | undefined {
  const { document, node, type, field, source } = target;
  const { separator, each } = settings;
  const part = (key: string) => (isMap(node) ? childOf(document, node, key) : undefined);
  const misuse = misuseOf(target, settings);
  if (misuse) {
    document.report(part(misuse.key) ?? node, `\`${field}\` is ${describeType(type)}${misuse.message}`, misuse.fix);
    return undefined;
  }
  const takesElements = separator !== undefined || (type.kind === 'list' && target.hasLists && !settings.json);
  const element = takesElements && type.kind === 'list' ? type.of : type;
  const convert = each
    ? (text: string) => text
    : checkedConverter(target, element, settings, part('format') ?? part('zone'));
  if (!convert) return undefined;
  const mapNode = part('map');
  /** Null: the text makes the field absent. */
  const map = new Map(
    isMap(mapNode)
      ? pairsOf(document, mapNode).map(({ key, value }) => [
          key,
          isNull(value) ? null : constantOf(document, value, element, field),
        ])
      : [],
  );
  const defaultNode = part('default');
  const fallback = isNull(defaultNode) ? undefined : constantOf(document, defaultNode, type, field);
  const nulls = textsOf(settings.nulls);

  const one = elementMapping(target, { element, convert, each, json: settings.json ?? false });
  const mapped = (text: string) => (map.size === 0 ? undefined : (map.get(text) ?? map.get(text.trim())));
  /** An empty text makes the field absent, and so does null. */
  const present = (value: unknown) => (value === '' || value === null ? undefined : value);
  const isNothing = (text: string) => text === '' || nulls.has(text.trim());
  const unmapped = map.size > 0 && defaultNode !== undefined;
  const piecesOf = (cell: Cell): readonly Cell[] =>
    typeof cell === 'string' && separator !== undefined ? cell.split(separator).map(piece => piece.trim()) : [cell];

  return {
    ...(map.size === 0 && defaultNode === undefined && !each && { prefix: source.prefix }),
    columns: [...source.columns, ...(each?.columns ?? [])],
    lookups: [...source.lookups, ...(each?.lookups ?? [])],
    bind: (scope): Evaluate => {
      const cellAt = source.bind(scope);
      const evaluateOne = one(scope);
      if (!takesElements) {
        return row => {
          const cell = cellAt(row);
          const text = textOfCell(cell);
          const value = text === undefined ? undefined : mapped(text);
          if (value !== undefined) return present(value);
          if (text !== undefined && (isNothing(text) || unmapped)) return present(fallback);
          return evaluateOne(cell, row);
        };
      }
      return row => {
        const values = elementsOfCell(cellAt(row))
          .flatMap(piecesOf)
          .map(piece => {
            const text = textOfCell(piece);
            if (text !== undefined && isNothing(text)) return undefined;
            const value = text === undefined ? undefined : mapped(text);
            return value === undefined ? evaluateOne(piece, row) : present(value);
          })
          .filter(value => value !== undefined);
        return values.length > 0 ? values : fallback;
      };
    },
  };
}

interface ElementMapping {
  readonly element: FieldType;
  readonly convert: Converter;
  readonly each: Mapping | undefined;
  readonly json: boolean;
}

/** The value of one cell, or of one element of a list. */
function elementMapping(
  { field, source }: TextField,
  { element, convert, each, json }: ElementMapping,
): (scope: Parameters<Mapping['bind']>[0]) => (cell: Cell, row: RowContext) => unknown {
  /** A field of any type takes lists and objects as they are. */
  const convertJson = element.kind === 'any' ? converter(element, { json: true }) : undefined;
  return scope => {
    const evaluateEach = each?.bind(scope);
    return (cell, row) => {
      if (evaluateEach) {
        const outer = row.item;
        row.item = cell;
        const value = evaluateEach(row);
        row.item = outer;
        return value;
      }
      const text = textOfCell(cell);
      const place = `\`${field}\` from ${source.title}`;
      try {
        if (text !== undefined) return convert(text);
        if (json || convertJson) return (convertJson ?? convert)(jsonOfCell(cell));
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        row.refuse(`${place}: ${error.message}`, `${place}: ${error.fault}`);
        return undefined;
      }
      row.refuse(`${place}: it ${notText(cell)}`);
      return undefined;
    };
  };
}

/** One text or a list of texts, as a set. */
export function textsOf(texts: string | readonly string[] = []): ReadonlySet<string> {
  return new Set(typeof texts === 'string' ? [texts] : texts);
}

function checkedConverter(
  { document, node, field }: TextField,
  type: FieldType,
  settings: TextSettings,
  formatNode: Node | undefined,
): Converter | undefined {
  try {
    return converter(type, { ...settings, open: !field.includes('.') });
  } catch (error) {
    if (!(error instanceof DateFormatError)) throw error;
    document.report(formatNode ?? node, error.message);
    return undefined;
  }
}

/** The first setting that does not fit the type: its key, the message after the type, and how to fix it. */
function misuseOf(
  { type, hasLists }: TextField,
  settings: TextSettings,
): { key: string; message: string; fix: string } | undefined {
  const takesElements = settings.separator !== undefined || (hasLists && !settings.json);
  const element = takesElements && type.kind === 'list' ? type.of : type;
  if (settings.separator !== undefined && type.kind !== 'list') {
    return { key: 'separator', message: ', not a list', fix: 'leave `separator` out' };
  }
  if (settings.each && settings.separator === undefined && !(hasLists && type.kind === 'list')) {
    return {
      key: 'each',
      message: '; `each` needs a `separator` that cuts the cell into elements',
      fix: "add `separator: ';'`",
    };
  }
  const isObject = element.kind === 'object' || (element.kind === 'list' && element.of.kind === 'object');
  if (isObject && !settings.each && !settings.json) {
    return {
      key: 'separator',
      message: ': one text cannot fill it',
      fix: 'map its fields, use `each`, or say `json: true`',
    };
  }
  const leaf = element.kind === 'list' ? element.of : element;
  if ((settings.format ?? settings.zone) !== undefined && leaf.kind !== 'timestamp' && !settings.each) {
    return {
      key: settings.format === undefined ? 'zone' : 'format',
      message: ', not a timestamp',
      fix: 'leave it out',
    };
  }
  return undefined;
}
