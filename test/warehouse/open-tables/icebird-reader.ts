// Reads tables through the catalogue as a program with icebird does. It fetches files by their addresses with the global `fetch`.
import { icebergRead } from 'icebird';
import { openTables } from '../../../src/warehouse/open-tables/open-tables.ts';
import type { TestService } from '../../support/service/service.ts';
import { digestOf, type RowsDigest } from './row-digest.ts';

/** The answer of the catalogue to a request for a table. */
export async function loadTable(test: TestService, table: string, query = '') {
  return (await test.get(`/iceberg/v1/namespaces/main/tables/${table}${query}`)).body;
}

/** Table → the digest of its rows in a version. */
export async function readWithIcebird(test: TestService, version: number): Promise<Map<string, RowsDigest>> {
  const found = new Map<string, RowsDigest>();
  for (const { name, columns } of openTables) {
    const { metadata } = await loadTable(test, name);
    const snapshot = metadata.snapshots.find((one: Record<string, unknown>) => one['snapshot-id'] === version);
    const isEmpty = snapshot.summary['total-data-files'] === '0';
    const asOf = { ...metadata, 'current-snapshot-id': version };
    // It refuses a table without files.
    const rows = isEmpty ? [] : await icebergRead({ tableUrl: metadata.location, metadata: asOf });
    const names = columns.map(column => column.name);
    found.set(name, digestOf(rows, names));
  }
  return found;
}
