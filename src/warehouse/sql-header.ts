// The comments at the beginning of a query or rule: lines such as `-- name: …` and `-- parameter days: 90  what it means`.

/** A line that gives a value to a placeholder. */
export interface HeaderParameter {
  readonly name: string;
  readonly value: number | string;
  /** What stands after two blanks; undefined when nothing does. */
  readonly description: string | undefined;
}

/** The lines of the comments at the beginning of a text, without their dashes and without blanks at their ends. */
export function headerLines(text: string): string[] {
  const [comments] = /^(?:\s*--[^\n]*(?:\n|$))*/.exec(text)!;
  return comments.split('\n').map(line => line.trim().replace(/^-- /, ''));
}

/** A value is a number, or a text in single quotes, in which two quotes stand for one. @param line without its dashes */
export function headerParameter(line: string): HeaderParameter | undefined {
  const found = /^parameter (\w+): (?:(-?\d+(?:\.\d+)?)|'((?:[^']|'')*)')(?: {2}(\S.*)|\s|$)/.exec(line);
  if (!found) return undefined;
  const [, name, number, quoted, description] = found;
  return { name: name!, value: number === undefined ? quoted!.replaceAll("''", "'") : Number(number), description };
}

/**
 * A parameter in a file that comes with the service. Its name is in lower case, its text is not empty, and it has a description.
 * @param line without its dashes
 */
export function describedParameter(line: string): (HeaderParameter & { readonly description: string }) | undefined {
  const found = headerParameter(line);
  if (found?.description === undefined || found.value === '' || !/^[a-z][a-z0-9_]*$/.test(found.name)) return undefined;
  return { ...found, description: found.description };
}

/** The value of the first line `<field>: …`. @param lines from {@link headerLines} */
export function headerField(lines: readonly string[], field: string): string | undefined {
  const start = `${field}:`;
  const said = lines.filter(line => line.startsWith(start)).map(line => line.slice(start.length).trim());
  return said.find(value => value !== '');
}
