// The types of clients/typescript, from the OpenAPI document: `paths` in the form that openapi-fetch expects, and `components`.
// Not by openapi-typescript: it needs the programming interface of TypeScript 5, and this project compiles with TypeScript 7.
import { interfaceDocument } from '../../src/api/openapi/interface-document.ts';
import { documentAddresses } from './openapi.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

interface DescribedOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

const header = `// Generated from the interface of the service by \`npm run docs\`. Do not edit.
`;

/** @returns the text of clients/typescript/openapi.ts */
export function clientTypes(): string {
  const { paths, components } = interfaceDocument(documentAddresses) as unknown as Document;
  const operations = Object.entries(paths).map(([path, declared]) => {
    const members = methods.map(method => {
      const operation = declared[method];
      return operation ? described(operation, `${method}: ${operationType(operation)};`) : `${method}?: never;`;
    });
    return `${key(path)}: ${block(['parameters: { query?: never; header?: never; path?: never; cookie?: never };', ...members])};`;
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    described(schema, `${key(name)}: ${typeOf(schema)};`),
  );
  const responses = Object.entries(components.responses).map(
    ([name, answer]) => `${key(name)}: ${answerType(answer)};`,
  );
  return [
    header,
    `export interface paths ${block(operations)}`,
    `export interface components ${block([`schemas: ${block(schemas)};`, `responses: ${block(responses)};`])}`,
    '',
  ].join('\n');
}

function operationType({ parameters = [], requestBody, responses }: DescribedOperation): string {
  const places = ['query', 'header', 'path', 'cookie'].map(place => {
    const own = parameters.filter(parameter => parameter.in === place);
    if (own.length === 0) return `${place}?: never;`;
    const required = own.some(parameter => parameter.required);
    return `${place}${required ? '' : '?'}: ${block(own.map(parameterType))};`;
  });
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} };`
    : 'requestBody?: never;';
  const answers = Object.entries(responses).map(([status, answer]) => `${status}: ${answerType(answer)};`);
  return block([`parameters: ${block(places)};`, body, `responses: ${block(answers)};`]);
}

function parameterType({ name, required, description, schema = {} }: Parameter): string {
  return described({ description }, `${key(name)}${required ? '' : '?'}: ${typeOf(schema)};`);
}

function answerType({ $ref, content }: Answer): string {
  if ($ref !== undefined) return `components['responses'][${quoted(lastPart($ref))}]`;
  const sent = content ? `content: ${contentType(content)};` : 'content?: never;';
  return block(['headers: { [name: string]: unknown };', sent]);
}

/**
 * The client asks for JSON, so of several types only JSON counts. Of several forms of an answer the first one counts, which is the whole
 * one: who names `fields` knows which others are absent, and nobody else has to look whether a required one is.
 */
function contentType(content: Content): string {
  const json = content['application/json'];
  const types = Object.entries(json ? { 'application/json': json } : content).map(([type, { schema }]) => {
    return `${key(type)}: ${schema ? typeOf(schema.anyOf?.[0] ?? schema) : 'string'};`;
  });
  return block(types);
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `components['schemas'][${quoted(lastPart(schema.$ref))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(choice => grouped(typeOf(choice))))].join(' | ');
  if (schema.allOf) return schema.allOf.map(part => grouped(typeOf(part))).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map(type => grouped(typeOf({ ...schema, type }))).join(' | ');
  }
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${grouped(schema.items ? typeOf(schema.items) : 'unknown')}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    described(schema, `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`),
  );
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  const open = additionalProperties !== undefined && additionalProperties !== false;
  // A named member must have a type that the index signature includes.
  if (open) members.push(`[name: string]: ${members.length > 0 ? 'unknown' : others};`);
  return members.length === 0 ? 'Record<string, unknown>' : block(members);
}

interface Described {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
}

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
const grouped = (type: string): string => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type);

function block(members: readonly string[]): string {
  const inside = members.join('\n').replaceAll(/^(?=.)/gm, '  ');
  return `{\n${inside}\n}`;
}

function described({ summary, description }: Described, member: string): string {
  const text = [summary, description].filter(part => part !== undefined && part !== '').join('. ');
  if (text === '') return member;
  return `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n${member}`;
}
