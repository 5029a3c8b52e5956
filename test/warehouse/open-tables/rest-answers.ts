// What the Iceberg REST specification (its OpenAPI document, components/schemas) requires of the answers that the catalogue gives, without
// what it gives no answer for: views, commits, plans, statistics and encryption.
import { z } from 'zod';

const texts = z.record(z.string(), z.string());
const long = z.int();
const errorAnswer = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    code: z.int().min(400).max(600),
    stack: z.array(z.string()).optional(),
  }),
});

const structField = z.strictObject({
  id: long,
  name: z.string(),
  required: z.boolean(),
  get type() {
    return type;
  },
  doc: z.string().optional(),
  'initial-default': z.unknown().optional(),
  'write-default': z.unknown().optional(),
});
const struct = { type: z.literal('struct'), fields: z.array(structField) };
const type: z.ZodType = z.lazy(() =>
  z.union([
    z.string(),
    z.strictObject(struct),
    z.strictObject({ type: z.literal('list'), 'element-id': long, element: type, 'element-required': z.boolean() }),
    z.strictObject({
      ...{ type: z.literal('map'), 'key-id': long, key: type },
      ...{ 'value-id': long, value: type, 'value-required': z.boolean() },
    }),
  ]),
);

const partitionField = z.strictObject({ 'field-id': long, 'source-id': long, name: z.string(), transform: z.string() });
const sortField = z.strictObject({
  ...{ 'source-id': long, transform: z.string() },
  ...{ direction: z.enum(['asc', 'desc']), 'null-order': z.enum(['nulls-first', 'nulls-last']) },
});
const snapshot = z.strictObject({
  'snapshot-id': long,
  'parent-snapshot-id': long.optional(),
  'sequence-number': long,
  'timestamp-ms': long,
  'manifest-list': z.string(),
  'schema-id': long,
  summary: texts.and(z.object({ operation: z.enum(['append', 'replace', 'overwrite', 'delete']) })),
});

/** Format version 2, whose members are required by the specification of the format where that of the catalogue leaves them open. */
const tableMetadata = z.strictObject({
  'format-version': z.literal(2),
  'table-uuid': z.uuid(),
  location: z.string(),
  'last-sequence-number': long,
  'last-updated-ms': long,
  'last-column-id': long,
  'current-schema-id': long,
  schemas: z
    .array(z.strictObject({ ...struct, 'schema-id': long, 'identifier-field-ids': z.array(long).optional() }))
    .min(1),
  'default-spec-id': long,
  'partition-specs': z.array(z.strictObject({ 'spec-id': long, fields: z.array(partitionField) })).min(1),
  'last-partition-id': long,
  'default-sort-order-id': long,
  'sort-orders': z.array(z.strictObject({ 'order-id': long, fields: z.array(sortField) })).min(1),
  properties: texts,
  'current-snapshot-id': long,
  refs: z.record(z.string(), z.strictObject({ type: z.enum(['tag', 'branch']), 'snapshot-id': long })),
  snapshots: z.array(snapshot).min(1),
  'snapshot-log': z.array(z.strictObject({ 'snapshot-id': long, 'timestamp-ms': long })),
  'metadata-log': z.array(z.strictObject({ 'metadata-file': z.string(), 'timestamp-ms': long })),
});

export const restAnswers = {
  config: z.strictObject({ defaults: texts, overrides: texts, endpoints: z.array(z.string().regex(/^[A-Z]+ \/v1\//)) }),
  table: z.strictObject({ 'metadata-location': z.string(), metadata: tableMetadata, config: texts }),
  error: errorAnswer,
};
