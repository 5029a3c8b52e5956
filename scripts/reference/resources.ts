import { z } from 'zod';
import { computed, type ListOrder, type Resource } from '../../src/resources/define.ts';
import { requiredDefaults } from '../../src/resources/json-schema.ts';
import { resources } from '../../src/resources/registry.ts';
import { byName, filledBy, namedEnumerations } from '../../src/resources/types/field-type.ts';
import { labelOf } from '../../src/resources/types/labels.ts';
import * as sharedTypes from '../../src/resources/types/shared-types.ts';
import { fieldRows, objectRows } from './field-rows.ts';
import { linkTo, page, table } from './markdown.ts';

const orders: Readonly<Record<ListOrder, string>> = {
  instance: 'application instance, then global id',
  blastRadius: 'most impersonatable accounts first, then global id',
  newest: 'newest first',
};

/** Every resource with its fields, then the types and enumerations that they use. */
export function resourcesReference(): string {
  return page(
    '# Resources',
    'Timestamps are ISO 8601 in UTC. An absent value is left out of the object. Connectors fill the fields that come from the source. The service computes the others from the data of the whole tenant. “Connector, else” gives the value of a required field when the source has none.',
    resources.map(resource => `- ${linkTo(resource.title)}`).join('\n'),
    ...resources.flatMap(resourceSection),
    '## Shared types',
    ...sharedTypeSections(),
    '## Enumerations',
    ...enumerationSections(),
  );
}

function resourceSection(resource: Resource): string[] {
  const paths = resource.collections.map(({ path, title, order }) => [`\`${path}\``, title, orders[order]]);
  const rows = Object.entries(resource.fields).flatMap(([name, field]) =>
    fieldRows(name, field).map((row, index) => [
      `\`${row.path}\``,
      index === 0 ? labelOf(resource, name) : '',
      row.type,
      index === 0 && resource.required.includes(name) ? 'yes' : '',
      index === 0 ? fillerText(resource, name) : '',
      row.description,
    ]),
  );
  return [
    `## ${resource.title}`,
    `${resource.description} Type: \`${resource.type}\`.${servedAsString(resource)}`,
    table(['Path', 'Collection', 'Order'], paths),
    table(['Field', 'Label', 'Type', 'Required', 'Filled by', 'Description'], rows),
  ];
}

function servedAsString({ edge }: Resource): string {
  if (!edge) return '';
  return ` Served as one string, \`(:${edge.parent} {id: "P"})-[:Contains {id: "E"}]->(:${edge.child} {id: "C"})\`, where P, E and C are the global ids of parent, edge and child, escaped as in JSON; the fields are what connectors land and what the SQL models show.`;
}

function fillerText(resource: Resource, name: string): string {
  const filler = filledBy(resource, name);
  const value = requiredDefaults(resource)[name];
  if (filler !== 'connector' || value === undefined) return filler;
  return value === computed
    ? 'connector, else computed'
    : `connector, else \`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function sharedTypeSections(): string[] {
  return Object.entries(sharedTypes)
    .sort(byName)
    .flatMap(([, type]) => {
      if (!(type instanceof z.ZodObject)) return [];
      const rows = objectRows(type).map(row => [`\`${row.path}\``, row.type, row.description]);
      return [`### ${z.globalRegistry.get(type)?.title}`, table(['Field', 'Label', 'Type', 'Description'], rows)];
    });
}

function enumerationSections(): string[] {
  return Object.entries(namedEnumerations).flatMap(([name, values]) => [
    `### ${name}`,
    values.map(value => `\`${value}\``).join(', '),
  ]);
}
