// A whole result as an Arrow IPC stream (https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format).
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  DuckDBDateValue,
  type DuckDBListValue,
  type DuckDBResult,
  type DuckDBStructValue,
  type DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import {
  AsyncByteQueue,
  Bool,
  type Data,
  DataType,
  DateDay,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { toJson } from './json-rows.ts';

/** The least number of rows in a batch, except the last. */
const batchRows = 16_384;

/** Write every row to a pipe that is open for writing. The pipe stays open. */
export async function writeArrow(result: DuckDBResult, descriptor: number): Promise<void> {
  await pipeline(messages(result), fs.createWriteStream('', { fd: descriptor, autoClose: false }));
}

/** Collects the pieces that the writer writes, so that each can be sent at once. The usual queue would hold the whole stream. */
class Pieces extends AsyncByteQueue<Uint8Array> {
  readonly taken: Uint8Array[] = [];
  override write(piece: Uint8Array): void {
    this.taken.push(piece);
  }
}

async function* messages(result: DuckDBResult): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces();
  const writer = new RecordBatchStreamWriter();
  let started = false;
  for await (const batch of batches(result)) {
    if (!started) writer.reset(pieces, batch.schema);
    started = true;
    writer.write(batch);
    yield* pieces.taken.splice(0);
  }
  writer.finish();
  yield* pieces.taken.splice(0);
}

async function* batches(result: DuckDBResult): AsyncGenerator<RecordBatch> {
  const types = result.columnTypes();
  const fields = result.columnNames().map((name, index) => new Field(name, arrowType(types[index]!), true));
  const schema = new Schema(fields);
  let columns: DuckDBValue[][] = types.map(() => []);
  const batch = () => {
    const children = columns.map((values, index) => {
      return columnData(values, types[index]!, fields[index]!.type);
    });
    const length = columns[0]?.length ?? 0;
    columns = types.map(() => []);
    return new RecordBatch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children }));
  };
  let sent = false;
  for (;;) {
    const chunk = await result.fetchChunk();
    const ended = !chunk || chunk.rowCount === 0;
    if (!ended) for (const [index, values] of chunk.getColumns().entries()) columns[index]!.push(...values);
    const full = (columns[0]?.length ?? 0) >= batchRows;
    // An empty result has one batch too, which carries the schema.
    if (full || (ended && (!sent || columns[0]!.length > 0))) {
      yield batch();
      sent = true;
    }
    if (ended) return;
  }
}

function columnData(values: readonly DuckDBValue[], type: DuckDBType, arrow: DataType): Data {
  if (!DataType.isTimestamp(arrow)) {
    return vectorFromArray(
      values.map(value => arrowValue(value, type)),
      arrow,
    ).data[0]!;
  }
  // The library converts timestamps from milliseconds. Passed as 64-bit integers, they keep their microseconds.
  const micros = values.map(value => (value as DuckDBTimestampValue | null)?.micros ?? null);
  const { length, nullCount, nullBitmap, values: data } = vectorFromArray(micros, new Int64()).data[0]!;
  return makeData({ type: arrow, length, nullCount, nullBitmap, data });
}

/**
 * The Arrow type of a DuckDB type. Inside lists and structs, timestamps become text. Decimals and integers beyond 64 bits become
 * float64. Types that are not listed here become text.
 */
function arrowType(type: DuckDBType, nested = false): DataType {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return new Bool();
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
      return new Int32();
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UINTEGER:
      return new Int64();
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.DECIMAL:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.UHUGEINT:
      return new Float64();
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return nested ? new Utf8() : new TimestampMicrosecond('UTC');
    case DuckDBTypeId.DATE:
      return new DateDay();
    case DuckDBTypeId.LIST:
      return new List(new Field('item', arrowType(type.valueType, true), true));
    case DuckDBTypeId.STRUCT: {
      const { entryNames, entryTypes } = type;
      return new Struct(entryNames.map((name, index) => new Field(name, arrowType(entryTypes[index]!, true), true)));
    }
    default:
      return new Utf8();
  }
}

function arrowValue(value: DuckDBValue, type: DuckDBType): unknown {
  if (value === null) return null;
  if (value instanceof DuckDBDateValue) return value.days * 86_400_000;
  switch (type.typeId) {
    case DuckDBTypeId.UINTEGER:
      return BigInt(value as number);
    case DuckDBTypeId.DECIMAL:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.UHUGEINT:
      return Number(String(value));
    case DuckDBTypeId.LIST: {
      const { valueType } = type;
      return (value as DuckDBListValue).items.map(item => arrowValue(item, valueType));
    }
    case DuckDBTypeId.STRUCT: {
      const { entryNames, entryTypes } = type;
      const { entries } = value as DuckDBStructValue;
      return Object.fromEntries(
        entryNames.map((name, index) => [name, arrowValue(entries[name]!, entryTypes[index]!)]),
      );
    }
  }
  if (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean' ||
    typeof value === 'string'
  ) {
    return value;
  }
  const text = toJson(value, type);
  return typeof text === 'string' ? text : JSON.stringify(text);
}
