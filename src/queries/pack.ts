// The queries that come with the service: files under sql/queries, each with a header that describes what it answers.
import path from 'node:path';
import { parseSqlFile, sqlFiles } from '../warehouse/sql-files.ts';
import { describedParameter } from '../warehouse/sql-header.ts';
import { savedQueryLimits } from './limits.ts';
import { readStatement } from './placeholders.ts';

export interface PackedQuery {
  /** `old_keys.sql` */
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly PackedParameter[];
  /** The whole text of the file, with its header. */
  readonly query_string: string;
}

export interface PackedParameter {
  readonly name: string;
  /** A sensible value: a number or a text. */
  readonly example: number | string;
  readonly description: string;
}

let pack: readonly PackedQuery[] | undefined;

/** Every query of the pack, by file name. Throws when a header is incomplete, or when two queries have the same name. */
export function queryPack(): readonly PackedQuery[] {
  pack ??= distinct(sqlFiles('queries').map(({ name, text }) => parsePackedQuery(path.basename(name), text)));
  return pack;
}

/** Names must be unique without regard to case, because names of saved queries must be. */
function distinct(queries: PackedQuery[]): PackedQuery[] {
  const files = new Map<string, string>();
  for (const { file, name } of queries) {
    const other = files.get(name.toLowerCase());
    if (other !== undefined) throw new Error(`sql/queries/${file}: has the name of ${other}, ${JSON.stringify(name)}`);
    files.set(name.toLowerCase(), file);
  }
  return queries;
}

/**
 * Read one file: a header of `-- name: …`, `-- description: …`, `-- tags: a, b` and a line `-- parameter days: 90  its
 * meaning` for each placeholder, then one SELECT.
 * @throws Error that names the file and the line, and says what would be right
 */
export function parsePackedQuery(file: string, text: string): PackedQuery {
  const fail = (line: number, message: string): never => {
    throw new Error(`sql/queries/${file}:${line}: ${message}`);
  };
  const { header, body } = parseSqlFile(`queries/${file}`, text);
  const said = new Map<string, string>();
  const parameters: PackedParameter[] = [];
  for (const [index, line] of header.entries()) {
    const parameter = describedParameter(line);
    const field = /^(name|description|tags): (\S.*)$/.exec(line);
    if (parameter) {
      const { name, value: example, description } = parameter;
      if (parameters.some(known => known.name === name)) fail(index + 1, `parameter ${name} is there twice`);
      parameters.push({ name, example, description });
    } else if (field) {
      if (said.has(field[1]!)) fail(index + 1, `${field[1]} is there twice`);
      said.set(field[1]!, field[2]!.trim());
    } else {
      fail(
        index + 1,
        `expected \`-- name: …\`, \`-- description: …\`, \`-- tags: a, b\` or \`-- parameter days: 90  what it is\` (two spaces), found ${JSON.stringify(`-- ${line}`)}`,
      );
    }
  }
  const say = (field: 'name' | 'description' | 'tags') =>
    said.get(field) ?? fail(1, `the header lacks \`-- ${field}: …\``);
  const [name, description] = [say('name'), say('description')];
  const tags = say('tags')
    .split(',')
    .map(tag => tag.trim());
  const bodyLine = header.length + 1;
  if (name.length > savedQueryLimits.name) fail(1, `the name is longer than ${savedQueryLimits.name} characters`);
  if (description.length > savedQueryLimits.description)
    fail(1, `the description is longer than ${savedQueryLimits.description} characters`);
  if (text.length > savedQueryLimits.query) fail(1, `the query is longer than ${savedQueryLimits.query} characters`);
  if (tags.some(tag => !/^([a-z][a-z-]*|NHI([1-9]|10):2025)$/.test(tag)))
    fail(1, 'tags are words of small letters, or entries of the OWASP NHI Top 10, with commas between them');
  if (!/^(SELECT|WITH|FROM)\b/.test(body)) fail(bodyLine, 'after the header comes a SELECT');
  if (body.includes(';')) fail(bodyLine, 'a query has no semicolon');
  const used = new Set(readStatement(body).placeholders.keys());
  for (const placeholder of used) {
    if (!parameters.some(parameter => parameter.name === placeholder))
      fail(bodyLine, `:${placeholder} lacks a line \`-- parameter ${placeholder}: …\``);
  }
  for (const parameter of parameters) {
    if (!used.has(parameter.name)) fail(bodyLine, `parameter ${parameter.name} is nowhere in the query`);
  }
  return { file, name, description, tags, parameters, query_string: text };
}
