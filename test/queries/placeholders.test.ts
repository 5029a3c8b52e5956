// Placeholders are found where they are meant and nowhere else, and the engine's parser agrees with every token.
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readStatement } from '../../src/queries/placeholders.ts';
import { tokensOf } from '../../src/queries/tokens.ts';

/**
 * Expressions. `«»` is a placeholder, and `«IN»` is one whose value is a list. A blank stands for any blanks and comments, so texts
 * and quoted names have none. No other colon is a placeholder.
 */
const expressions = [
  '«»',
  "'it''s:no'",
  "E'\\':no\\\\'",
  "e'a'':no'",
  '$$:no\'"$$',
  '$é1$:no$$:no$é1$',
  "'é😀:no' || «»",
  '«»::INTEGER',
  "'1'::DECIMAL(4, 2) + «» ::BIGINT",
  '(«»)::VARCHAR[]',
  '1 AS "a:no"',
  '"größe:no""😀" + «»',
  'größe - «»',
  '[1, 2, 3][1:2]',
  'list[lower:upper]',
  'list[:upper]',
  'list[(«»):upper]',
  'list[lower : «»]',
  'list[1:-1:2]',
  '[«», «»][1]',
  "{'key': «», other: 1, \"a:no\":'x'}",
  '{key:value}',
  "MAP {'key': «», 'x':y}",
  'alias: 1',
  'alias: «»',
  '"a:no":value',
  'list_transform([1], lambda x: x + «»)',
  'list_filter([1], lambda x:x > «»)',
  'list_transform([1], x -> x + «»)',
  'CASE WHEN «» THEN «» ELSE «» END',
  'x BETWEEN «» AND «»',
  'NOT «»',
  '-«» + - «»',
  'x IN («», «»)',
  'x IN «IN»',
  'x NOT IN ( «IN» )',
  '(SELECT y FROM z WHERE z.a = «» AND z.b LIKE «» LIMIT «» OFFSET «»)',
  'sum(x) FILTER (WHERE x > «») OVER (PARTITION BY «» ORDER BY «»)',
  'coalesce(«», 1_000, 1.5e-3, .5, 2e10)',
  'x ->> «»',
  "x->>'$.a:no' = «»",
  'date_trunc(«», x AT TIME ZONE «»)',
  'INTERVAL 1 day + «»',
  'EXISTS (FROM x WHERE y IS NOT DISTINCT FROM «»)',
] as const;
const blanks = [
  ' ',
  '\n',
  '\r\n',
  '\t ',
  '\u00a0',
  '\u2003',
  ' -- :no \' " /* $$ é😀\n',
  '\n--:no\r\n',
  ' /* :no \' " $$ /* :no */ é😀 */',
] as const;
const names = ['a', 'Days', 'days', 'x_1', 'größe', 'ÉTÉ', '名前', 'select'] as const;
const lists = new Map([
  ['none', 0],
  ['ids', 1],
  ['types', 3],
]);

interface Composed {
  readonly text: string;
  /** Names as written, with the offsets of their colons. */
  readonly placeholders: readonly { readonly name: string; readonly start: number }[];
  /** The texts that replaced the blanks, in order. */
  readonly blanks: string;
}

const composed: fc.Arbitrary<Composed> = fc
  .record({
    parts: fc.array(fc.constantFrom(...expressions), { minLength: 1, maxLength: 8 }),
    ending: fc.constantFrom('', ' LIMIT «»', ' FROM t WHERE x = «» GROUP BY ALL ;', ';'),
    blanks: fc.infiniteStream(fc.constantFrom(...blanks)),
    names: fc.infiniteStream(fc.constantFrom(...names)),
    lists: fc.infiniteStream(fc.constantFrom(...lists.keys())),
  })
  .map(given => {
    let text = '';
    let between = '';
    const placeholders: { name: string; start: number }[] = [];
    for (const piece of `SELECT ${given.parts.join(', ')}${given.ending}`.split(/( |«I?N?»)/)) {
      if (piece === ' ') {
        const blank = given.blanks.next().value!;
        between += blank;
        text += blank;
      } else if (piece.startsWith('«')) {
        const name = (piece === '«»' ? given.names : given.lists).next().value!;
        placeholders.push({ name, start: text.length });
        text += `:${name}`;
      } else {
        text += piece;
      }
    }
    return { text, placeholders, blanks: between };
  });

let parse: (sql: string) => Promise<{ error: boolean; error_message?: string; statements?: unknown[] }>;

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  parse = async sql => {
    const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
    return JSON.parse(String(reader.value(0, 0)));
  };
});

/** Names of the parameters in a tree of the engine. */
function parametersIn(tree: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(tree, (_, value) => {
    if (value?.class === 'PARAMETER') found.add(value.identifier);
    return value;
  });
  return found;
}

it('finds the placeholders that are meant, each at its first place', () => {
  fc.assert(
    fc.property(composed, ({ text, placeholders }) => {
      const expected = new Map<string, number>();
      for (const { name, start } of placeholders) {
        const key = name.toLowerCase();
        if (!expected.has(key)) expected.set(key, start);
      }
      expect([...readStatement(text, lists).placeholders]).toEqual([...expected]);
    }),
    { numRuns: 500 },
  );
});

it('writes what the engine parses, with exactly these parameters', async () => {
  await fc.assert(
    fc.asyncProperty(composed, async ({ text, placeholders }) => {
      const { sql, spread } = readStatement(text, lists);
      const parsed = await parse(sql);
      expect({ sql, message: parsed.error_message }).toEqual({ sql, message: undefined });
      expect(parsed.statements).toHaveLength(1);
      const expected = placeholders.flatMap(({ name }) => spread.get(name) ?? [name]);
      // DuckDB ignores the case of parameter names.
      const lowered = (all: Iterable<string>) => [...new Set([...all].map(name => name.toLowerCase()))].sort();
      expect(lowered(parametersIn(parsed.statements))).toEqual(lowered(expected));
    }),
    { numRuns: 300 },
  );
});

it('maps every token that the engine reads to its place in the original text', () => {
  fc.assert(
    fc.property(composed, ({ text }) => {
      const { sql, originalOffset } = readStatement(text, lists);
      let before = 0;
      for (const token of tokensOf(sql)) {
        const at = originalOffset(token.start);
        expect(at).toBeGreaterThanOrEqual(before);
        before = at;
        if (text[at] !== ':' || token.text.startsWith(':')) expect(text.substr(at, token.text.length)).toBe(token.text);
        else expect(token.text).toMatch(/^(\$.+|[(),]|SELECT|NULL|WHERE|false)$/);
      }
    }),
    { numRuns: 500 },
  );
});

it('splits a text into tokens so that only blanks and comments are left over', () => {
  fc.assert(
    fc.property(composed, ({ text, blanks: between }) => {
      expect(gapsOf(text).join('')).toBe(between);
    }),
    { numRuns: 500 },
  );
});

it('takes no name with a dollar sign, which would begin a text in dollar quotes', async () => {
  const { sql, placeholders } = readStatement('SELECT :a$b, :c');
  expect([...placeholders.keys()]).toEqual(['c']);
  expect((await parse(sql)).error_message).toBe('syntax error at or near ":"');
});

it('splits any text into tokens', () => {
  const pieces = [...'\'"$:/*-;[({})]?\\eE', 'a', '1', '.', ' ', '\n', '\r', '\u00a0', '\u200b', 'é', '😀', '\0'];
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces)).map(all => all.join('')),
  );
  fc.assert(
    fc.property(anything, text => {
      for (const gap of gapsOf(text)) expect(gap).toMatch(/^(?:[\s\u200b-\u200d\u2060]*(?:--|\/\*|$))/);
      expect(() => readStatement(text)).not.toThrow();
    }),
    { numRuns: 1000 },
  );
});

/** The text before, between and after the tokens. Checks that each token is at its place. */
function gapsOf(text: string): string[] {
  const gaps: string[] = [];
  let end = 0;
  for (const token of tokensOf(text)) {
    expect(token.start).toBeGreaterThanOrEqual(end);
    expect(text.substr(token.start, token.text.length)).toBe(token.text);
    expect(token.text).not.toBe('');
    gaps.push(text.slice(end, token.start));
    end = token.start + token.text.length;
  }
  return [...gaps, text.slice(end)];
}
