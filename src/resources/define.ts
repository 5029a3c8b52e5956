// Defines resource declarations. The DuckDB table, the landing schema, the API schema, the routes and the documentation of a
// resource all follow from its declaration.
import { z } from 'zod';

export type Fields = Record<string, z.ZodType>;

/** The order of a list. Pagination stays within the version that it began with. */
export type ListOrder = 'instance' | 'blastRadius' | 'newest';

export interface Resource {
  /** Object or relationship type, as connectors land it and as `objectMetadata.ObjectOrRelationshipType` serves it. */
  readonly type: string;
  /** Singular noun phrase for messages and headings. */
  readonly title: string;
  readonly description: string;
  /** `edge`: served as one string in graph pattern notation instead of an object. */
  readonly kind: 'object' | 'relationship' | 'edge';
  /** Fields, in the order of documentation and responses. */
  readonly fields: Fields;
  /** Field → what people call it here, where that differs from the common words (types/labels.ts). */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Fields that every served object has. */
  readonly required: readonly string[];
  /** Values that landing sets for required fields that a source does not provide. */
  readonly defaults?: Readonly<Record<string, RequiredDefault>>;
  /** Required fields that the service computes from other fields of the record. */
  readonly derived?: readonly string[];
  /** The collections that serve this resource. The first one has all objects, the others are views of it. */
  readonly collections: readonly Collection[];
  /** Landed by connectors, or made only by enrichment. */
  readonly madeBy: 'connectors' | 'enrichment';
  /** True where `id` is served as the global id, as the interface requires for authenticators. Connectors land a local id. */
  readonly idIsGlobal?: boolean;
  /** The name of its table in queries; by default that of its first collection. */
  readonly table?: string;
  /**
   * The table in queries has a data date, from which ages are counted: that of each object, or that of the newest read of a type. By
   * default it has none.
   */
  readonly dataDate?: 'object' | ReferenceTarget;
  /** Parent and child object types of an edge. */
  readonly edge?: { readonly parent: string; readonly child: string };
}

/** Marks a default that landing computes from the rest of the record. */
export const computed: unique symbol = Symbol('computed from the record');

export type RequiredDefault = string | boolean | readonly string[] | typeof computed;

export interface Collection {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly order: ListOrder;
}

/** Check the consistency of a declaration at load time. A mistake is an error that names the resource. */
export function defineResource(resource: Resource): Resource {
  for (const name of resource.required) {
    if (!(name in resource.fields)) throw new Error(`${resource.type}: required field ${name} is not declared`);
  }
  for (const name of [...Object.keys(resource.defaults ?? {}), ...(resource.derived ?? [])]) {
    if (!resource.required.includes(name) || !isLandable(name)) {
      throw new Error(
        `${resource.type}: ${name} is filled by default but is not a required field that connectors land`,
      );
    }
  }
  for (const name of Object.keys(resource.labels ?? {})) {
    if (!(name in resource.fields)) throw new Error(`${resource.type}: the labelled field ${name} is not declared`);
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.description) throw new Error(`${resource.type}.${name}: a field needs a description`);
  }
  return Object.freeze(resource);
}

/** The target of a local reference: an object type, or the name of the sibling field that holds the type. */
export type ReferenceTarget = { readonly type: string } | { readonly typeField: string };

const references = z.registry<ReferenceTarget>();

/** A local id of another object of the same application instance. Enrichment fills its global counterpart. */
export function localId(target: string | { typeField: string }): z.ZodString {
  const schema = z.string().min(1);
  references.add(schema, typeof target === 'string' ? { type: target } : target);
  return schema;
}

/** The target of a field made by {@link localId}; undefined for other fields. */
export function referenceOf(field: z.ZodType): ReferenceTarget | undefined {
  return references.get(field);
}

/** `createdBy` → `globalCreatedBy`: the field with the tenant-wide id of a local reference. */
export function globalNameOf(field: string): string {
  return `global${field[0]!.toUpperCase()}${field.slice(1)}`;
}

const filledByService = /^(global|enriched|analytics|sor)(?=[A-Z])|^(objectMetadata|serviceObjectMetadata)$/;

/** True for the fields that a connector may fill; the service fills the others. */
export function isLandable(field: string): boolean {
  return !filledByService.test(field);
}

/** The fields of a resource that connectors land, in declared order. */
export function landableFields(resource: Resource): Fields {
  return Object.fromEntries(Object.entries(resource.fields).filter(([name]) => isLandable(name)));
}
