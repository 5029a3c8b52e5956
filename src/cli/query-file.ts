// A saved query as a file. Export writes one comment line that says what is not in the text, then the text to the byte;
// a file that a person wrote says its name and description in its own first comments, which belong to the text.
import { z } from 'zod';
import { OperatorError } from '../errors.ts';

/** What a file says of a saved query; without `model`, the service's own default. */
export interface QueryFile {
  readonly file: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly model?: string | undefined;
  readonly query_string: string;
}

const mark = '-- saved-query: ';
const Heading = z.strictObject({ name: z.string(), description: z.string().optional(), model: z.string().optional() });

/** The text of a file. JSON escapes line breaks, so the heading is one line of comment whatever the name is. */
export function queryFileText({ name, description, model, query_string }: Omit<QueryFile, 'file'>): string {
  return `${mark}${JSON.stringify({ name, description, model })}\n${query_string}`;
}

/** True for a file that {@link queryFileText} made. */
export function isQueryFile(text: string): boolean {
  return text.startsWith(mark);
}

/** @throws OperatorError naming file and line, when the file does not say what query it is */
export function parseQueryFile(text: string, file: string): QueryFile {
  return isQueryFile(text) ? parseHeading(text, file) : parseHeader(text, file);
}

function parseHeading(text: string, file: string): QueryFile {
  const end = text.indexOf('\n');
  const bent = () =>
    new OperatorError(
      `${file}:1: the line must be ${mark}{"name": …, "description"?: …, "model"?: …}, and SQL must follow`,
    );
  if (end === -1) throw bent();
  let heading: unknown;
  try {
    heading = JSON.parse(text.slice(mark.length, end));
  } catch {
    throw bent();
  }
  const parsed = Heading.safeParse(heading);
  if (!parsed.success) throw bent();
  return { file, ...parsed.data, query_string: text.slice(end + 1) };
}

/** The lines of comment that a file begins with; what they say besides these two is for readers. */
function parseHeader(text: string, file: string): QueryFile {
  const [header] = /^(?:--.*(?:\r?\n|$))*/.exec(text)!;
  const said = (field: string) => new RegExp(`^-- ${field}:[ \\t]*(\\S.*?)[ \\t\\r]*$`, 'm').exec(header)?.[1];
  const [name, description] = [said('name'), said('description')];
  if (name === undefined) {
    throw new OperatorError(`${file}:1: the file must begin with comments, one of which is \`-- name: …\``);
  }
  return { file, name, description, query_string: text };
}

/** Name → a file name without surprises on any system; equal ones are told apart by a number. */
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
