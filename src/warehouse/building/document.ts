// Renders stored rows as the JSON objects that the API sends.
import type { Resource } from '../../resources/define.ts';
import { isJson, type Shape, shapeOf } from '../columns.ts';
import { identifier, isoText, literal } from '../duckdb.ts';

/**
 * The SQL expression of a line: `begin`, which is an SQL expression too, and then the document of a row of a resource's table. Absent
 * values are left out at every depth: `concat` skips NULL, and `||` with NULL gives NULL. The whole line is one `concat`, so every
 * byte is copied once.
 */
export function lineExpression(resource: Resource, begin: string): string {
  const pieces = resource.edge ? [edgeExpression(resource.edge)] : objectPieces(resource);
  return `concat(${[begin, ...pieces].join(', ')})`;
}

function objectPieces({ fields }: Resource): string[] {
  const shapes = Object.entries(fields).map(([name, field]) => [name, shapeOf(field)] as const);
  return [...members('{', shapes, name => identifier(name)), literal('}')];
}

function edgeExpression({ parent, child }: NonNullable<Resource['edge']>): string {
  const quoted = (column: string) => `to_json(${identifier(column)}::VARCHAR)::VARCHAR`;
  // (:Department {id: "P"})-[:Contains {id: "E"}]->(:Department {id: "C"})
  return `to_json('(:${parent} {id: ' || ${quoted('globalParentId')} || '})-[:Contains {id: ' || ${quoted('globalId')}
    || '}]->(:${child} {id: ' || ${quoted('globalChildId')} || '})')::VARCHAR`;
}

/** The members of an object, each with its separator and name. The first member is present in every object. */
function members(
  begin: string,
  fields: readonly (readonly [name: string, shape: Shape])[],
  access: (name: string) => string,
): string[] {
  return fields.flatMap(([name, shape], index) => {
    const value = access(name);
    return member(`${index === 0 ? begin : ','}${JSON.stringify(name)}:`, shape, value);
  });
}

function member(label: string, shape: Shape, value: string): string[] {
  const whenThere = (text: string) => `CASE WHEN ${value} IS NOT NULL THEN ${literal(text)} END`;
  // The value may be long, so it is a piece of its own: joining it to its label would copy it once more.
  if (isJson(shape)) return [whenThere(label), `${value}::VARCHAR`];
  switch (shape.kind) {
    case 'enumeration':
    case 'uuid':
      return [`${literal(`${label}"`)} || ${value} || '"'`];
    case 'timestamp':
      return [`${literal(`${label}"`)} || ${isoText(value, '"')}`];
    case 'text':
    case 'list':
      return [`${literal(label)} || to_json(${value})::VARCHAR`];
    case 'struct': {
      const inner = members(`${label}{`, Object.entries(shape.fields), name => `${value}.${identifier(name)}`);
      return [...inner, whenThere('}')];
    }
    default:
      return [`${literal(label)} || ${value}::VARCHAR`];
  }
}
