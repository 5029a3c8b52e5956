import { models } from '../../src/queries/models.ts';
import { linkTo, page, table } from './markdown.ts';

/** Every semantic model with its tables and columns. For structured types, which are too long for a table, only the kind. */
export async function modelsReference(): Promise<string> {
  const sections = (await models()).flatMap(({ name, description, tables }) => [
    `## ${name}`,
    description,
    tables.map(({ name: title }) => `- ${linkTo(title)}`).join('\n'),
    ...tables.flatMap(({ name: title, description: about, columns }) => [
      `### ${title}`,
      about,
      table(
        ['Column', 'Type', 'Description'],
        columns.map(column => [`\`${column.name}\``, shortType(column.type), column.description]),
      ),
    ]),
  ]);
  return page(
    '# Semantic models',
    'The tables that queries are asked of, in DuckDB’s dialect. Members of structured columns are named and typed as in [resources](resources.md); `GET /v1/schema/models` says the types in full.',
    ...sections,
  );
}

function shortType(type: string): string {
  if (!type.startsWith('STRUCT')) return type;
  return type.endsWith('[]') ? 'STRUCT[]' : 'STRUCT';
}
