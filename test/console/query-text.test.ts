import { describe, expect, it } from 'vitest';
import {
  chartIn,
  headerOf,
  parameterValue,
  placeholdersOf,
  withChart,
  withTags,
} from '../../src/console/pages/sql/query-text.ts';

describe('the text of a query', () => {
  it('has placeholders outside of comments, texts, quoted names and casts', () => {
    const text = `-- parameter days: 90  since when\n-- :no\nSELECT ':no', ":no", x::INT, 'it''s :no' /* :no */ WHERE a = :days AND b = :Name AND c = :DAYS`;
    expect(placeholdersOf(text)).toEqual([
      { name: 'days', example: '90', description: 'since when' },
      { name: 'Name', example: undefined, description: '' },
    ]);
  });

  it('has placeholders that begin with a dollar sign, and none in texts between dollar signs', () => {
    const text =
      'SELECT $$ $no :no $$, $a$ $no $$ :no $a$, a$no FROM x WHERE a = $source AND b = :days AND c = :SOURCE';
    expect(placeholdersOf(text).map(({ name }) => name)).toEqual(['source', 'days']);
  });

  it.each([
    ['SELECT 1', ['a', 'b'], '-- tags: a, b\nSELECT 1'],
    ['-- name: x\n-- tags: old\nSELECT 1', ['new'], '-- name: x\n-- tags: new\nSELECT 1'],
    ['-- tags: old\nSELECT 1', [], 'SELECT 1'],
    ['-- tags: old', ['$&'], '-- tags: $&\n'],
    ["SELECT '\n-- tags: text'", ['a'], "-- tags: a\nSELECT '\n-- tags: text'"],
  ])('%j gets the tags %j', (text, tags, expected) => {
    expect(withTags(text, tags)).toBe(expected);
    expect(headerOf(withTags(text, tags)).tags).toEqual(tags);
  });

  it.each([{ kind: 'points', across: 'a\n"b', drawn: ['x', "y'"] } as const, undefined])(
    'keeps the chart %j',
    chart => {
      const text = '-- name: x\n-- chart: {"kind":"bars"}\nSELECT 1';
      expect(chartIn(text)).toEqual({ kind: 'bars' });
      expect(chartIn(withChart(text, chart))).toEqual(chart);
      expect(withChart(withChart(text, chart), undefined)).toBe('-- name: x\nSELECT 1');
    },
  );

  it('keeps no line for a chart that says nothing', () => {
    for (const text of ['SELECT 1', '-- chart: {"kind":"bars"}\nSELECT 1'])
      expect(withChart(text, {})).toBe('SELECT 1');
  });

  it.each([
    ['{"kind":"cake","across":1,"drawn":["a",1]}', { drawn: ['a'] }],
    ['{', undefined],
    ['null', {}],
  ])('has a chart %s with what is known of it', (line, chart) => {
    expect(chartIn(`-- chart: ${line}`)).toEqual(chart);
  });

  it.each([
    ['90', 90],
    ['-1.5', -1.5],
    ['true', true],
    ['[1, 2]', [1, 2]],
    ['[1, 2', '[1, 2'],
    ['ada', 'ada'],
    ["'90'", '90'],
    ["'it''s'", "it's"],
    ['1e5', '1e5'],
  ])('%s is %j', (typed, value) => {
    expect(parameterValue(typed)).toEqual(value);
  });
});
