import { documentContexts, exportContexts } from '../../src/api/exports/export-schemas.ts';
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
    'An export writes the rows of one context to a file, with filters and sorting. The file is complete, or there is none. `POST /v1/downloads` with `{context, params: {filterBy, sortBy, format}}` starts one. `rolecall export CONTEXT` starts an export, waits for it and downloads the file. `asOf` beside `context` names an earlier version, as far back as `versions.keep` keeps versions; `since` names the earlier one of two, for contexts that compare.',
    [...contexts.map(({ name }) => name), ...documentContexts.options].map(name => `- ${linkTo(name)}`).join('\n'),
    '## Filters',
    `\`filterBy\` is a list of at most ${mostFilters} \`{dataType, field, filterType, values}\`; a row must satisfy all of them. \`dataType\` must be the type of the column, as listed below.`,
    table(
      ['dataType', 'filterType'],
      Object.entries(filterTypes).map(([type, operators]) => [
        `\`${type}\``,
        operators.map(name => `\`${name}\``).join(' '),
      ]),
    ),
    [
      `- \`in\` and \`notIn\` take 1 to ${mostValues} values, \`between\` two, \`isNull\` and \`isNotNull\` none, every other operator one.`,
      '- An absent value satisfies only `isNull`, `ne`, `notIn` and `notContains`: a negation is the exact opposite of its operator.',
      '- Text is compared exactly, including case. `matches` takes a regular expression of [RE2](https://github.com/google/re2/wiki/Syntax) ' +
        `of at most ${longestPattern} characters and finds it anywhere in the text, for example \`(?i)^svc-\`.`,
      '- `between` includes both bounds. With reversed bounds it matches nothing.',
      '- A timestamp is an ISO 8601 date, or date and time, in UTC unless it has an offset. A date without a time means midnight at its beginning. As the upper bound of `between`, and in `lte`, it includes the whole day.',
      '- `last` takes a span such as `7d` or `24h`, which ends at the time when the version was made. It does not depend on the clock, so the same request on the same version gives the same bytes.',
    ].join('\n'),
    '## Order',
    `\`sortBy\` is a list of at most ${mostSorts} \`{field, sortType}\`, \`asc\` or \`desc\`; absent values come last. Rows that are equal in these fields are sorted by the columns of the key. Text is sorted by its code points.`,
    '## Formats',
    table(
      ['format', 'Media type', 'What it is'],
      [
        [
          'csv',
          'RFC 4180, UTF-8, a header row. Timestamps are ISO 8601 in UTC. A text that a spreadsheet would run as a formula, or that begins with an apostrophe, gets an apostrophe in front ([the rule](../queries.md#results)).',
        ],
        ['parquet', 'Typed columns, compressed with Zstandard.'],
        ['jsonl', 'One JSON object per line, with `null` for absent values.'],
      ].map(([name, about]) => [`\`${name}\``, `\`${mediaTypes[name as keyof typeof mediaTypes]}\``, about!]),
    ),
    '## Failures',
    'The values of `error.code` of a failed export:',
    table(
      ['Code', 'Meaning'],
      Object.entries(failureCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
    ...contexts.flatMap(({ name, description, key, columns }) => [
      `## ${name}`,
      description,
      `Key: ${key.map(column => `\`${column}\``).join(', ')}.`,
      table(
        ['Column', 'Label', 'Type', 'Description'],
        columns.map(column => [`\`${column.name}\``, column.label ?? '', column.dataType, meaningOf(column)]),
      ),
    ]),
    '## Documents',
    'These exports are one document for another program. They are requested like the others, without format and order, and their only filter is `applicationInstanceId`. [interchange.md](../interchange.md) says how other programs read them, and what they do not carry.',
    ...documentContexts.options.flatMap(name => {
      const { description, document } = exportContext(name)!;
      return [`## ${name}`, `${description} Format: \`${document!.format}\`, \`${mediaTypes[document!.format]}\`.`];
    }),
  );
}

function meaningOf({ description, values }: ExportColumn): string {
  return values ? `${description}: ${values.join(', ')}` : description;
}
