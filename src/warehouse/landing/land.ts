// Landing: records of one type become Parquet files, a batch at a time, while the connector goes on reading.
//
// A batch is written as newline-delimited JSON into a scratch file, DuckDB turns that into Parquet on its own threads, and
// the ledger saves it with the cursor that describes it. Memory stays the same however many rows a source has.
import fs from 'node:fs';
import path from 'node:path';
import type { Gap, Page, Rejection, SourceRecord } from '../../connector/contract.ts';
import { computed, landableFields, type RequiredDefault, type Resource } from '../../resources/define.ts';
import { requiredDefaults } from '../../resources/json-schema.ts';
import type { LandedBatch, LandedFile } from '../../state/runs.ts';
import { columnTypes } from '../columns.ts';
import { type DuckDB, identifier, literal } from '../duckdb.ts';
import { createIntake, maxRecordBytes } from './intake.ts';
import { rejectedIdsName, rejectedIdsText } from './kept.ts';

export interface LandingOptions {
  readonly duckdb: DuckDB;
  readonly resource: Resource;
  readonly applicationInstanceId: string;
  /** Where parts are made before they are kept; an empty folder of this read's own. */
  readonly folder: string;
  /** Goes into the names of the files. */
  readonly attempt: number;
  /** What is already there: the read resumes behind it. */
  readonly after?: Pick<LandedCounts, 'rows' | 'rejected'> & { part: number; filled: Record<string, number> };
  /** A batch ends at the first page end behind this many bytes. */
  readonly batchBytes?: number;
  /** Take a finished file over and keep it under a name. */
  keep(name: string, file: string): Promise<LandedFile>;
  /** Called once per landed part, in order, after its file is kept. */
  save(batch: LandedBatch): Promise<void>;
  /** Use local copies of all Parquet files that the read has landed, those of former attempts included. */
  withLanded<Result>(use: (files: readonly string[]) => Promise<Result>): Promise<Result>;
}

/** Of the whole read so far. */
export interface LandedCounts {
  readonly rows: number;
  readonly rejected: number;
}

export interface Landing {
  /** Take a page in. Resolves when the next may come; at most one batch waits for DuckDB. */
  add(page: Page): Promise<void>;
  counts(): LandedCounts;
  /**
   * Land the rest. Resolves to the number of records whose id had come before and that are therefore left out, and to the
   * number of the last part.
   */
  finish(): Promise<{ duplicates: number; lastPart: number }>;
  /** Forget the batch that was not landed. */
  abandon(): Promise<void>;
}

const defaultBatchBytes = 24 * 1024 * 1024;
const firstBufferBytes = 256 * 1024;
/** A slow source lands what it has at least this often, so that a crash costs little. */
const batchMaxAgeMs = 5_000;
/** Repeated ids that are listed one by one; all are counted. */
const listedDuplicates = 1000;

export async function openLanding(options: LandingOptions): Promise<Landing> {
  const batchBytes = options.batchBytes ?? defaultBatchBytes;
  fs.mkdirSync(options.folder, { recursive: true });
  const intake = createIntake(options.resource);
  Object.assign(intake.filled, options.after?.filled);
  const scratch = [0, 1].map(i => path.join(options.folder, `batch-${i}.ndjson`));
  const buffers: Buffer[] = [];
  const counts = { rows: options.after?.rows ?? 0, rejected: options.after?.rejected ?? 0 };
  let part = options.after?.part ?? 0;
  let side = 0;
  let batch = newBatch();
  let landing: Promise<void> = Promise.resolve();
  let failure: unknown;

  function newBatch() {
    return {
      startedAt: new Date(),
      bytes: 0,
      rows: 0,
      overflow: [] as string[],
      rejected: [] as Rejection[],
      gaps: [] as Gap[],
      cursor: undefined as string | undefined,
    };
  }

  /** Grown as it fills, up to a batch: most reads are small, and memory that is asked for costs a collection, used or not. */
  function bufferFor(bytes: number): Buffer {
    const former = buffers[side] ?? Buffer.alloc(0);
    const mostBytes = batchBytes + 1024 * 1024;
    if (bytes <= former.length || former.length === mostBytes) return former;
    const grown = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(bytes, 2 * former.length, firstBufferBytes)));
    former.copy(grown, 0, 0, batch.bytes);
    buffers[side] = grown;
    return grown;
  }

  function append(json: string): void {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    const needed = batch.bytes + json.length * 3 + 1;
    const buffer = bufferFor(needed);
    if (needed > buffer.length || batch.overflow.length > 0) batch.overflow.push(json);
    else {
      batch.bytes += buffer.write(json, batch.bytes);
      buffer[batch.bytes++] = 0x0a;
    }
    batch.rows += 1;
  }

  function take(page: Page): void {
    const before = { rows: batch.rows, rejected: batch.rejected.length };
    page.records.forEach((record, index) => {
      const taken = intake.accept(record);
      if ('json' in taken) append(taken.json);
      else batch.rejected.push(rejectionOf(record, page.place?.(index), taken.reasons));
    });
    for (const rejection of page.rejected ?? []) batch.rejected.push(rejection);
    counts.rows += batch.rows - before.rows;
    counts.rejected += batch.rejected.length - before.rejected;
    if (page.gaps) batch.gaps.push(...page.gaps);
    batch.cursor = page.cursor;
  }

  async function flush(): Promise<void> {
    batch.gaps.push(...intake.takeWarnings());
    if (batch.rows === 0 && batch.rejected.length === 0 && batch.gaps.length === 0) return;
    await landing;
    if (failure) throw failure;
    const full = batch;
    const file = scratch[side]!;
    writeScratch(file, bufferFor(0).subarray(0, full.bytes), full.overflow);
    part += 1;
    const number = part;
    const filled = { ...intake.filled };
    side = 1 - side;
    batch = newBatch();
    landing = landPart(options, number, file, full)
      .then(file =>
        options.save({
          part: number,
          rows: full.rows,
          rejected: full.rejected.length,
          filled,
          gaps: full.gaps,
          cursor: full.cursor ?? null,
          file,
        }),
      )
      .catch(error => {
        failure = error;
      });
  }

  const removeScratch = () => {
    for (const file of scratch) fs.rmSync(file, { force: true });
  };

  return {
    counts: () => ({ ...counts }),
    async add(page) {
      if (failure) throw failure;
      take(page);
      const due = batch.bytes >= batchBytes || batch.overflow.length > 0;
      if (due || Date.now() - batch.startedAt.getTime() > batchMaxAgeMs) await flush();
    },
    async finish() {
      try {
        await flush();
        await landing;
        if (failure) throw failure;
      } finally {
        removeScratch();
      }
      return { duplicates: await setDuplicatesAside(options), lastPart: part };
    },
    async abandon() {
      await landing;
      removeScratch();
    },
  };
}

/** A record that breaks the schema: its object is known when it has an id. */
function rejectionOf(record: SourceRecord, place: string | undefined, reasons: readonly string[]): Rejection {
  const id: unknown = record?.id;
  const known = typeof id === 'string' && id !== '';
  return { place: place ?? String(id), reasons, record, ...(known && { id }) };
}

/** Overwriting a file in place reuses its pages, which is several times faster than making a new one each time. */
function writeScratch(file: string, bytes: Uint8Array, overflow: readonly string[]): void {
  const descriptor = fs.openSync(file, fs.constants.O_CREAT | fs.constants.O_WRONLY, 0o600);
  try {
    let length = 0;
    while (length < bytes.length) length += fs.writeSync(descriptor, bytes, length, bytes.length - length, length);
    for (const json of overflow) length += fs.writeSync(descriptor, `${json}\n`, length);
    fs.ftruncateSync(descriptor, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @returns the Parquet file; undefined when the batch has no rows */
async function landPart(
  options: LandingOptions,
  part: number,
  scratch: string,
  batch: { rows: number; rejected: Rejection[]; startedAt: Date },
): Promise<LandedFile | undefined> {
  const name = `${String(part).padStart(6, '0')}-${options.attempt}`;
  if (batch.rejected.length > 0) {
    const lines = batch.rejected.map(rejection => `${JSON.stringify(rejection)}\n`).join('');
    await keepText(options, `${name}.rejected.ndjson`, lines);
    await keepText(options, rejectedIdsName(name), rejectedIdsText(batch.rejected));
  }
  if (batch.rows === 0) return undefined;
  const file = path.join(options.folder, `${name}.parquet`);
  try {
    await options.duckdb.run(
      `COPY (${landedRows(options, scratch, batch.startedAt)}) TO ${literal(file)} (FORMAT parquet, COMPRESSION snappy)`,
    );
    return await options.keep(`${name}.parquet`, file);
  } finally {
    // On a full disk, what a failure leaves behind would keep it full.
    fs.rmSync(file, { force: true });
  }
}

async function keepText({ folder, keep }: LandingOptions, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text, { mode: 0o600 });
  await keep(name, file);
}

/** The batch as typed rows: absent required fields get their documented default, and every row says where it is from. */
function landedRows(options: LandingOptions, scratch: string, generatedAt: Date): string {
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
    // RFC 2606 reserves .invalid: the address satisfies the schema and can never be mailed to, or joined on. What may not
    // stand before the @ (RFC 5322, dot-atom; at most 64 characters, RFC 5321) becomes an underscore.
    const local = `left(regexp_replace("alias", '[^A-Za-z0-9._+-]', '_', 'g'), 64)`;
    return `regexp_replace(${local}, '^[.]|[.]$|[.][.]+', '_', 'g') || ${literal(`@${applicationInstanceId}.invalid`)}`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? literal(value) : String(value);
}

/** The first record of an id stays; the others are set aside like every rejected record. */
async function setDuplicatesAside(options: LandingOptions): Promise<number> {
  const { duckdb, attempt } = options;
  return options.withLanded(async files => {
    if (files.length === 0) return 0;
    const landed = `read_parquet([${files.map(literal).join(', ')}])`;
    const [row] = await duckdb.rows<{ duplicates: bigint }>(
      `SELECT count(*) - count(DISTINCT "id") AS duplicates FROM ${landed}`,
    );
    if (row!.duplicates === 0n) return 0;
    const repeated = await duckdb.rows<{ id: string; times: bigint }>(
      `SELECT "id", count(*) AS times FROM ${landed} GROUP BY "id" HAVING count(*) > 1 ORDER BY "id" LIMIT ${listedDuplicates}`,
    );
    const lines = repeated.map(({ id, times }) => {
      const reason = `id ${JSON.stringify(id)} came ${times} times in one read; the first record is kept`;
      return `${JSON.stringify({ place: id, reasons: [reason] })}\n`;
    });
    await keepText(options, `duplicates-${attempt}.rejected.ndjson`, lines.join(''));
    return Number(row!.duplicates);
  });
}
