// A saved query as a file, byte by byte. Usually the first comments of its text give its name and description. Otherwise export
// adds a line before the text, and import removes it again.
import '../../value-problems.ts';
import { z } from 'zod';
import { OperatorError } from '../../errors.ts';
import { defaultModel } from '../../queries/limits.ts';
import { headerField, headerLines } from '../../warehouse/sql-header.ts';

/** A saved query as a file declares it. Without `model`, the service's default applies. */
export interface QueryFile {
  readonly file: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly model?: string | undefined;
  readonly query_string: string;
}

const headingPrefix = '-- saved-query: ';
const Heading = z.strictObject({ name: z.string(), description: z.string().optional(), model: z.string().optional() });

/**
 * The text of a file for {@link parseQueryFile}: the query's own text if its first comments declare everything; otherwise with a
 * heading, which is always one line of comment, because JSON escapes line breaks.
 */
export function queryFileText({ name, description, model, query_string }: Omit<QueryFile, 'file'>): string {
  const said = query_string.startsWith(headingPrefix) ? {} : saidIn(query_string);
  const isSaid = said.name === name && said.description === description && (model ?? defaultModel) === defaultModel;
  return isSaid ? query_string : `${headingPrefix}${JSON.stringify({ name, description, model })}\n${query_string}`;
}

/** @throws OperatorError with file and line when the file does not declare its query */
export function parseQueryFile(text: string, file: string): QueryFile {
  return text.startsWith(headingPrefix) ? parseHeading(text, file) : parseHeader(text, file);
}

function parseHeading(text: string, file: string): QueryFile {
  const end = text.indexOf('\n');
  const malformed = () =>
    new OperatorError(
      `${file}:1: the line must be ${headingPrefix}{"name": …, "description"?: …, "model"?: …}, and SQL must follow`,
    );
  if (end === -1) throw malformed();
  let heading: unknown;
  try {
    heading = JSON.parse(text.slice(headingPrefix.length, end));
  } catch {
    throw malformed();
  }
  const parsed = Heading.safeParse(heading);
  if (!parsed.success) throw malformed();
  return { file, ...parsed.data, query_string: text.slice(end + 1) };
}

function parseHeader(text: string, file: string): QueryFile {
  const { name, description } = saidIn(text);
  if (name !== undefined) return { file, name, description, query_string: text };
  throw new OperatorError(`${file}:1: the file must begin with comments, one of which is \`-- name: …\``);
}

/** Name and description from the comments at the beginning of a text. Other lines of these comments are ignored. */
function saidIn(text: string): { name?: string | undefined; description?: string | undefined } {
  const header = headerLines(text);
  return { name: headerField(header, 'name'), description: headerField(header, 'description') };
}

/** Name → a file name that is safe on every system. Equal file names get a number. */
export function queryFileNames(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map(name => {
      const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
      const slug =
        plain
          .replaceAll(/[^a-z0-9]+/g, '-')
          .replaceAll(/^-+|-+$/g, '')
          .slice(0, 80) || 'query';
      let file = `${slug}.sql`;
      for (let number = 2; taken.has(file); number += 1) file = `${slug}-${number}.sql`;
      taken.add(file);
      return [name, file];
    }),
  );
}
