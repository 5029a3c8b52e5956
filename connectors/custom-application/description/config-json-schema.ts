// The JSON Schema of config/*.yaml, for editors: generated from the form and the registry, published as
// config.schema.json in the folder of the connector. `npm run docs` writes it.
import { z } from 'zod';
import { landableFields, type Resource } from '../../../src/resources/define.ts';
import { resourceOf, resources } from '../../../src/resources/registry.ts';
import { describeType, type FieldType, fieldTypeOf } from '../mapping/field-type.ts';
import { fieldTypesOf, requiredFields } from '../mapping/landing-fields.ts';
import { AuthenticationKeyConstantForm, ConfigForm, EntryForm, mappingForms } from './config-form.ts';

type Schema = Record<string, unknown>;

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

export function configJsonSchema(): Schema {
  const schema = formSchema(ConfigForm);
  const properties = schema['properties'] as Record<string, Schema>;
  const landable = resources.filter(resource => resource.madeBy === 'connectors');
  properties['application'] = { ...properties['application'], ...applicationSchema() };
  properties['objects'] = {
    ...properties['objects'],
    ...sectionSchema(landable.filter(({ kind }) => kind === 'object')),
  };
  properties['relationships'] = {
    ...properties['relationships'],
    ...sectionSchema(landable.filter(({ kind }) => kind !== 'object')),
  };
  const forms = Object.entries(mappingForms).map(([name, form]) => [`${name}Mapping`, formSchema(form)]);
  const types = landable.map(resource => [resource.type, entrySchema(resource)]);
  const nested = new Map<string, Schema>();
  for (const resource of landable) collectNested(Object.values(fieldTypesOf(resource)), nested);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Mapping of a custom application',
    ...schema,
    $defs: {
      mapping: {
        description: 'A column name, or a map with further settings',
        oneOf: [{ type: 'string', minLength: 1 }, ...forms.map(([name]) => ref(name as string))],
      },
      dotted: {
        description: 'A nested field by its path; `rolecall sources check` checks the path',
        anyOf: [ref('mapping'), { type: ['object', 'array'] }],
      },
      ...Object.fromEntries(forms),
      ...Object.fromEntries([...nested].sort(([left], [right]) => (left < right ? -1 : 1))),
      ...Object.fromEntries(types),
    },
  };
}

/** The schema of a form for editors. It accepts YAML booleans and numbers where the form expects their text. */
function formSchema(form: z.ZodType): Schema {
  const { $schema, ...schema } = z.toJSONSchema(form, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'boolean') delete jsonSchema.enum;
      const plainText = jsonSchema.type === 'string' && !jsonSchema.enum && !jsonSchema.pattern;
      if (plainText) Object.assign(jsonSchema, { type: ['string', 'number', 'boolean'] });
      delete jsonSchema.propertyNames;
    },
  });
  return schema;
}

function sectionSchema(types: readonly Resource[]): Schema {
  const properties = types.map(({ type, description }) => {
    const entry = ref(type);
    return [type, { description, oneOf: [entry, { type: 'array', items: entry }] }];
  });
  return { properties: Object.fromEntries(properties), additionalProperties: false };
}

function entrySchema(resource: Resource): Schema {
  const schema = formSchema(EntryForm);
  const properties = schema['properties'] as Record<string, Schema>;
  const fields = Object.entries(landableFields(resource)).map(([name, field]) => {
    return [name, { description: field.description, ...fieldSchema(fieldTypeOf(field)) }];
  });
  const dotted = nestedPrefixes(resource);
  properties['fields'] = {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(dotted.length > 0 && { patternProperties: { [`^(${dotted.join('|')})\\.`]: ref('dotted') } }),
    additionalProperties: false,
    // Dotted keys can fill a required object, so only fields of other types are required by name.
    required: requiredFields(resource).filter(name => !dotted.includes(name)),
  };
  return schema;
}

function nestedPrefixes(resource: Resource): string[] {
  return Object.entries(fieldTypesOf(resource)).flatMap(([name, type]) => (type.kind === 'object' ? [name] : []));
}

/** The schema of a field's mapping: a text mapping; for objects and lists also one mapping per part. */
function fieldSchema(type: FieldType): Schema {
  if (type.kind === 'object') return { anyOf: [nestedSchema(type), ref('mapping')] };
  if (type.kind === 'list') return { anyOf: [ref('mapping'), { type: 'array', items: fieldSchema(type.of) }] };
  return { ...ref('mapping'), ...(type.kind === 'enumeration' && { $comment: describeType(type) }) };
}

function nestedSchema(type: Extract<FieldType, { kind: 'object' }>): Schema {
  return type.title === undefined ? objectSchema(type) : ref(type.title);
}

function objectSchema(type: Extract<FieldType, { kind: 'object' }>): Schema {
  const fields = Object.entries(type.fields).map(([name, field]) => [name, fieldSchema(field)]);
  const nested = Object.entries(type.fields).flatMap(([name, field]) => (field.kind === 'object' ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(nested.length > 0 && { patternProperties: { [`^(${nested.join('|')})\\.`]: ref('dotted') } }),
    additionalProperties: false,
  };
}

/** Collects every titled object type once. */
function collectNested(types: readonly FieldType[], found: Map<string, Schema>): void {
  for (const type of types) {
    if (type.kind === 'list') collectNested([type.of], found);
    if (type.kind !== 'object') continue;
    if (type.title !== undefined) {
      if (found.has(type.title)) continue;
      found.set(type.title, objectSchema(type));
    }
    collectNested(Object.values(type.fields), found);
  }
}

/** The application's own fields hold values, not mappings. */
function applicationSchema(): Schema {
  const resource = resourceOf('IntegratedApplication')!;
  const { $schema, ...schema } = z.toJSONSchema(z.strictObject(landableFields(resource)).partial(), {
    io: 'input',
    // A text may also be an authentication key that is made from its parts.
    override: ({ jsonSchema, path }) => {
      if (path.at(-2) === 'authenticationKeys' && path.at(-1) === 'items')
        Object.assign(jsonSchema, {
          type: undefined,
          anyOf: [{ type: 'string' }, formSchema(AuthenticationKeyConstantForm)],
        });
    },
  });
  return { ...schema, required: ['name'] };
}
