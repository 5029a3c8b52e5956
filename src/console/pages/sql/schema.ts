// The tables and columns that the editor completes, with their types and descriptions.
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

/** The types of nested columns are longer than a line. */
function short(type: string): string {
  return type.length > 24 ? `${type.slice(0, 23)}…` : type;
}
