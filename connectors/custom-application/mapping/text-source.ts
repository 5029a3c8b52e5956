// Where the text of a mapping comes from: a column, a template of columns, or a lookup in other rows.
import type { RowsKeys } from '../description/rows-name.ts';
import type { Cell } from './cell.ts';
import {
  type ColumnUse,
  cellOf,
  type LookupUse,
  ofRow,
  type RowContext,
  type RowsName,
  type TableScope,
  textCellOf,
} from './mapping.ts';

export interface TextSource {
  /** What each text begins with; absent: not known. */
  readonly prefix?: string | undefined;
  readonly columns: readonly ColumnUse[];
  readonly lookups: readonly LookupUse[];
  /** For messages, for example `column \`mail\``. */
  readonly title: string;
  /** What a row has: mostly a text; empty when there is none, undefined when the row was refused. */
  bind(scope: TableScope): (row: RowContext) => Cell;
}

export function columnSource(name: string, place: string): TextSource {
  return {
    columns: ofRow([{ name, place }]),
    lookups: [],
    title: `column \`${name}\``,
    bind: scope => cellOf(scope, name),
  };
}

/**
 * `{first} {last}`: column names in braces, `{{` and `}}` for braces themselves. The text is empty when all columns are empty.
 * Returns a message instead when the template is malformed.
 */
export function templateSource(template: string, place: string): TextSource | string {
  const parts: { text: string; column: boolean }[] = [];
  const rest = template.replace(/\{\{|\}\}|\{([^{}]+)\}|[^{}]+/g, (token, column?: string) => {
    parts.push(
      column === undefined
        ? { text: token.replace(/^(\{\{|\}\})$/, token[0]!), column: false }
        : { text: column, column: true },
    );
    return '';
  });
  const names = parts.filter(part => part.column).map(part => part.text);
  if (rest !== '') return `there is a single brace in the template; write {{ or }} for a brace itself`;
  if (names.length === 0) return 'the template names no column; write a constant as `constant: …`';
  return {
    // The text is trimmed.
    prefix: parts[0]!.column ? undefined : parts[0]!.text.trimStart(),
    columns: ofRow(names.map(name => ({ name, place }))),
    lookups: [],
    title: `template \`${template}\``,
    bind: scope => {
      const bound = parts.map(part => (part.column ? textCellOf(scope, part.text) : part.text));
      return row => {
        let filled = false;
        let text = '';
        for (const part of bound) {
          const piece = typeof part === 'string' ? part : part(row);
          filled ||= typeof part !== 'string' && piece !== '';
          text += piece;
        }
        return filled ? text.trim() : '';
      };
    },
  };
}

export interface LookupSettings extends RowsKeys {
  readonly column: string;
  readonly key: string;
  readonly value: string;
  readonly required?: boolean | undefined;
}

/** An empty cell gives an empty text. A text without a match refuses the row, unless `required` is false. */
export function lookupSource(settings: LookupSettings, rows: RowsName, place: string, ownName: string): TextSource {
  const { column, key, value, required = true } = settings;
  const use: LookupUse = { rows, key, value, place };
  return {
    columns: ofRow([{ name: column, place }]),
    lookups: [use],
    title: `\`${value}\` of ${rows.name}`,
    bind: scope => {
      const cell = textCellOf(scope, column);
      const find = scope.lookup(use);
      return row => {
        const text = cell(row);
        if (text === '') return '';
        const found = find(text);
        if (typeof found === 'object') return found.text;
        if (found === 'none' && !required) return '';
        const problem = found === 'none' ? 'is not in' : 'occurs more than once, with different values, in';
        const fault = `in column \`${column}\` of ${ownName} ${problem} column \`${key}\` of ${rows.name}`;
        row.refuse(`\`${text}\` ${fault}`, fault);
        return undefined;
      };
    },
  };
}
