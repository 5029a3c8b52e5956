// The metadata of an Iceberg table, format version 2: https://iceberg.apache.org/spec/#table-metadata-fields
import { v5 as uuidv5 } from 'uuid';
import { icebergFields, nameMapping } from './column-type.ts';
import { fieldIdsOf } from './field-ids.ts';
import type { OpenTable } from './open-tables.ts';
import { partitionMetadata } from './partitions.ts';
import { filesOfSnapshot, type TableSnapshot, type TableState } from './table-state.ts';

const tableNamespace = 'f0a7c0de-6c61-5d43-9a54-0c1f5e8b7a21';

/** The same in every deployment. */
export function tableUuid(tenant: string, table: string): string {
  return uuidv5(`${tenant}/${table}`, tableNamespace);
}

export function icebergSchema({ name, columns }: OpenTable, schemaId: number): object {
  return { type: 'struct', 'schema-id': schemaId, fields: icebergFields(columns, fieldIdsOf(name)) };
}

/** @param location the URI of the folder of the table */
export function icebergMetadata(tenant: string, table: OpenTable, state: TableState, location: string): object {
  const { schemas, snapshots } = state;
  const newest = snapshots.at(-1)!;
  const ids = fieldIdsOf(table.name);
  return {
    'format-version': 2,
    'table-uuid': tableUuid(tenant, table.name),
    location,
    'last-sequence-number': newest.version,
    'last-updated-ms': newest.publishedAt,
    'last-column-id': ids.size,
    'current-schema-id': newest.schemaId,
    schemas,
    ...partitionMetadata(table),
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    properties: { 'schema.name-mapping.default': JSON.stringify(nameMapping(table.columns, ids)) },
    'current-snapshot-id': newest.version,
    refs: { main: { 'snapshot-id': newest.version, type: 'branch' } },
    snapshots: snapshots.map((snapshot, index) => snapshotOf(state, snapshot, snapshots[index - 1], location)),
    'snapshot-log': snapshots.map(({ version, publishedAt }) => ({
      'snapshot-id': version,
      'timestamp-ms': publishedAt,
    })),
    'metadata-log': [],
  };
}

function snapshotOf(
  state: TableState,
  snapshot: TableSnapshot,
  parent: TableSnapshot | undefined,
  location: string,
): object {
  const { version, publishedAt, schemaId, list } = snapshot;
  const files = filesOfSnapshot(state, snapshot);
  const hidden = files.reduce((sum, file) => sum + (file.hidden?.rows ?? 0), 0);
  const data = files.filter(({ deletesOf }) => deletesOf === undefined);
  const stored = data.reduce((sum, { rows }) => sum + rows, 0);
  return {
    'snapshot-id': version,
    ...(parent && { 'parent-snapshot-id': parent.version }),
    'sequence-number': version,
    'timestamp-ms': publishedAt,
    'manifest-list': `${location}/${list}`,
    'schema-id': schemaId,
    summary: {
      operation: 'overwrite',
      'total-records': String(stored),
      'total-data-files': String(data.length),
      'total-delete-files': String(files.length - data.length),
      'total-position-deletes': String(hidden),
      'rolecall.version': String(version),
      'rolecall.published-at': new Date(publishedAt).toISOString(),
      'rolecall.rows': String(stored - hidden),
    },
  };
}
