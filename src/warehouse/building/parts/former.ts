// The version in service, whose rows a build compares with its own or takes over.
import { type DuckDB, literal } from '../../duckdb.ts';
import { warehouseFile } from '../../version/layout.ts';
import { readTables, type VersionTables } from '../../version/table-parts.ts';

export interface FormerVersion {
  /** The folder of the version. */
  readonly folder: string;
  /** Its tables. The first call attaches its file as `former`. @throws Error when the version cannot be read */
  tables(): Promise<VersionTables>;
}

/** The version in service for the database of a build. It stays attached. @param folder the folder of the version */
export function openFormer(duckdb: DuckDB, folder: string): FormerVersion {
  let tables: Promise<VersionTables> | undefined;
  const attach = async () => {
    await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS former (READ_ONLY)`);
    return readTables(duckdb.rows, 'former', folder);
  };
  return {
    folder,
    tables() {
      tables ??= attach();
      return tables;
    },
  };
}
