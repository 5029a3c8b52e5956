import { exportContexts } from '../../src/api/contract/schemas.ts';
import type { ExportColumn } from '../../src/exports/context-file.ts';
import { exportContext } from '../../src/exports/contexts.ts';
import { mediaTypes } from '../../src/exports/export-file.ts';
import { failureCodes } from '../../src/exports/failures.ts';
import { filterTypes, longestPattern, mostFilters, mostValues } from '../../src/exports/filters.ts';
import { mostSorts } from '../../src/exports/sorts.ts';
import { linkTo, page, table } from './markdown.ts';

/** Every context with its columns, the filters of each type, and the error codes. */
export function exportsReference(): string {
  const contexts = exportContexts.options.map(name => exportContext(name)!);
  return page(
    '# Exports',
    'An export is a context, filtered and sorted, written whole or not at all. `POST /v1/downloads` with `{context, params: {filterBy, sortBy, format}}` starts one; `rolecall export CONTEXT` does the whole exchange.',
    contexts.map(({ name }) => `- ${linkTo(name)}`).join('\n'),
    '## Filters',
    `\`filterBy\` is a list of at most ${mostFilters} \`{dataType, field, filterType, values}\`; all of them must hold. \`dataType\` is the column’s own type below.`,
    table(
      ['dataType', 'filterType'],
      Object.entries(filterTypes).map(([type, operators]) => [
        `\`${type}\``,
        operators.map(name => `\`${name}\``).join(' '),
      ]),
    ),
    [
      `- \`in\` and \`notIn\` take 1 to ${mostValues} values, \`between\` two, \`isNull\` and \`isNotNull\` none, every other operator one.`,
      '- An absent value satisfies `isNull`, `ne`, `notIn` and `notContains` and nothing else: a negation is the exact opposite.',
      '- Text is compared as it is, case included. `matches` is a regular expression of [RE2](https://github.com/google/re2/wiki/Syntax) ' +
        `of at most ${longestPattern} characters that is looked for anywhere in the text: \`(?i)^svc-\`.`,
      '- `between` includes both ends; reversed, it holds for nothing.',
      '- A timestamp is a date or an instant of ISO 8601, in UTC unless it names its offset; a date alone is its midnight, but as the upper bound of `between` and in `lte` it includes that whole day.',
      '- `last` takes `7d` or `24h`: from so long before the version was made up to then. It counts from the version and not from the clock, so that the same request on the same version gives the same bytes.',
    ].join('\n'),
    '## Order',
    `\`sortBy\` is a list of at most ${mostSorts} \`{field, sortType}\`, \`asc\` or \`desc\`; absent values come last. The columns of the key end every order. Text is sorted by its code points.`,
    '## Formats',
    table(
      ['format', 'Media type', 'What it is'],
      [
        [
          'csv',
          'RFC 4180, UTF-8, a header row. Timestamps are ISO 8601 in UTC. A text that a spreadsheet would run as a formula, and one that begins with an apostrophe, has an apostrophe put in front ([the rule](../queries.md#results)).',
        ],
        ['parquet', 'Typed columns, compressed with Zstandard.'],
        ['jsonl', 'One JSON object a line, absent values as `null`.'],
      ].map(([name, about]) => [`\`${name}\``, `\`${mediaTypes[name as keyof typeof mediaTypes]}\``, about!]),
    ),
    '## Failures',
    'What `error.code` of a failed export can be:',
    table(
      ['Code', 'Meaning'],
      Object.entries(failureCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
    ...contexts.flatMap(({ name, description, key, columns }) => [
      `## ${name}`,
      description,
      `Key: ${key.map(column => `\`${column}\``).join(', ')}.`,
      table(
        ['Column', 'Type', 'Description'],
        columns.map(column => [`\`${column.name}\``, column.dataType, meaningOf(column)]),
      ),
    ]),
  );
}

function meaningOf({ description, values }: ExportColumn): string {
  return values ? `${description}: ${values.join(', ')}` : description;
}
