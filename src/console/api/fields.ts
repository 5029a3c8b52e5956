// What the fields of the interface mean, for tooltips: fields of objects as the registry declares them, all others as the reference of the API
// describes them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { resources, type Schemas } from '../../../clients/typescript/index.ts';
import { api, authenticatedFetch } from './api.ts';

export type DescribedResource = Schemas['SchemaModelList']['resources'][number];
export type DescribedField = DescribedResource['fields'][number];

const modelsQuery = queryOptions({
  queryKey: ['schema'],
  // It changes with the program only.
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.GET('/v1/schema/models', { signal })).data!,
});

export const schemaQuery = queryOptions({ ...modelsQuery, select: ({ resources: described }) => described });

/** A field of a resource or answer (`Account.alias`, `Review.counts.keep`), or a column of the model of queries (`memberships.depth`). */
export type FieldPath = OfAnswer | `${Lowercase<string>}.${Lowercase<string>}`;
type OfAnswer = {
  [Name in keyof Schemas]: `${Name}.${keyof Schemas[Name] & string}${'' | `.${string}`}`;
}[keyof Schemas];

export const fieldAbout = ({ name, description = '' }: NamedField): string =>
  description === '' ? name : `${name}: ${description.replaceAll('`', '')}`;

/** The tooltip of what shows these fields, a line for each: their names in the interface and what they mean; undefined before that is known. */
export function useFieldAbout(paths: readonly FieldPath[]): string | undefined {
  const ofModels = paths.filter(isOfModels);
  const models = useQuery({ ...modelsQuery, enabled: ofModels.length > 0 });
  const reference = useQuery({ ...referenceQuery, enabled: ofModels.length < paths.length });
  const lines = paths.flatMap(path => {
    const known = isOfModels(path)
      ? models.data && describedByModels(models.data, path)
      : reference.data && describedByReference(reference.data, path);
    return known ? [fieldAbout(known)] : [];
  });
  return lines.length === 0 ? undefined : [...new Set(lines)].join('\n');
}

interface NamedField {
  readonly name: string;
  readonly description?: string;
}

function parts(path: FieldPath): readonly [owner: string, name: string] {
  const at = path.indexOf('.');
  return [path.slice(0, at), path.slice(at + 1)];
}

const isColumn = (path: FieldPath): boolean => /^[a-z]/.test(path);

/** Of an object, or of the model of queries. */
const isOfModels = (path: FieldPath): boolean =>
  isColumn(path) || resources.some(({ type }) => type === parts(path)[0]);

function describedByModels(models: Schemas['SchemaModelList'], path: FieldPath): NamedField | undefined {
  const [owner, name] = parts(path);
  const columns = () => models.items.flatMap(({ tables }) => tables).find(table => table.name === owner)?.columns;
  const fields = () => models.resources.find(({ type }) => type === owner)?.fields;
  return (isColumn(path) ? columns() : fields())?.find((field: NamedField) => field.name === name);
}

/** A part of the OpenAPI document. */
interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly $ref?: string;
}
type Reference = Readonly<Record<string, Described>>;

const referenceQuery = queryOptions({
  queryKey: ['reference'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Reference> => {
    const answer = await authenticatedFetch(new Request(new URL('/openapi.json', location.origin), { signal }));
    return (await answer.json()).components.schemas;
  },
});

function describedByReference(reference: Reference, path: FieldPath): NamedField {
  const [owner, name] = parts(path);
  const whole = ({ $ref, ...own }: Described): Described => ({ ...reference[$ref?.split('/').at(-1) ?? ''], ...own });
  const found = name.split('.').reduce<Described>((at, part) => {
    const inside = whole(at);
    return whole((inside.properties ?? whole(inside.items ?? {}).properties)?.[part] ?? {});
  }, reference[owner] ?? {});
  // What is in a list is read one by one.
  return { name: name.replace(/^items\./, ''), description: found.description ?? '' };
}
