// What the fields of objects mean, as the service describes them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';

export type DescribedResource = Schemas['SchemaModelList']['resources'][number];
export type DescribedField = DescribedResource['fields'][number];

export const schemaQuery = queryOptions({
  queryKey: ['schema'],
  // It changes with the program only.
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<readonly DescribedResource[]> => {
    const { data } = await api.GET('/v1/schema/models', { signal });
    return data!.resources;
  },
});

/** How a field is called, and in which form its values are shown. */
export interface FieldWords {
  readonly label: string;
  readonly format: DescribedField['format'];
  /** The name of the interface and what the field means, for a tooltip. */
  readonly about: string;
}

export const fieldAbout = ({ name, description }: Pick<DescribedField, 'name' | 'description'>): string =>
  `${name}: ${description.replaceAll('`', '')}`;

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
