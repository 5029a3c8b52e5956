// The fields of a list that can be filtered, sorted and counted, as columns over schema `inventory`.
import { z } from 'zod';
import { type DataType, type ExportColumn, enumerationOf } from '../exports/context-file.ts';
import type { Resource } from '../resources/define.ts';
import { fieldType } from '../resources/types/field-type.ts';
import { isJson, type Shape, shapeOf } from '../warehouse/columns.ts';
import { identifier } from '../warehouse/duckdb.ts';

export interface ListField extends ExportColumn {
  /** The type in words: `timestamp`, `id of Account`, `AccountType`. */
  readonly type: string;
  readonly schema: z.ZodType;
  /** SQL over the columns of the resource's relation; of a list, its elements as one text. */
  readonly expression: string;
  /** Of a list of texts: SQL for the list. */
  readonly list?: string;
}

const fieldsByType = new Map<string, readonly ListField[]>();

/**
 * Every field of a resource. The members of an object that is always complete are fields of their own
 * (`objectMetadata.ApplicationInstanceId`). The elements of a list of texts are filtered and counted one by one; it is sorted as one text.
 * An object that may lack members is its JSON text, and so is a list of objects.
 */
export function listFields(resource: Resource): readonly ListField[] {
  let fields = fieldsByType.get(resource.type);
  if (!fields) {
    fields = Object.entries(resource.fields).flatMap(([name, schema]) => fieldsOf(name, schema, identifier(name)));
    fieldsByType.set(resource.type, fields);
  }
  return fields;
}

function fieldsOf(name: string, schema: z.ZodType, expression: string): ListField[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'struct' && !isJson(shape) && schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([member, inner]) =>
      fieldsOf(`${name}.${member}`, inner, `${expression}.${identifier(member)}`),
    );
  }
  const isList = shape.kind === 'list' && !isJson(shape);
  return [
    {
      name,
      dataType: dataTypeOf(shape),
      ...enumerationOf(schema),
      ...(isList && { isList, list: `${expression}::VARCHAR[]` }),
      description: schema.description ?? '',
      type: fieldType(schema),
      schema,
      expression: textOf(shape, expression),
    },
  ];
}

function textOf(shape: Shape, expression: string): string {
  if (isJson(shape) || shape.kind === 'uuid') return `${expression}::VARCHAR`;
  return shape.kind === 'list' ? `array_to_string(${expression}, '; ')` : expression;
}

function dataTypeOf(shape: Shape): DataType {
  if (isJson(shape)) return 'string';
  if (shape.kind === 'list') return dataTypeOf(shape.item);
  if (shape.kind === 'enumeration') return 'enum';
  if (shape.kind === 'integer' || shape.kind === 'number') return 'number';
  return shape.kind === 'timestamp' || shape.kind === 'boolean' ? shape.kind : 'string';
}
