// The fields of a type that a mapping may fill and must fill, from the registry.
import { composeId } from '../../../src/connector/composed-id.ts';
import { landableFields, type Resource, referenceOf } from '../../../src/resources/define.ts';
import { landingSchema } from '../../../src/resources/json-schema.ts';
import { type FieldType, fieldTypeOf } from './field-type.ts';

/** Making a schema takes milliseconds, and a description has many entries. */
const required = new Map<Resource, readonly string[]>();

/** The fields that a mapping has to fill: those that the service requires, except a relationship's id, which is composed. */
export function requiredFields(resource: Resource): readonly string[] {
  const known = required.get(resource);
  if (known) return known;
  const names = (landingSchema(resource)['required'] ?? []) as string[];
  const filled = names.filter(name => name !== 'id' || resource.kind === 'object');
  required.set(resource, filled);
  return filled;
}

export function fieldTypesOf(resource: Resource): Record<string, FieldType> {
  return Object.fromEntries(
    Object.entries(landableFields(resource)).map(([name, schema]) => [name, fieldTypeOf(schema)]),
  );
}

/** `>Role:`; the name of a type is letters. */
const seam = />[A-Za-z]+:/g;

/**
 * The id of a relationship whose mapping gives no id: both ends with their types, as in `Account:17>Role:admin`, so that
 * the same two ends make one relationship. Where an end's own id holds a text like `>Role:`, every `>` of both ends is
 * doubled, so that other ends never make the same id.
 */
export function composedId(resource: Resource): (record: Record<string, unknown>) => string {
  const ends = Object.entries(landableFields(resource)).flatMap(([name, schema]) => {
    const target = referenceOf(schema);
    return target
      ? [
          {
            name,
            typeOf: (record: Record<string, unknown>) => ('type' in target ? target.type : record[target.typeField]),
          },
        ]
      : [];
  });
  return record => {
    const parts = ends.map(end => `${end.typeOf(record)}:${record[end.name]}`);
    return composeId(parts, '>', seam);
  };
}
