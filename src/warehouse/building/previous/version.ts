// The version in service, whose rows a build compares with its own or takes over.
import { type DuckDB, literal } from '../../duckdb.ts';
import { tablesInService } from '../../version/known-tables.ts';
import { warehouseFile } from '../../version/layout.ts';
import type { VersionTables } from '../../version/table-parts.ts';

export interface PreviousVersion {
  /** The folder of the version. */
  readonly folder: string;
  /** Its tables. The first call attaches its file as `previous`. @throws Error when the version cannot be read */
  tables(): Promise<VersionTables>;
}

/** The version in service for the database of a build. It stays attached. @param folder the folder of the version */
export function openPrevious(duckdb: DuckDB, folder: string): PreviousVersion {
  let tables: Promise<VersionTables> | undefined;
  const attach = async () => {
    await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS previous (READ_ONLY)`);
    return tablesInService(duckdb.rows, 'previous', folder);
  };
  return {
    folder,
    tables() {
      tables ??= attach();
      return tables;
    },
  };
}
