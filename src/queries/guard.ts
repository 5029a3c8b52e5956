// Keeps a query inside its model: one SELECT, only tables of the model, only functions of the list. It checks the tree that
// DuckDB's own parser makes of the text, never the text itself. Nodes of an unknown kind are refused.
import { didYouMean } from '../nearest.ts';
import { allowedFunctions, allowedTableFunctions } from './allowed-functions.ts';
import { functionHint } from './function-hints.ts';
import type { Statement } from './placeholders.ts';
import { fromBytes, placeAt, type Reason, type ReasonCode, Refusal } from './refusal.ts';

/** The result of `json_serialize_sql` for a text. */
export type ParseResult =
  | { readonly error: false; readonly statements: readonly TreeNode[] }
  | { readonly error: true; readonly error_type: string; readonly error_message: string; readonly position?: string };

export type TreeNode = Readonly<Record<string, unknown>>;

export interface GuardedModel {
  readonly name: string;
  /** Names of its tables. */
  readonly tables: readonly string[];
}

/** A common table expression that a node can refer to, and the outer ones. */
interface Scope {
  /** In lowercase. */
  readonly name: string;
  readonly outer: Scope | undefined;
}

interface Visit {
  readonly value: unknown;
  readonly scope: Scope | undefined;
}

interface Finding extends Reason {
  /** Bytes from the start of the text; undefined when the parser gives no position. */
  readonly at: number | undefined;
  readonly hint: string | undefined;
}

const knownClasses = new Set(
  (
    'BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT DEFAULT FUNCTION LAMBDA LAMBDA_REF OPERATOR ' +
    'PARAMETER POSITIONAL_REFERENCE STAR SUBQUERY WINDOW TYPE'
  ).split(' '),
);
const knownNodes = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const knownTables = new Set('BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EMPTY EXPRESSION_LIST PIVOT SHOW_REF'.split(' '));
const mostReasons = 10;

/**
 * Check one SELECT's tree.
 * @param text what the caller wrote, to compute line and column
 * @throws Refusal with up to ten reasons, and the place and hint of the first
 */
export function guard(tree: TreeNode, statement: Statement, text: string, model: GuardedModel): void {
  const findings: Finding[] = [];
  // An explicit stack instead of recursion: a hostile tree must not overflow the call stack.
  const visits: Visit[] = [{ value: tree, scope: undefined }];
  for (let visit = visits.pop(); visit && findings.length < mostReasons; visit = visits.pop()) {
    const { value, scope } = visit;
    if (Array.isArray(value)) {
      for (const item of value) visits.push({ value: item, scope });
    } else if (typeof value === 'object' && value !== null) {
      const node = value as TreeNode;
      const found = judge(node, scope, model);
      if (found) findings.push(found);
      else visits.push(...childrenOf(node, scope));
    }
  }
  if (findings.length === 0) return;
  const first = findings.toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity))[0]!;
  const offset = first.at === undefined ? undefined : statement.originalOffset(fromBytes(statement.sql, first.at));
  const place = offset === undefined ? undefined : placeAt(text, offset);
  const reasons = [first, ...findings.filter(finding => finding !== first)];
  throw new Refusal({
    reasons: reasons.map(({ code, message }) => ({ code, message })),
    ...place,
    hint: first.hint,
  });
}

function judge(node: TreeNode, scope: Scope | undefined, model: GuardedModel): Finding | undefined {
  const { type } = node;
  if (typeof node.class === 'string') {
    if (!knownClasses.has(node.class)) return unknownConstruct(node, node.class);
    if ('function_name' in node) return judgeFunction(node, allowedFunctions);
    // The cast's type is checked here, because this node has the position.
    return isVariant(node) || mentionsVariant(node.cast_type) ? variantRefused(node) : undefined;
  }
  if (isVariant(node)) return variantRefused(node);
  if ('from_table' in node || 'setop_type' in node || 'cte_name' in node) {
    return knownNodes.has(String(type)) ? undefined : unknownConstruct(node, String(type));
  }
  // Nodes in FROM have an alias and a position but no class.
  if (typeof type !== 'string' || !('alias' in node) || !('query_location' in node)) return undefined;
  if (!knownTables.has(type)) return unknownConstruct(node, type);
  if (type === 'BASE_TABLE') return judgeTable(node, scope, model);
  if (type === 'TABLE_FUNCTION') return judgeFunction(node.function as TreeNode, allowedTableFunctions);
  // DESCRIBE and SUMMARIZE of a query are allowed. Every other SHOW reads the catalog.
  if (type === 'SHOW_REF' && node.query === null) return unknownConstruct(node, 'SHOW');
  return undefined;
}

function judgeTable(node: TreeNode, scope: Scope | undefined, model: GuardedModel): Finding | undefined {
  const name = String(node.table_name);
  const schema = String(node.schema_name);
  const unqualified = schema === '' && node.catalog_name === '';
  if (unqualified && namesIn(scope).includes(name.toLowerCase())) return undefined;
  const inModel = unqualified || (schema.toLowerCase() === model.name && node.catalog_name === '');
  if (inModel && model.tables.includes(name.toLowerCase())) return undefined;
  const shown = [node.catalog_name, schema, name].filter(part => part !== '').join('.');
  const message = `there is no table ${shortened(shown)} in the model ${model.name}`;
  return finding('UNKNOWN_TABLE', message, node, didYouMean(name, [...model.tables, ...namesIn(scope)]));
}

/** Names of DuckDB's own databases and schemas, under which it has functions. */
const ownSchemas = new Set(['system', 'temp', 'memory', 'main', 'pg_catalog', 'information_schema']);

/**
 * The parser takes `email.lower()` for the function `lower` of the schema `email`, and `account.email.lower()` for one of the database
 * `account`. DuckDB calls it with the column where there is no such schema.
 */
function judgeFunction(node: TreeNode, allowed: ReadonlySet<string>): Finding | undefined {
  const name = String(node.function_name);
  const qualifiers = [node.catalog ?? '', node.schema === 'main' && !node.catalog ? '' : node.schema].map(String);
  const isQualified = qualifiers.some(part => part !== '');
  const isMethod = allowed === allowedFunctions && !qualifiers.some(part => ownSchemas.has(part.toLowerCase()));
  if (allowed.has(name.toLowerCase()) && (!isQualified || isMethod)) return undefined;
  const shown = [node.catalog ?? '', node.schema === 'main' ? '' : node.schema, name].filter(part => part !== '');
  const message = `the function ${shortened(shown.join('.'))} is not one that queries may call`;
  return finding('FUNCTION_NOT_ALLOWED', message, node, functionHint(name, allowed));
}

/**
 * DuckDB 1.5.6 corrupts memory, or fails, when list functions process values of the type VARIANT. No table of a model has such
 * values, so the type is refused wherever a query names it.
 */
function variantRefused(node: TreeNode): Finding {
  const message = 'queries may not use the type VARIANT: DuckDB is not safe with it';
  return finding('FUNCTION_NOT_ALLOWED', message, node, 'cast to JSON or to a STRUCT');
}

/** The parser writes a type resolved, by its name, or as an expression. */
function isVariant({ id, type, name, type_name }: TreeNode): boolean {
  if (id === 'VARIANT') return true;
  const named = type === 'UNBOUND_TYPE_INFO' ? name : type_name;
  return typeof named === 'string' && named.toLowerCase() === 'variant';
}

function mentionsVariant(type: unknown): boolean {
  const inside: unknown[] = [type];
  for (let node = inside.pop(); node !== undefined; node = inside.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if (isVariant(node as TreeNode)) return true;
    // Not `push(...)`: a hostile type may have more parts than a call can have arguments.
    for (const value of Object.values(node)) inside.push(value);
  }
  return false;
}

function unknownConstruct(node: TreeNode, what: string): Finding {
  return finding('FUNCTION_NOT_ALLOWED', `queries may not use ${shortened(what)} here`, node, undefined);
}

function finding(code: ReasonCode, message: string, node: TreeNode, hint: string | undefined): Finding {
  const location = Number(node.query_location);
  // The largest 64-bit number means that there is no position.
  return { code, message, hint, at: location < Number.MAX_SAFE_INTEGER ? location : undefined };
}

/** The children of a node, each with the common table expressions in its scope: earlier ones, and itself when it is recursive. */
function childrenOf(node: TreeNode, scope: Scope | undefined): Visit[] {
  const visits: Visit[] = [];
  let inner = typeof node.cte_name === 'string' ? within(scope, node.cte_name) : scope;
  const expressions = (node.cte_map as { map?: { key: string; value: unknown }[] } | undefined)?.map ?? [];
  for (const { key, value } of expressions) {
    visits.push({ value, scope: inner });
    inner = within(inner, key);
  }
  for (const [name, value] of Object.entries(node)) {
    if (name === 'cte_map' || typeof value !== 'object' || value === null) continue;
    // A table function was already checked against the list for FROM; its arguments are expressions.
    if (name === 'function' && node.type === 'TABLE_FUNCTION') visits.push(...childrenOf(value as TreeNode, inner));
    else visits.push({ value, scope: inner });
  }
  return visits;
}

function within(outer: Scope | undefined, name: string): Scope {
  return { name: name.toLowerCase(), outer };
}

function namesIn(scope: Scope | undefined): string[] {
  const names: string[] = [];
  for (let at = scope; at; at = at.outer) names.push(at.name);
  return names;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
