// The variables of a standing database. A plan has their values in it, so it holds only while they stay the same.
import type { DuckDBConnection } from '@duckdb/node-api';

export interface Variables {
  /** A variable was set. */
  change(): void;
  /** A macro was created: its variables concern every plan, because any statement may use it. */
  addMacro(text: string): void;
  /** The values that the plan of a text depends on, as one text. */
  valuesFor(text: string): Promise<string>;
}

export function trackVariables(connection: DuckDBConnection): Variables {
  const ofMacros = new Set<string>();
  let values: Map<string, string> | undefined;

  const read = async () => {
    const reader = await connection.runAndReadAll('SELECT name, value FROM duckdb_variables()');
    return new Map(reader.getRows().map(([name, value]) => [String(name), String(value)]));
  };

  return {
    change() {
      values = undefined;
    },
    addMacro(text) {
      for (const name of variablesIn(text)) ofMacros.add(name);
    },
    async valuesFor(text) {
      values ??= await read();
      const names = new Set([...ofMacros, ...variablesIn(text)]);
      return JSON.stringify([...names].map(name => [name, values?.get(name)]));
    },
  };
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(/getvariable\('(\w+)'\)/g)].map(([, name]) => name!);
}
