// What the fields of objects mean, as the service describes them.
import { queryOptions } from '@tanstack/react-query';
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
