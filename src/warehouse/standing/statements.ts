// The statements of an SQL text, and what each does to the relations of a database.

export type SqlStatement = (
  | {
      /** Creates a table with the rows of a query, or adds them to a table. */
      readonly kind: 'create from query' | 'insert';
      readonly name: string;
      readonly query: string;
      /** The statement that adds the rows to a table that exists. */
      readonly insert: string;
    }
  | {
      readonly kind: 'create view';
      readonly name: string;
      readonly query: string;
      /** The statement that also replaces a view of this name. */
      readonly create: string;
    }
  | { readonly kind: 'create macro'; readonly name: string; readonly create: string }
  | {
      readonly kind:
        | 'create table'
        | 'replace table'
        | 'insert rows'
        | 'create schema'
        | 'drop'
        | 'change'
        | 'attach file'
        | 'detach';
      readonly name: string;
    }
  | { readonly kind: 'attach memory'; readonly name: string; readonly isReplaced: boolean }
  | { readonly kind: 'select' | 'set variable' | 'other' }
) & {
  /** Without comments and without a semicolon. */
  readonly text: string;
};

/** The statements of a text. */
export function statementsOf(text: string): SqlStatement[] {
  const texts = [''];
  for (const [token] of text.matchAll(tokens)) {
    if (token === ';') texts.push('');
    else if (!token.startsWith('--')) texts[texts.length - 1] += token;
  }
  return texts
    .map(each => each.trim())
    .filter(each => each !== '')
    .map(each => ({ ...formOf(each), text: each }));
}

const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|;|[^'"\-;]+|[-'"]/g;

// An application of Omit to each member of a union.
type WithoutText<Each> = Each extends unknown ? Omit<Each, 'text'> : never;
type Form = WithoutText<SqlStatement>;

const query = /^(?:SELECT|WITH|FROM|\()/;
/** Other than {@link query} because the list of columns after the name of a table begins with a parenthesis, too. */
const insertedQuery = String.raw`\(*\s*(?:SELECT|WITH|FROM)\b`;
const relation = String.raw`((?:\w+|"[^"]+")(?:\.(?:\w+|"[^"]+"))*)`;

/** The beginning of a statement, and its form. @param given its name as written @param rest what follows */
const forms: readonly (readonly [RegExp, (given: string, rest: string, option: string | undefined) => Form])[] = [
  [
    new RegExp(String.raw`^CREATE TABLE ${relation} AS\s+`),
    (given, rest) => {
      const insert = `INSERT INTO ${given} BY NAME ${rest}`;
      return { kind: 'create from query', name: relationNameOf(given), query: rest, insert };
    },
  ],
  [
    new RegExp(String.raw`^CREATE TABLE ${relation} \(`),
    given => ({ kind: 'create table', name: relationNameOf(given) }),
  ],
  [
    new RegExp(String.raw`^CREATE OR REPLACE TABLE ${relation} AS\s`),
    given => ({ kind: 'replace table', name: relationNameOf(given) }),
  ],
  [
    new RegExp(String.raw`^INSERT INTO ${relation}( BY NAME)?\s+(?=${insertedQuery})`),
    (given, rest, byName = '') => {
      return {
        kind: 'insert',
        name: relationNameOf(given),
        query: rest,
        insert: `INSERT INTO ${given}${byName} ${rest}`,
      };
    },
  ],
  [new RegExp(`^INSERT INTO ${relation}`), given => ({ kind: 'insert rows', name: relationNameOf(given) })],
  [
    new RegExp(String.raw`^CREATE (?:OR REPLACE )?VIEW ${relation} AS\s+`),
    (given, rest) => {
      return {
        kind: 'create view',
        name: relationNameOf(given),
        query: rest,
        create: `CREATE OR REPLACE VIEW ${given} AS ${rest}`,
      };
    },
  ],
  [
    new RegExp(String.raw`^CREATE (?:OR REPLACE )?((?:TEMP )?MACRO ${relation}\()`),
    (head, rest, given) => {
      return { kind: 'create macro', name: relationNameOf(given!), create: `CREATE OR REPLACE ${head}${rest}` };
    },
  ],
  [new RegExp(`^CREATE SCHEMA ${relation}$`), given => ({ kind: 'create schema', name: relationNameOf(given) })],
  [new RegExp(`^DROP (?:TABLE|VIEW) ${relation}$`), given => ({ kind: 'drop', name: relationNameOf(given) })],
  [
    new RegExp(String.raw`^(?:UPDATE|DELETE FROM) ${relation}(?=\s|$)`),
    given => ({ kind: 'change', name: relationNameOf(given) }),
  ],
  [/^ATTACH (?:IF NOT EXISTS )?':memory:' AS (\w+)$/, name => ({ kind: 'attach memory', name, isReplaced: false })],
  [/^ATTACH OR REPLACE ':memory:' AS (\w+)$/, name => ({ kind: 'attach memory', name, isReplaced: true })],
  [/^ATTACH '(?:[^']|'')*' AS (\w+)(?: \([^()]*\))?$/, name => ({ kind: 'attach file', name })],
  [/^DETACH (\w+)$/, name => ({ kind: 'detach', name })],
];

const otherForms: readonly (readonly [RegExp, Form])[] = [
  [query, { kind: 'select' }],
  [/^SET VARIABLE /, { kind: 'set variable' }],
];

function formOf(text: string): Form {
  for (const [begin, form] of forms) {
    const match = begin.exec(text);
    if (match) return form(match[1]!, text.slice(match[0].length), match[2]);
  }
  return otherForms.find(([begin]) => begin.test(text))?.[1] ?? { kind: 'other' };
}

/** The name of a relation without quotes, and without the schema that every database has. */
export function relationNameOf(written: string): string {
  return written.replaceAll('"', '').replace(/^(\w+)\.main\./, '$1.');
}
