// Which violations a build decides on anew: those of objects whose facts have changed, and all of a rule that reads something else that has
// changed. All others are as the version in service has them.
import { type DuckDB, literal } from '../../duckdb.ts';
import type { RiskRule } from '../../risk-rules.ts';
import { keyedQuery } from '../working/reads.ts';
import { mostKeys } from '../working/table-change.ts';
import { readsOfQuery } from '../working/units.ts';
import type { WorkingTables } from '../working/working-tables.ts';
import type { TunedRule } from './risk-options.ts';

export interface RiskScope {
  /** The objects whose facts have changed. */
  readonly entities: ReadonlySet<string>;
  /** The rules that are evaluated for all objects. */
  readonly wholeRules: ReadonlySet<string>;
}

/** The tables of facts whose first column is the object that a row is about. */
const factTables = [
  ...['accounts', 'owners', 'administrators', 'enrolled', 'enrolling', 'held_sides', 'leaked_secrets'],
  ...['groups', 'group_use', 'sensitive_resources'],
].map(name => `risks.${name}`);

/** @returns undefined: everything is decided anew */
export async function riskScope(
  duckdb: DuckDB,
  rules: readonly TunedRule[],
  working: WorkingTables,
): Promise<RiskScope | undefined> {
  const changes = factTables.map(table => working.changeOf(table));
  if (changes.some(change => change && !change.keys)) return undefined;
  const entities = new Set(changes.flatMap(change => [...(change?.keys ?? [])]));
  if (entities.size > mostKeys) return undefined;
  const wholeRules = new Set<string>();
  for (const { rule, enabled } of rules)
    if (enabled && !(await isByObject(duckdb, rule, working))) wholeRules.add(rule.name);
  return { entities, wholeRules };
}

/**
 * The objects of which a violation may count otherwise than in the version in service, because their facts have changed or a rule that was
 * evaluated for all objects says something else; undefined: too many. The violations are found.
 */
export async function changedObjects(
  duckdb: DuckDB,
  { entities }: RiskScope,
): Promise<ReadonlySet<string> | undefined> {
  const found = await duckdb.rows<{ entity: string }>(`
    SELECT DISTINCT coalesce(added."globalEntityId", previous.entity)::VARCHAR AS entity
    FROM violations.added."RiskViolation" AS added
    FULL JOIN violations.previous ON previous.violation = added."globalId"
    WHERE added."status" IS DISTINCT FROM previous.status OR added."severity" IS DISTINCT FROM previous.severity
    LIMIT ${mostKeys + 1}`);
  return found.length > mostKeys ? undefined : entities.union(new Set(found.map(({ entity }) => entity)));
}

/** Whether what a rule finds can differ only for the objects whose facts have changed. */
async function isByObject(duckdb: DuckDB, { body }: RiskRule, working: WorkingTables): Promise<boolean> {
  const reads = await readsOfQuery(duckdb, body);
  const byObject = await factsByObject(duckdb, body);
  return !(await working.hasChanged(new Map([...reads].filter(([name]) => !byObject.has(name)))));
}

const byObjectOf = new Map<string, ReadonlySet<string>>();

/** The tables of facts of which a rule reads, for each object, only the rows about it. */
async function factsByObject(duckdb: DuckDB, body: string): Promise<ReadonlySet<string>> {
  const cached = byObjectOf.get(body);
  if (cached) return cached;
  const byKey = (await keyedQuery(duckdb, body, 'entity'))?.byKey ?? new Map<string, string>();
  const facts = new Set(
    [...byKey].flatMap(([name, column]) => (column === 'entity' && factTables.includes(name) ? name : [])),
  );
  byObjectOf.set(body, facts);
  return facts;
}

/** The condition that a violation is decided on anew. @param rule SQL @param entity SQL */
export function isInScope({ entities, wholeRules }: RiskScope, rule: string, entity: string): string {
  const ofRules = wholeRules.size === 0 ? 'false' : `${rule} IN (${[...wholeRules].map(literal).join(', ')})`;
  const ofEntities = isOfEntities(entities, entity);
  return `(${ofRules} OR ${ofEntities})`;
}

export function isOfEntities(entities: ReadonlySet<string>, entity: string): string {
  if (entities.size === 0) return 'false';
  return `${entity} IN (${[...entities].map(id => `${literal(id)}::UUID`).join(', ')})`;
}
