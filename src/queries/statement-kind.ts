// Requires that a text is one SELECT, by DuckDB's parser, before anything of it is bound or run.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ParseResult, TreeNode } from './guard.ts';
import type { Statement } from './placeholders.ts';
import { fromCharacters, placeAt, type Reason, Refusal, refuse } from './refusal.ts';

/**
 * The tree of a text that is one SELECT.
 * @param text what the caller wrote, to compute line and column
 * @throws Refusal for anything else
 */
export async function parseSelect(connection: DuckDBConnection, statement: Statement, text: string): Promise<TreeNode> {
  const nul = text.indexOf('\0');
  if (nul !== -1) throw refuse('SYNTAX_ERROR', 'the text holds a NUL character', placeAt(text, nul));
  if (statement.tokens.length === 0) throw refuse('SYNTAX_ERROR', 'the query is empty', undefined, 'write one SELECT');
  const positional = statement.tokens.find(token => token.kind === 'parameter' && /^(\?|\$\d)/.test(token.text));
  if (positional) {
    const message = `${positional.text} is not a placeholder here`;
    throw refuse('SYNTAX_ERROR', message, placeAt(text, positional.start), 'write placeholders as :name');
  }
  const parsed = await parse(connection, statement.sql);
  const second = secondStatement(statement);
  const reasons: Reason[] = [];
  if (second) {
    const message = `a query is one statement; another one begins with ${second.text.slice(0, 40)}`;
    reasons.push({ code: 'MULTIPLE_STATEMENTS', message });
  }
  if (parsed.error) {
    const pivot = pivotThatReads(statement);
    if (pivot && parsed.error_type === 'not implemented') {
      const message = 'PIVOT has to say which values become columns: without them DuckDB would run several statements';
      const right = "name them, as in FROM accounts PIVOT (count(*) FOR type IN ('User', 'Machine'))";
      throw refuse('FUNCTION_NOT_ALLOWED', message, placeAt(text, pivot.start), right);
    }
    if (parsed.error_type === 'not implemented' || parsed.error_message === 'A CTE needs a SELECT') {
      const message = `only SELECT statements are permitted${kindOf(statement)}`;
      reasons.push({ code: 'MUTATION_NOT_ALLOWED', message });
    } else if (!second) {
      const position = parsed.position === undefined ? undefined : Number(parsed.position);
      const offset =
        position === undefined ? undefined : statement.originalOffset(fromCharacters(statement.sql, position));
      throw refuse('SYNTAX_ERROR', parsed.error_message, offset === undefined ? undefined : placeAt(text, offset));
    }
  } else if (parsed.statements.length > 1 && !second) {
    reasons.push({ code: 'MULTIPLE_STATEMENTS', message: 'a query is one statement' });
  }
  if (reasons.length > 0) throw new Refusal({ reasons, ...placeAt(text, (second ?? statement.tokens[0])?.start ?? 0) });
  return (parsed as Exclude<ParseResult, { error: true }>).statements[0]!;
}

async function parse(connection: DuckDBConnection, sql: string): Promise<ParseResult> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  return JSON.parse(String(reader.value(0, 0)));
}

/** The first token of a second statement: the first after a semicolon that is not a semicolon itself. */
function secondStatement({ tokens }: Statement) {
  const semicolon = tokens.findIndex(token => token.text === ';');
  return semicolon === -1 ? undefined : tokens.slice(semicolon).find(token => token.text !== ';');
}

/** The word PIVOT in a statement that begins like a query; undefined when there is none. */
function pivotThatReads({ tokens }: Statement) {
  const [first] = tokens;
  const reads = first?.text === '(' || /^(select|from|with|pivot)$/i.test(first?.text ?? '');
  return reads ? tokens.find(({ kind, text }) => kind === 'word' && /^pivot$/i.test(text)) : undefined;
}

function kindOf({ tokens }: Statement): string {
  const [first] = tokens;
  return first?.kind === 'word' && !/^(select|from|with)$/i.test(first.text)
    ? `; this one is ${first.text.slice(0, 40).toUpperCase()}`
    : '';
}
