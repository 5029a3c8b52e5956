// The tables and columns that the editor completes, with their types and descriptions.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { SQLNamespace } from '@codemirror/lang-sql';

export interface SchemaTable {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly description: string }[];
}

export function namespaceOf(tables: readonly SchemaTable[]): SQLNamespace {
  return Object.fromEntries(
    tables.map(({ name, description, columns }) => [
      name,
      {
        self: { label: name, type: 'type', detail: 'table', info: description },
        children: columns.map(column => ({
          label: column.name,
          type: 'property',
          detail: short(column.type),
          info: column.description,
        })),
      },
    ]),
  );
}

/** Completions in a section come after those without one, so that `SELECT al` offers `account_alias` before `ALL`. */
export function keywordCompletion(label: string, type: string): Completion {
  return { label, type, section: { name: 'Keywords', rank: 1 } };
}

/** The order of completions that fit equally well: `acc` is sooner `accounts` than `access_paths`. */
export const shorterFirst = (one: Completion, other: Completion): number =>
  one.label.length - other.label.length || one.label.localeCompare(other.label);

/** Completes the columns of the tables that the text names. */
export function columnCompletion(tables: readonly SchemaTable[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, explicit } = context;
    const word = context.matchBefore(/\w*$/)!;
    if (word.from === word.to && !explicit) return null;
    // After a point, the completion of the schema offers the columns of that table.
    if (state.sliceDoc(word.from - 1, word.from) === '.') return null;
    const named = new Set(state.doc.toString().toLowerCase().match(/\w+/g));
    const columns = tables.filter(({ name }) => named.has(name)).flatMap(table => table.columns);
    const unique = new Map(columns.map(column => [column.name, column]));
    if (unique.size === 0) return null;
    return {
      from: word.from,
      validFor: /^\w*$/,
      options: [...unique.values()].map(({ name, type, description }) => ({
        label: name,
        type: 'property',
        detail: short(type),
        info: description,
      })),
    };
  };
}

/** The types of nested columns are longer than a line. */
export function short(type: string): string {
  if (type.startsWith('STRUCT(')) return type.endsWith('[]') ? 'STRUCT(…)[]' : 'STRUCT(…)';
  return type.length > 24 ? `${type.slice(0, 23)}…` : type;
}
