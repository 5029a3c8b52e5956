// From which data a field is made. A client that is limited to application instances gets a field only when it comes from what the
// client may see; every road (documents, SQL, lists, exports, changes) follows the declarations here.
//
// A caller carries `Visible`: nothing, or application instances and whether it has person data. Two places apply it:
// src/warehouse/version/visible-rows.ts to the views of schema `inventory`, from which queries, lists with filters, facets, exports, lookups
// and the search read, and src/warehouse/version/visible-documents.ts to the documents of lists and gets. Who sees the whole tenant gets the
// stored bytes and views without conditions. test/api/visibility walks every road as limited clients.
import { z } from 'zod';
import { globalNameOf, isLandable, type Resource, referenceOf } from '../define.ts';

/**
 * - own: the application instance of the object, as its source says it or computed from that.
 * - tenant: persons, or objects of any application instance. It is person data: a limited client sees it only with that grant.
 * - ids: global ids of objects of these types in any instance. Each is visible when its object is.
 * - federated: the global id for the local id in `local`. It is of another instance when `federation` says so.
 * - nested: a form of the field `local` with global ids, which may belong to other instances when `local` mentions a federation.
 */
export type Origin =
  | { readonly kind: 'own' | 'tenant' }
  | { readonly kind: 'ids'; readonly types: readonly string[] }
  | { readonly kind: 'federated'; readonly local: string; readonly federation: Federation | undefined }
  | { readonly kind: 'nested'; readonly local: string };

/** The field that says to which instance a local id belongs; of a relationship, also the side of the local id. */
export interface Federation {
  readonly field: string;
  readonly side: 'Source' | 'Target' | undefined;
}

type Declared = Extract<Origin, { kind: 'own' | 'tenant' | 'ids' | 'nested' }>;

const declared = z.registry<Declared>();

/** A field that the service computes from the application instance of the object alone. */
export function ofInstance<Field extends z.ZodType>(field: Field): Field {
  declared.add(field, { kind: 'own' });
  return field;
}

/** A field that the service computes from persons or from several application instances. */
export function ofTenant<Field extends z.ZodType>(field: Field): Field {
  const sentence = `${field.description}. Only for clients that see the whole tenant or have person data`;
  const described = field.describe(sentence);
  declared.add(described, { kind: 'tenant' });
  return described;
}

/** A field with the global id, or a list of the global ids, of objects of any application instance. */
export function ofObjects<Field extends z.ZodType>(types: readonly string[], field: Field): Field {
  const sentence = `${field.description}. Absent where the client may not see the object`;
  const described = field.describe(sentence);
  declared.add(described, { kind: 'ids', types });
  return described;
}

/** A field that is `local` with global ids instead of local ones. */
export function globalFormOf<Field extends z.ZodType>(local: string, field: Field): Field {
  declared.add(field, { kind: 'nested', local });
  return field;
}

/** The fields that every object has. */
const common = ['globalId', 'objectMetadata', 'serviceObjectMetadata'];

/** @throws Error for a field that the service fills, and that says nothing about its origin */
export function fieldOrigin(resource: Resource, name: string): Origin {
  const { fields, type } = resource;
  const said = declared.get(fields[name]!);
  if (said) return said;
  if (isLandable(name) || common.includes(name)) return { kind: 'own' };
  const local = Object.keys(fields).find(field => isLandable(field) && globalNameOf(field) === name);
  if (local !== undefined && referenceOf(fields[local]!)) {
    return { kind: 'federated', local, federation: federationOf(resource, local) };
  }
  if (local !== undefined && isTypeOfReference(resource, local)) return { kind: 'own' };
  throw new Error(`${type}.${name}: say with ofInstance, ofTenant or ofObjects from which data it comes`);
}

/** Whether a field holds the type for a reference. */
export function isTypeOfReference({ fields }: Resource, name: string): boolean {
  return Object.values(fields).some(field => {
    const reference = referenceOf(field);
    return reference !== undefined && 'typeField' in reference && reference.typeField === name;
  });
}

/** `createdBy` → `createdByFederation`, `directoryEntryId` → `directoryEntryFederation`. */
function federationNameOf(field: string): string {
  return `${field.replace(/Id$/, '')}Federation`;
}

/** The reference of a relationship → the side that it is on. */
const sides: Readonly<Record<string, 'Source' | 'Target'>> = {
  entityId: 'Source',
  assignedObjectId: 'Target',
  managedViaObjectId: 'Target',
};

/** How a local id may belong to another application instance; undefined: it cannot. */
export function federationOf({ fields }: Resource, local: string): Federation | undefined {
  const own = federationNameOf(local);
  if (own in fields) return { field: own, side: undefined };
  const side = 'federationSpecification' in fields ? sides[local] : undefined;
  return side && { field: 'federationSpecification', side };
}
