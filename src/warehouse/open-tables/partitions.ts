// The partitions of tables (https://iceberg.apache.org/spec/#partitioning): by application instance, where a file has the rows of one.
// The file with the rows of all small instances belongs to no partition. So a table has two specifications, and each manifest names its own.
//
// The partition is a hash of the instance (transform `bucket`) and not the instance itself: a value that is a UUID is of Avro's type `fixed`,
// which some readers lack, and Spark has failed on such partitions (apache/iceberg#8247, #13703). Manifests have no bounds of the instance
// either: engines differ in the order of UUIDs (apache/iceberg#14216), and ClickHouse then leaves out files with matching rows
// (ClickHouse/ClickHouse#118366).
import { fieldIdsOf } from './field-ids.ts';
import type { OpenTable } from './open-tables.ts';
import type { TableFile } from './table-state.ts';

export const partitionSpecs = { unpartitioned: 0, instance: 1 } as const;
export type PartitionSpec = keyof typeof partitionSpecs;

/** So many that two instances of a tenant hardly ever share one. */
const buckets = 65_536;

export const partitionField = { id: 1000, name: 'application_instance_bucket' } as const;

/** The fields of a specification of a table. */
export function partitionFields(table: OpenTable, spec: PartitionSpec): object[] {
  if (spec === 'unpartitioned') return [];
  const source = fieldIdsOf(table.name).get(table.instanceField!);
  const { id, name } = partitionField;
  return [{ 'source-id': source, 'field-id': id, name, transform: `bucket[${buckets}]` }];
}

/** What the metadata of a table says of its partitions. */
export function partitionMetadata(table: OpenTable): object {
  const specs: PartitionSpec[] = table.instanceField === undefined ? ['unpartitioned'] : ['unpartitioned', 'instance'];
  return {
    'default-spec-id': partitionSpecs[specs.at(-1)!],
    'partition-specs': specs.map(spec => ({ 'spec-id': partitionSpecs[spec], fields: partitionFields(table, spec) })),
    'last-partition-id': specs.length === 1 ? partitionField.id - 1 : partitionField.id,
  };
}

/** Deletes belong to the partition of the file whose rows they hide. */
export function specOf({ instance }: TableFile): PartitionSpec {
  return instance === undefined ? 'unpartitioned' : 'instance';
}

/** The bucket of a UUID: the 32 bits of Murmur3 (x86, seed 0) over its 16 bytes (Iceberg table specification, appendix B). */
export function bucketOf(id: string): number {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  let hash = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const block = Math.imul(turned(Math.imul(bytes.readInt32LE(at), 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(turned(hash ^ block, 13), 5) + 0xe6546b64) | 0;
  }
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) & 0x7fff_ffff) % buckets;
}

const turned = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));
