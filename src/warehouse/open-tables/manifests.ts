// Manifests and manifest lists of Iceberg, format version 2: https://iceberg.apache.org/spec/#manifests. A manifest names data files or
// files of deletes; the list of a snapshot names its manifests. Readers know fields by the ids.
import { avroFile } from './avro-file.ts';
import type { OpenTable } from './open-tables.ts';
import { bucketOf, type PartitionSpec, partitionField, partitionFields, partitionSpecs, specOf } from './partitions.ts';
import type { TableFile } from './table-state.ts';

const field = (id: number, name: string, type: unknown) => ({ name, type, 'field-id': id });
const optional = (id: number, name: string, type: unknown) => ({
  ...field(id, name, ['null', type]),
  default: null,
});

const partitionTypes: Readonly<Record<PartitionSpec, object[]>> = {
  unpartitioned: [],
  instance: [optional(partitionField.id, partitionField.name, 'int')],
};

const dataFile = (spec: PartitionSpec) => ({
  type: 'record',
  name: 'r2',
  fields: [
    field(134, 'content', 'int'),
    field(100, 'file_path', 'string'),
    field(101, 'file_format', 'string'),
    field(102, 'partition', { type: 'record', name: 'r102', fields: partitionTypes[spec] }),
    field(103, 'record_count', 'long'),
    field(104, 'file_size_in_bytes', 'long'),
    optional(143, 'referenced_data_file', 'string'),
  ],
});

const manifestEntry = (spec: PartitionSpec) => ({
  type: 'record',
  name: 'manifest_entry',
  fields: [
    field(0, 'status', 'int'),
    optional(1, 'snapshot_id', 'long'),
    optional(3, 'sequence_number', 'long'),
    optional(4, 'file_sequence_number', 'long'),
    field(2, 'data_file', dataFile(spec)),
  ],
});

const manifestFile = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    field(500, 'manifest_path', 'string'),
    field(501, 'manifest_length', 'long'),
    field(502, 'partition_spec_id', 'int'),
    field(517, 'content', 'int'),
    field(515, 'sequence_number', 'long'),
    field(516, 'min_sequence_number', 'long'),
    field(503, 'added_snapshot_id', 'long'),
    ...['added', 'existing', 'deleted'].map((what, index) => field(504 + index, `${what}_files_count`, 'int')),
    ...['added', 'existing', 'deleted'].map((what, index) => field(512 + index, `${what}_rows_count`, 'long')),
  ],
};

const statuses = { existing: 0, added: 1, deleted: 2 } as const;
const contents = { data: 0, deletes: 1 } as const;

/** The files of which there is a manifest: of one content and of one specification of partitions. */
export interface ManifestKind {
  readonly content: keyof typeof contents;
  readonly spec: PartitionSpec;
}

export const manifestKinds: readonly ManifestKind[] = (['data', 'deletes'] as const).flatMap(content =>
  (['unpartitioned', 'instance'] as const).map(spec => ({ content, spec })),
);

interface Entry {
  readonly status: keyof typeof statuses;
  readonly file: TableFile;
}

/** What the manifests of a snapshot say, besides the files. */
export interface SnapshotFacts {
  /** Also its id and its sequence number. */
  readonly version: number;
  /** Its schema as JSON. */
  readonly schema: string;
  readonly schemaId: number;
  readonly table: OpenTable;
  /** The address of a file from its path in the storage. */
  address(path: string): string;
}

/** What the list says of a manifest. */
type ManifestSummary = Readonly<Record<string, number | string>>;

export interface ManifestFile {
  readonly content: Buffer;
  readonly summary: ManifestSummary;
}

/**
 * @param path where it will lie in the storage
 * @param files those of the snapshot @param former those of the snapshot before it
 * @returns undefined when it has no entries
 */
export async function manifestOf(
  path: string,
  kind: ManifestKind,
  { files, former }: { readonly files: readonly TableFile[]; readonly former: readonly TableFile[] },
  facts: SnapshotFacts,
): Promise<ManifestFile | undefined> {
  const { content, spec } = kind;
  const entries = entriesOf(kind, files, former, facts.version);
  if (entries.length === 0) return undefined;
  const records = entries.map(entry => entryRecord(kind, entry, facts));
  const file = await avroFile(manifestEntry(spec), records, {
    schema: facts.schema,
    'schema-id': String(facts.schemaId),
    'partition-spec': JSON.stringify(partitionFields(facts.table, spec)),
    'partition-spec-id': String(partitionSpecs[spec]),
    'format-version': '2',
    content,
  });
  const summary = {
    ...{ manifest_path: facts.address(path), manifest_length: file.length },
    ...{ partition_spec_id: partitionSpecs[spec], content: contents[content] },
    ...{ sequence_number: facts.version, added_snapshot_id: facts.version },
    min_sequence_number: Math.min(...entries.map(entry => entry.file.since)),
    ...countsOf(entries),
  };
  return { content: file, summary };
}

/** The list of the manifests of a snapshot. */
export function manifestList(
  manifests: readonly ManifestSummary[],
  { version, parent }: { readonly version: number; readonly parent: number | undefined },
): Promise<Buffer> {
  return avroFile(manifestFile, manifests, {
    'snapshot-id': String(version),
    'parent-snapshot-id': parent === undefined ? 'null' : String(parent),
    'sequence-number': String(version),
    'format-version': '2',
  });
}

function entriesOf(
  { content, spec }: ManifestKind,
  files: readonly TableFile[],
  former: readonly TableFile[],
  version: number,
): Entry[] {
  const isOf = (file: TableFile) => (file.deletesOf !== undefined) === (content === 'deletes') && specOf(file) === spec;
  const paths = new Set(files.map(({ path }) => path));
  return [
    ...files.filter(isOf).map(file => ({ status: file.since === version ? 'added' : 'existing', file }) as const),
    ...former.filter(file => isOf(file) && !paths.has(file.path)).map(file => ({ status: 'deleted', file }) as const),
  ];
}

function countsOf(entries: readonly Entry[]): Record<string, number> {
  const counts = (['added', 'existing', 'deleted'] as const).flatMap(status => {
    const own = entries.filter(entry => entry.status === status);
    const rows = own.reduce((sum, { file }) => sum + file.rows, 0);
    return [
      [`${status}_files_count`, own.length],
      [`${status}_rows_count`, rows],
    ];
  });
  return Object.fromEntries(counts) as Record<string, number>;
}

function entryRecord({ content }: ManifestKind, { status, file }: Entry, facts: SnapshotFacts): object {
  const { instance, deletesOf } = file;
  return {
    status: statuses[status],
    snapshot_id: status === 'deleted' ? facts.version : file.since,
    sequence_number: file.since,
    file_sequence_number: file.since,
    data_file: {
      content: contents[content],
      file_path: facts.address(file.path),
      file_format: 'PARQUET',
      partition: instance === undefined ? {} : { [partitionField.name]: bucketOf(instance) },
      record_count: file.rows,
      file_size_in_bytes: file.bytes,
      referenced_data_file: deletesOf === undefined ? null : facts.address(deletesOf),
    },
  };
}
