// Where things lie in the data directory:
//
//   state/                          PGlite, when no database_url is set
//   tenants/<tenant>/landed/<source>/<run>/<Type>/000001.parquet
//   tenants/<tenant>/versions/<number>/{warehouse.duckdb, manifest.json, serve/…}
//   tenants/<tenant>/building-<id>/ a version that is being made
//   tenants/<tenant>/exports/<download>/export.{csv,parquet,jsonl}
//   tenants/<tenant>/scratch/       what running queries and exports spill
import path from 'node:path';

export interface TenantFolders {
  readonly tenant: string;
  readonly versions: string;
  version(number: number): string;
  building(buildId: string): string;
  readonly buildingPrefix: string;
  readonly root: string;
  /** Everything that a run landed. */
  run(sourceId: string, runId: string): string;
  /** What a run landed of one type. */
  landed(sourceId: string, runId: string, type: string): string;
  readonly landedRoot: string;
  /** The files of one export. */
  exported(downloadId: string): string;
  readonly exports: string;
  /** What a process spills while it runs; nothing in it outlives the service. */
  scratch(purpose: string): string;
}

export function tenantFolders(dataDir: string, tenant: string): TenantFolders {
  const root = path.join(dataDir, 'tenants', tenant);
  const versions = path.join(root, 'versions');
  const landedRoot = path.join(root, 'landed');
  const exports = path.join(root, 'exports');
  return {
    tenant,
    root,
    versions,
    landedRoot,
    exports,
    exported: downloadId => path.join(exports, downloadId),
    buildingPrefix: 'building-',
    version: number => path.join(versions, String(number).padStart(8, '0')),
    building: buildId => path.join(root, `building-${buildId}`),
    run: (sourceId, runId) => path.join(landedRoot, sourceId, runId),
    scratch: purpose => path.join(root, 'scratch', purpose),
    landed: (sourceId, runId, type) => path.join(landedRoot, sourceId, runId, type),
  };
}
