// What the console reads out of the text of a query: its placeholders, and the header that describes it.
import { type ChartChoice, chartKinds } from './chart-choice.ts';

export interface Placeholder {
  readonly name: string;
  /** The value that the header of the query gives; undefined: somebody has to give one. */
  readonly example: string | undefined;
  readonly description: string;
}

export interface Header {
  readonly tags: readonly string[];
  readonly description: string | undefined;
}

/** Parts of SQL that have no placeholder: comments, texts, also between dollar signs, quoted names, casts. */
const passedOver =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<!\w)\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|::/g;

/** The placeholders `:name` and `$name` of a query, each once, in the order of the text. The service decides; this only makes the form. */
export function placeholdersOf(text: string): Placeholder[] {
  const described = headerParameters(text);
  const plain = text.replaceAll(passedOver, ' ');
  const found = new Map<string, Placeholder>();
  for (const [, name] of plain.matchAll(/(?::|(?<!\w)\$)([A-Za-z_]\w*)/g)) {
    const key = name!.toLowerCase();
    const known = described.get(key);
    if (!found.has(key))
      found.set(key, { name: name!, example: known?.example, description: known?.description ?? '' });
  }
  return [...found.values()];
}

/** The lines `-- tags: …` and `-- description: …` at the beginning of a query. */
export function headerOf(text: string): Header {
  const header = headerLines(text);
  const tags = /^\s*-- tags: (.*)$/m.exec(header)?.[1] ?? '';
  return {
    tags: tags
      .split(',')
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
    description: /^\s*-- description: (.*)$/m.exec(header)?.[1],
  };
}

/** The text with these tags in its header. Without tags, the line is left out. */
export const withTags = (text: string, tags: readonly string[]): string =>
  withLine(text, 'tags', tags.length > 0 ? tags.join(', ') : undefined);

/** The chart of the line `-- chart: {"kind":"bars",…}`: a saved query is opened as it was drawn. Undefined: a table. */
export function chartIn(text: string): ChartChoice | undefined {
  const line = /^\s*-- chart: (.*)$/m.exec(headerLines(text))?.[1];
  if (line === undefined) return undefined;
  try {
    // Anybody may have written the text.
    const { kind, across, drawn }: Record<string, unknown> = Object(JSON.parse(line));
    const isKind = chartKinds.some(each => each === kind);
    return {
      ...(isKind && { kind: kind as (typeof chartKinds)[number] }),
      ...(typeof across === 'string' && { across }),
      ...(Array.isArray(drawn) && { drawn: drawn.filter(name => typeof name === 'string') }),
    };
  } catch {
    return undefined;
  }
}

/** The text with this chart in its header. @param chart undefined, or one that says nothing: a table, without the line */
export const withChart = (text: string, chart: ChartChoice = {}): string =>
  withLine(text, 'chart', Object.keys(chart).length > 0 ? JSON.stringify(chart) : undefined);

function withLine(text: string, name: string, value: string | undefined): string {
  const line = value === undefined ? '' : `-- ${name}: ${value}\n`;
  const header = headerLines(text);
  const rest = text.slice(header.length);
  const former = new RegExp(`^[^\\S\\n]*-- ${name}: .*(?:\\n|$)`, 'm');
  return (former.test(header) ? header.replace(former, () => line) : line + header) + rest;
}

/**
 * The value of a parameter as it is typed: a number, `true`, `false`, `null`, a list of these between brackets, or a text.
 * A text between single quotes stays a text, whatever it looks like.
 */
export function parameterValue(typed: string): unknown {
  const text = typed.trim();
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null|\[.*\])$/s.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return typed;
    }
  }
  return typed;
}

/** The values of the placeholders that something was typed for. @param typed by the name in lowercase */
export function parameterValues(
  placeholders: readonly Placeholder[],
  typed: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const given = placeholders.map(({ name }) => [name, typed.get(name.toLowerCase()) ?? ''] as const);
  return Object.fromEntries(
    given.filter(([, text]) => text.trim() !== '').map(([name, text]) => [name, parameterValue(text)]),
  );
}

/** The names of the placeholders that have neither a value nor an example. @param typed by the name in lowercase */
export function namesWithoutValue(placeholders: readonly Placeholder[], typed: ReadonlyMap<string, string>): string[] {
  const values = parameterValues(placeholders, typed);
  return placeholders.filter(({ name, example }) => example === undefined && !(name in values)).map(({ name }) => name);
}

/** As src/warehouse/sql-header.ts reads them; the console imports nothing of the service. test/warehouse/sql-header.test.ts compares. */
function headerParameters(text: string): Map<string, { example: string; description: string }> {
  const lines = headerLines(text).matchAll(
    /^\s*-- parameter (\w+): (-?\d+(?:\.\d+)?|'(?:[^']|'')*')(?:[^\S\n]+(.*))?$/gm,
  );
  return new Map(
    [...lines].map(([, name, example, description]) => [
      name!.toLowerCase(),
      { example: example!, description: description ?? '' },
    ]),
  );
}

function headerLines(text: string): string {
  return /^(?:\s*--[^\n]*(?:\n|$))*/.exec(text)![0];
}
