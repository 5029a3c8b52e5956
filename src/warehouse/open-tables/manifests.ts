// Manifests and manifest lists of Iceberg, format version 2: https://iceberg.apache.org/spec/#manifests. A manifest names data files or
// files of deletes; the list of a snapshot names its manifests. Readers know fields by the ids.
import fs from 'node:fs';
import { writeAvro } from './avro-file.ts';
import type { TableFile } from './table-state.ts';

const field = (id: number, name: string, type: unknown) => ({ name, type, 'field-id': id });
const optional = (id: number, name: string, type: unknown) => ({
  ...field(id, name, ['null', type]),
  default: null,
});

/** Field id → least or greatest value of a file. */
function boundsOf(id: number, name: string, key: number, value: number) {
  const fields = [field(key, 'key', 'int'), field(value, 'value', 'bytes')];
  const items = { type: 'record', name: `k${key}_v${value}`, fields };
  return optional(id, name, { type: 'array', logicalType: 'map', items });
}

const dataFile = {
  type: 'record',
  name: 'r2',
  fields: [
    field(134, 'content', 'int'),
    field(100, 'file_path', 'string'),
    field(101, 'file_format', 'string'),
    field(102, 'partition', { type: 'record', name: 'r102', fields: [] }),
    field(103, 'record_count', 'long'),
    field(104, 'file_size_in_bytes', 'long'),
    boundsOf(125, 'lower_bounds', 126, 127),
    boundsOf(128, 'upper_bounds', 129, 130),
    optional(143, 'referenced_data_file', 'string'),
  ],
};

const manifestEntry = {
  type: 'record',
  name: 'manifest_entry',
  fields: [
    field(0, 'status', 'int'),
    optional(1, 'snapshot_id', 'long'),
    optional(3, 'sequence_number', 'long'),
    optional(4, 'file_sequence_number', 'long'),
    field(2, 'data_file', dataFile),
  ],
};

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

export type ManifestContent = keyof typeof contents;

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
  /** Id of the field with the application instance. */
  readonly instanceId: number | undefined;
  /** The address of a file from its path in the storage. */
  address(path: string): string;
}

/** What the list says of a manifest that was written. */
export type ManifestSummary = Readonly<Record<string, number | string>>;

/**
 * Write a manifest.
 * @param to the local file @param path where it will lie in the storage
 * @param files those of the snapshot @param former those of the snapshot before it
 * @returns undefined when it has no entries; then no file is written
 */
export async function writeManifestOf(
  to: string,
  path: string,
  content: ManifestContent,
  { files, former }: { readonly files: readonly TableFile[]; readonly former: readonly TableFile[] },
  facts: SnapshotFacts,
): Promise<ManifestSummary | undefined> {
  const entries = entriesOf(content, files, former, facts.version);
  if (entries.length === 0) return undefined;
  await writeAvro(...[to, manifestEntry, entries.map(entry => entryRecord(content, entry, facts))], {
    schema: facts.schema,
    'schema-id': String(facts.schemaId),
    'partition-spec': '[]',
    'partition-spec-id': '0',
    'format-version': '2',
    content,
  });
  return {
    ...{ manifest_path: facts.address(path), manifest_length: fs.statSync(to).size, partition_spec_id: 0 },
    ...{ content: contents[content], sequence_number: facts.version, added_snapshot_id: facts.version },
    min_sequence_number: Math.min(...entries.map(({ file }) => file.since)),
    ...countsOf(entries),
  };
}

/** Write the list of the manifests of a snapshot. */
export async function writeManifestList(
  to: string,
  manifests: readonly ManifestSummary[],
  { version, parent }: { readonly version: number; readonly parent: number | undefined },
): Promise<void> {
  await writeAvro(to, manifestFile, manifests, {
    'snapshot-id': String(version),
    'parent-snapshot-id': parent === undefined ? 'null' : String(parent),
    'sequence-number': String(version),
    'format-version': '2',
  });
}

function entriesOf(
  content: ManifestContent,
  files: readonly TableFile[],
  former: readonly TableFile[],
  version: number,
): Entry[] {
  const isOf = ({ deletesOf }: TableFile) => (deletesOf !== undefined) === (content === 'deletes');
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

function entryRecord(content: ManifestContent, { status, file }: Entry, facts: SnapshotFacts): object {
  const { instance, deletesOf } = file;
  const bounds =
    facts.instanceId === undefined || instance === undefined || content === 'deletes'
      ? null
      : [{ key: facts.instanceId, value: uuidBytes(instance) }];
  return {
    status: statuses[status],
    snapshot_id: status === 'deleted' ? facts.version : file.since,
    sequence_number: file.since,
    file_sequence_number: file.since,
    data_file: {
      content: contents[content],
      file_path: facts.address(file.path),
      file_format: 'PARQUET',
      partition: {},
      record_count: file.rows,
      file_size_in_bytes: file.bytes,
      lower_bounds: bounds,
      upper_bounds: bounds,
      referenced_data_file: deletesOf === undefined ? null : facts.address(deletesOf),
    },
  };
}

/** Appendix D: a UUID is its 16 bytes, the most significant first. */
const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
