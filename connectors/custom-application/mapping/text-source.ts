// Where the text of a mapping comes from: a column, a template of columns, or a lookup in another file.
import { type ColumnUse, cellOf, itemColumn, type LookupUse, type RowContext, type TableScope } from './mapping.ts';

/** The text of a row; empty when there is none, undefined when the row was refused. */
type TextOf = (row: RowContext) => string | undefined;

export interface TextSource {
  readonly columns: readonly ColumnUse[];
  readonly lookups: readonly LookupUse[];
  /** For messages, for example `column \`mail\``. */
  readonly title: string;
  bind(scope: TableScope): TextOf;
}

export function columnSource(name: string, place: string): TextSource {
  return {
    columns: name === itemColumn ? [] : [{ name, place }],
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
    columns: names.filter(name => name !== itemColumn).map(name => ({ name, place })),
    lookups: [],
    title: `template \`${template}\``,
    bind: scope => {
      const bound = parts.map(part => (part.column ? cellOf(scope, part.text) : part.text));
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

export interface LookupSettings {
  readonly file: string;
  readonly column: string;
  readonly key: string;
  readonly value: string;
  readonly required?: boolean | undefined;
}

/** An empty cell gives an empty text. A text without a match refuses the row, unless `required` is false. */
export function lookupSource(settings: LookupSettings, place: string, ownFile: string): TextSource {
  const { file, column, key, value, required = true } = settings;
  const use: LookupUse = { file, key, value, place };
  return {
    columns: column === itemColumn ? [] : [{ name: column, place }],
    lookups: [use],
    title: `\`${value}\` of ${file}`,
    bind: scope => {
      const cell = cellOf(scope, column);
      const find = scope.lookup(use);
      return row => {
        const text = cell(row);
        if (text === '') return '';
        const found = find(text);
        if (typeof found === 'object') return found.text;
        if (found === 'none' && !required) return '';
        const problem = found === 'none' ? 'is not in' : 'occurs more than once, with different values, in';
        const fault = `in column \`${column}\` of ${ownFile} ${problem} column \`${key}\` of ${file}`;
        row.refuse(`\`${text}\` ${fault}`, fault);
        return undefined;
      };
    },
  };
}
