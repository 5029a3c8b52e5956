// When a query gives no rows, as far as that follows from its form: an inner join, for example, when one of its sides has none.
import { relationNameOf } from './statements.ts';

/** A query gives no rows when this table has none, when one of these gives none, or when all of these give none. */
export type EmptyWhen =
  | { readonly table: string }
  | { readonly any: readonly EmptyWhen[] }
  | { readonly all: readonly EmptyWhen[] };

const never: EmptyWhen = { any: [] };

/** A node of a query (json_serialize_sql of DuckDB). */
export interface QueryNode {
  readonly type?: string;
  readonly class?: string;
  readonly cte_map?: {
    readonly map?: readonly { readonly key: string; readonly value: { query: { node: QueryNode } } }[];
  };
  readonly select_list?: readonly QueryNode[];
  readonly from_table?: QueryNode;
  readonly where_clause?: QueryNode | null;
  readonly having?: QueryNode | null;
  readonly group_expressions?: readonly QueryNode[];
  readonly group_sets?: readonly (readonly number[])[];
  readonly aggregate_handling?: string;
  readonly setop_type?: string;
  readonly join_type?: string;
  readonly ref_type?: string;
  readonly left?: QueryNode;
  readonly right?: QueryNode;
  readonly node?: QueryNode;
  readonly subquery?: QueryNode;
  readonly subquery_type?: string;
  readonly children?: readonly QueryNode[];
  readonly function_name?: string;
  readonly catalog_name?: string;
  readonly schema_name?: string;
  readonly table_name?: string;
}

type Expressions = ReadonlyMap<string, EmptyWhen>;

/** @param scalars functions that give a value for each row. Any other may make one row out of none */
export function emptyWhen(node: QueryNode, scalars: ReadonlySet<string>, outer: Expressions = new Map()): EmptyWhen {
  const expressions = new Map(outer);
  const of = (each: QueryNode | undefined) => (each ? emptyWhen(each, scalars, expressions) : never);
  for (const { key, value } of node.cte_map?.map ?? []) expressions.set(key, of(value.query.node));
  switch (node.type) {
    case 'SELECT_NODE': {
      if (makesOneRow(node, scalars)) return never;
      const conditions = conjuncts(node.where_clause).filter(isOfRows);
      return {
        any: [relationIsEmpty(node.from_table, of, expressions), ...conditions.map(each => of(each.subquery?.node))],
      };
    }
    case 'SET_OPERATION_NODE':
      if (node.setop_type === 'EXCEPT') return of(node.left);
      return node.setop_type === 'INTERSECT'
        ? { any: [of(node.left), of(node.right)] }
        : { all: [of(node.left), of(node.right)] };
    case 'RECURSIVE_CTE_NODE':
      return of(node.left);
    default:
      return never;
  }
}

function relationIsEmpty(
  relation: QueryNode | undefined,
  of: (node: QueryNode | undefined) => EmptyWhen,
  expressions: Expressions,
): EmptyWhen {
  if (relation?.type === 'SUBQUERY') return of(relation.subquery?.node);
  if (relation?.type === 'BASE_TABLE') {
    const name = [relation.catalog_name, relation.schema_name, relation.table_name].filter(Boolean).join('.');
    return expressions.get(name) ?? { table: relationNameOf(name) };
  }
  if (relation?.type !== 'JOIN' || relation.ref_type === 'POSITIONAL') return never;
  const [left, right] = [relation.left, relation.right].map(side => relationIsEmpty(side, of, expressions));
  switch (relation.join_type) {
    case 'INNER':
    case 'SEMI':
      return { any: [left!, right!] };
    case 'LEFT':
    case 'ANTI':
      return left!;
    case 'RIGHT':
      return right!;
    case 'FULL':
    case 'OUTER':
      return { all: [left!, right!] };
    default:
      return never;
  }
}

/** Whether a SELECT gives a row although its relations have none: one with aggregates that are not grouped. */
function makesOneRow(node: QueryNode, scalars: ReadonlySet<string>): boolean {
  const { select_list: selected = [], group_expressions: groups = [], group_sets: sets = [] } = node;
  if (groups.length > 0) return sets.some(set => set.length === 0);
  if (node.aggregate_handling === 'FORCE_AGGREGATES') return selected.every(each => !isScalar(each, scalars));
  return Boolean(node.having) || selected.some(each => !isScalar(each, scalars));
}

/** Whether an expression has no function that may be an aggregate. */
export function isScalar(expression: unknown, scalars: ReadonlySet<string>): boolean {
  if (typeof expression !== 'object' || expression === null) return true;
  const { class: kind, function_name: name } = expression as QueryNode;
  if (kind === 'FUNCTION' && !scalars.has(name!)) return false;
  // The aggregates of a subquery are its own.
  return Object.entries(expression).every(([key, value]) => key === 'subquery' || isScalar(value, scalars));
}

/** The conditions that must all hold. */
function conjuncts(condition: QueryNode | null | undefined): readonly QueryNode[] {
  if (!condition) return [];
  return condition.type === 'CONJUNCTION_AND' ? (condition.children ?? []).flatMap(conjuncts) : [condition];
}

/** EXISTS and IN hold for no row of nothing. */
const isOfRows = ({ class: kind, subquery_type: type }: QueryNode) =>
  kind === 'SUBQUERY' && (type === 'EXISTS' || type === 'ANY');
