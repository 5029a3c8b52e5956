// The storage keys of a tenant's files:
//
//   tenants/<tenant>/landed/<source>/<run>/<Type>/000001-1.parquet     and 000001-1.rejected.ndjson
//   tenants/<tenant>/versions/<number>-<build>-<attempt>/{warehouse.duckdb, manifest.json, tables/…, collections/…}
//   tenants/<tenant>/open/state.json                                   what is published of open tables
//   tenants/<tenant>/open/<table>/{metadata,_delta_log,data}/…
//   tenants/<tenant>/exports/<export>/<attempt>.{csv,parquet,jsonl}
//
// Every name holds the number of the attempt, so a process that lost its lease never overwrites what another one wrote.

export interface TenantKeys {
  readonly tenant: string;
  readonly versions: string;
  /** @param folder the folder's name in state */
  version(folder: string): string;
  readonly landed: string;
  /** Everything that a run landed. */
  run(sourceId: string, runId: string): string;
  /** What a run landed of one type. */
  read(sourceId: string, runId: string, type: string): string;
  /** The tables that other engines read. */
  readonly openTables: string;
  readonly exports: string;
  /** The files of one export. */
  exported(exportId: string): string;
}

export function tenantKeys(tenant: string): TenantKeys {
  const root = `tenants/${tenant}`;
  const versions = `${root}/versions`;
  const landed = `${root}/landed`;
  const exports = `${root}/exports`;
  return {
    tenant,
    versions,
    version: folder => `${versions}/${folder}`,
    landed,
    run: (sourceId, runId) => `${landed}/${sourceId}/${runId}`,
    read: (sourceId, runId, type) => `${landed}/${sourceId}/${runId}/${type}`,
    openTables: `${root}/open`,
    exports,
    exported: exportId => `${exports}/${exportId}`,
  };
}

/** Name of the folder of a version that is not published yet. */
export function versionFolder(version: number, buildId: string, attempt: number): string {
  return `${String(version).padStart(8, '0')}-${buildId}-${attempt}`;
}

/** The build that made a version's folder; undefined for folders of former releases. */
export function buildOfFolder(folder: string): string | undefined {
  return /^\d+-(.{36})-\d+$/.exec(folder)?.[1];
}
