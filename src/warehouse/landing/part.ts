// One part of a read: a batch becomes a Parquet file, and the records that were rejected become a file beside it.
import fs from 'node:fs';
import path from 'node:path';
import { computed, landableFields, type RequiredDefault, type Resource } from '../../resources/define.ts';
import { requiredDefaults } from '../../resources/json-schema.ts';
import type { LandedFile } from '../../state/reads.ts';
import { columnTypes } from '../columns.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import type { Batch } from './batch.ts';
import { parquetName, rejectedIdsName, rejectedName, removedIdsName } from './file-names.ts';
import { maxRecordBytes } from './intake.ts';
import { rejectedIdsText, removedIdsText } from './record-ids.ts';

export interface PartOptions {
  readonly duckdb: DuckDB;
  readonly resource: Resource;
  readonly applicationInstanceId: string;
  /** Where files are made before they are kept. An empty folder that no other read uses. */
  readonly folder: string;
  /** Becomes part of the names of the files. */
  readonly attempt: number;
  /** Store a finished file under a name. */
  keep(name: string, file: string): Promise<LandedFile>;
}

/**
 * Land a batch whose accepted records are in `scratch`, as newline-delimited JSON.
 * @returns the Parquet file; undefined when the batch has no rows
 */
export async function landPart(
  options: PartOptions,
  part: number,
  scratch: string,
  batch: Batch,
): Promise<LandedFile | undefined> {
  const { attempt } = options;
  if (batch.rejected.length > 0) {
    const lines = batch.rejected.map(rejection => `${JSON.stringify(rejection)}\n`).join('');
    await keepText(options, rejectedName(part, attempt), lines);
    await keepText(options, rejectedIdsName(part, attempt), rejectedIdsText(batch.rejected));
  }
  if (batch.removed.length > 0) {
    await keepText(options, removedIdsName(part, attempt), removedIdsText(batch.removed));
  }
  if (batch.rows === 0) return undefined;
  const name = parquetName(part, attempt);
  const file = path.join(options.folder, name);
  try {
    await options.duckdb.run(
      `COPY (${batchRows(options, scratch, batch.startedAt)}) TO ${literal(file)} (FORMAT parquet, COMPRESSION snappy)`,
    );
    return await options.keep(name, file);
  } finally {
    // An incomplete file of a failed write would keep a full disk full.
    fs.rmSync(file, { force: true });
  }
}

export async function keepText({ folder, keep }: PartOptions, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text, { mode: 0o600 });
  await keep(name, file);
}

/** SELECT the batch as typed rows. Absent required fields get their documented default; each row names its source. */
function batchRows(options: PartOptions, scratch: string, generatedAt: Date): string {
  const { resource, applicationInstanceId } = options;
  const types = columnTypes(landableFields(resource));
  const defaults = requiredDefaults(resource);
  const columns = Object.keys(types).map(name => {
    if (!(name in defaults)) return identifier(name);
    return `coalesce(${identifier(name)}, ${defaultExpression(name, defaults[name]!, applicationInstanceId)}) AS ${identifier(name)}`;
  });
  const schema = Object.entries(types).map(([name, type]) => `${identifier(name)}: ${literal(type)}`);
  const metadata = `{
    'ApplicationInstanceId': ${literal(applicationInstanceId)}::UUID,
    'GeneratedTime': ${literal(generatedAt.toISOString())}::TIMESTAMP,
    'Profile': ${literal(resource.type)},
    'ObjectOrRelationshipType': ${literal(resource.type)}
  }`;
  return `SELECT ${columns.join(', ')}, ${metadata} AS "objectMetadata"
    FROM read_json(${literal(scratch)}, format = 'newline_delimited', columns = {${schema.join(', ')}},
      maximum_object_size = ${maxRecordBytes * 3 + 1024})`;
}

function defaultExpression(field: string, value: RequiredDefault, applicationInstanceId: string): string {
  if (value === computed) {
    if (field !== 'email') throw new Error(`no computed default for ${field}`);
    // RFC 2606 reserves .invalid: the address satisfies the schema and can never receive mail or match another address.
    // Characters that are not allowed before the @ (RFC 5322, dot-atom) become underscores, and RFC 5321 allows at most 64.
    const local = `left(regexp_replace("alias", '[^A-Za-z0-9._+-]', '_', 'g'), 64)`;
    return `regexp_replace(${local}, '^[.]|[.]$|[.][.]+', '_', 'g') || ${literal(`@${applicationInstanceId}.invalid`)}`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? literal(value) : String(value);
}
