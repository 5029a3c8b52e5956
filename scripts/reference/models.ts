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
    'The tables that queries can read. The members of structured columns have the names and types of [resources](resources.md). `GET /v1/schema/models` returns the complete types.',
    ...sections,
  );
}

function shortType(type: string): string {
  if (!type.startsWith('STRUCT')) return type;
  return type.endsWith('[]') ? 'STRUCT[]' : 'STRUCT';
}
