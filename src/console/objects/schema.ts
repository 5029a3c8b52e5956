// What the fields of objects mean, as the service describes them.
import { useQuery } from '@tanstack/react-query';
import { type DescribedField, fieldAbout, schemaQuery } from '../api/fields.ts';
import type { ServedObject } from './served-object.ts';

/** How a field is called, and in which form its values are shown. */
export interface FieldWords {
  readonly label: string;
  readonly format: DescribedField['format'];
  /** The name of the interface and what the field means, for a tooltip. */
  readonly about: string;
}

/** A function that gives the label of a field of a type; before it is there, and for an unknown field, the name itself. */
export function useFieldLabel(): (type: string, field: string) => string {
  const { data } = useQuery(schemaQuery);
  return (type, name) => data?.find(each => each.type === type)?.fields.find(each => each.name === name)?.label ?? name;
}

/** A function that gives the words for a field of a type; before they are there, and for unknown fields, the name itself. */
export function useFieldWords(type: string): (field: string) => FieldWords {
  const { data } = useQuery(schemaQuery);
  const fields = data?.find(each => each.type === type)?.fields;
  return name => {
    const field = fields?.find(each => each.name === name);
    if (!field) return { label: name, format: 'text', about: name };
    return { label: field.label, format: field.format, about: fieldAbout(field) };
  };
}

/** Fields with global ids whose type the schema does not say. */
const targets: Readonly<Record<string, string>> = {
  enrichedPersonId: 'Person',
  enrichedOwnerAccountIds: 'Account',
  enrichedSSOSourceAccountId: 'Account',
  enrichedResolvedDeploymentId: 'IntegratedApplication',
};

/**
 * The type of object that a field names by global ids; undefined when it names none. `globalCreatedBy` names the same object as `createdBy`, whose type is
 * `id of Account`.
 * @param fields all fields of the type
 */
export function targetOf(name: string, object: ServedObject, fields: readonly DescribedField[]): string | undefined {
  if (targets[name] !== undefined) return targets[name];
  const local = /^global([A-Z].*)$/.exec(name)?.[1];
  if (local === undefined) return undefined;
  const localName = local.charAt(0).toLowerCase() + local.slice(1);
  const type = fields.find(field => field.name === localName)?.type ?? '';
  const named = /^id of (\w+)/.exec(type)?.[1];
  if (named !== undefined) return named;
  // `entityId`, whose type is in `entityType`.
  const typeField = /^id, of the type in `(\w+)`/.exec(type)?.[1];
  return typeField === undefined ? undefined : String(object[typeField]);
}
