// Makes object container files of Avro, as which Iceberg keeps its manifests. The library keeps attributes that it does not know, so the
// ids of the fields get into the header of the file.
import { buffer } from 'node:stream/consumers';
import avro from 'avsc';

/** Marks the ends of blocks. It is always the same, so that equal content makes equal files. */
const syncMarker = Buffer.from('rolecall-iceberg');

/** @param metadata entries of the header besides the schema */
export async function avroFile(
  schema: object,
  records: readonly object[],
  metadata: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const entries = Object.entries(metadata).map(([key, value]) => [key, Buffer.from(value)]);
  const encoder = new avro.streams.BlockEncoder(
    schema as never,
    {
      ...{ codec: 'deflate', syncMarker, writeHeader: true, metadata: Object.fromEntries(entries) },
    } as never,
  );
  for (const record of records) encoder.write(record);
  encoder.end();
  return buffer(encoder);
}
