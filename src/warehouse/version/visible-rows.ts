// What a client that is limited to application instances sees of the relations of a version, as SQL. It follows from what the
// declarations of the resources say about the origin of each field (src/resources/visibility/origin.ts).
import type { Resource } from '../../resources/define.ts';
import { referenceOf } from '../../resources/define.ts';
import { resources } from '../../resources/registry.ts';
import { fieldOrigin, type Origin } from '../../resources/visibility/origin.ts';
import type { PlainVisibility } from '../../resources/visibility/visible.ts';
import { identifier, literal } from '../duckdb.ts';
import { tenantRules } from '../risk-rules.ts';
import { type InventoryRelation, inventoryRelations } from './inventory.ts';
import { tableRows, type VersionTables } from './table-parts.ts';

const byName = new Map(inventoryRelations().map(relation => [relation.name, relation]));

/**
 * The visible rows of a relation, to be used after FROM; undefined when there are none.
 * @param stored the table with its rows
 * @param further a condition of visible rows, besides those that follow from the declarations
 */
export function visibleRows(
  relation: InventoryRelation,
  stored: string,
  tables: VersionTables,
  visible: PlainVisibility,
  further?: string,
): string | undefined {
  const { instances, personData } = visible;
  const { resource, limits, applicationInstance, name } = relation;
  if (limits?.isTenant && !personData) return undefined;
  if (resource?.type === 'Person') return personData ? tableRows(tables, stored) : undefined;
  const conditions = [...conditionsOf(relation, tables, visible), ...(further === undefined ? [] : [further])];
  const list = instances.map(id => `${literal(id)}::UUID`).join(', ') || 'NULL';
  const ofInstances = `${applicationInstance} IN (${list})`;
  const parts = tables.parts.get(stored);
  // A part belongs to one application instance, so the parts of others need not be read.
  const kept =
    name === 'changes'
      ? parts
      : parts?.filter(part => part.applicationInstanceId === null || instances.includes(part.applicationInstanceId));
  if (kept?.length === 0) return undefined;
  const rows = tableRows(kept ? { ...tables, parts: new Map([[stored, kept]]) } : tables, stored);
  if (rows === undefined) return undefined;
  const areOwn = kept?.every(part => part.applicationInstanceId !== null) && name !== 'changes';
  if (areOwn && conditions.length === 0) return rows;
  const where = [...(areOwn || name === 'changes' ? [] : [ofInstances]), ...conditions]
    .map(condition => `(${condition.replaceAll('$instances', list)})`)
    .join(' AND ');
  // The LIMIT removes no row. It is there because DuckDB may not move conditions of a query below a LIMIT, so no expression of a query
  // is ever evaluated on a hidden row, where its error could reveal a value.
  return `(FROM ${rows} WHERE ${where} LIMIT 9223372036854775807)`;
}

/** Conditions of visible rows, besides the application instance. */
function conditionsOf(relation: InventoryRelation, tables: VersionTables, visible: PlainVisibility): string[] {
  const { name, limits } = relation;
  if (name === 'changes') return changeConditions(tables, visible);
  const conditions: string[] = [];
  if (limits?.where !== undefined) conditions.push(limits.where);
  if (limits?.needs !== undefined)
    conditions.push(isVisibleId(identifier(limits.needs), limits.ids![limits.needs]!, tables, visible));
  if (visible.personData) return conditions;
  if (name === 'RiskViolation') conditions.push(`NOT ${isOfHiddenRule}`);
  if (name === 'search_objects') conditions.push(`object_type <> 'Person'`);
  return conditions;
}

/** A condition of rows of which no id is of a hidden object. */
export function hasNoHiddenId(
  { ids, types }: NonNullable<NonNullable<InventoryRelation['limits']>['without']>,
  tables: VersionTables,
  { instances }: PlainVisibility,
): string {
  const own = instances.map(id => `${literal(id)}::UUID`).join(', ') || 'NULL';
  const hidden = types.flatMap(type => {
    const rows = tableRows(tables, type);
    const { applicationInstance } = byName.get(type)!;
    return rows === undefined
      ? []
      : [`SELECT "globalId" FROM ${rows} WHERE (${applicationInstance} IN (${own})) IS NOT TRUE`];
  });
  if (hidden.length === 0) return 'true';
  return `NOT EXISTS (FROM (SELECT unnest(${ids}) AS id) AS one WHERE one.id IN (${hidden.join(' UNION ALL ')}))`;
}

/** The local id of a violation of the service's own rules begins with the rule and a slash. */
const isOfHiddenRule = `("riskDefinitionId" IN (${tenantRules().map(literal).join(', ')}) AND starts_with("id", "riskDefinitionId" || '/'))`;

/** A column → what is visible of it. Columns that are visible as they are have no entry. */
export function visibleColumns(
  { resource, limits, name }: InventoryRelation,
  tables: VersionTables,
  visible: PlainVisibility,
): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const [column, types] of Object.entries(limits?.ids ?? {}))
    columns[column] =
      `CASE WHEN ${isVisibleId(identifier(column), types, tables, visible)} THEN ${identifier(column)} END`;
  if (name === 'changes') columns['fields'] = visibleFields(visible);
  for (const field of Object.keys(resource?.fields ?? {})) {
    const expression = visibleField(resource!, field, tables, visible);
    if (expression !== undefined) columns[field] = expression;
  }
  return columns;
}

/** The columns of a table with global ids for local ones. */
export function joinColumns({ resource }: InventoryRelation, present: ReadonlySet<string> | undefined): string[] {
  if (!resource) return [];
  return Object.keys(resource.fields).filter(
    name => present?.has(name) && fieldOrigin(resource, name).kind === 'federated',
  );
}

function visibleField(
  resource: Resource,
  field: string,
  tables: VersionTables,
  visible: PlainVisibility,
): string | undefined {
  const origin = fieldOrigin(resource, field);
  const column = identifier(field);
  switch (origin.kind) {
    case 'own':
      return undefined;
    case 'tenant':
      return visible.personData ? undefined : 'NULL';
    case 'nested':
      return `CASE WHEN NOT regexp_matches(coalesce(${identifier(origin.local)}::VARCHAR, ''), '"isFederated"\\s*:\\s*true') THEN ${column} END`;
    case 'ids':
      return visibleIds(resource, field, origin.types, tables, visible);
    case 'federated':
      return visibleReference(resource, field, origin, visible);
  }
}

function visibleIds(
  { fields }: Resource,
  field: string,
  types: readonly string[],
  tables: VersionTables,
  visible: PlainVisibility,
): string | undefined {
  const column = identifier(field);
  if (types.length === 1 && types[0] === 'Person') return visible.personData ? undefined : 'NULL';
  if ((fields[field]!.def as { type: string }).type !== 'array')
    return `CASE WHEN ${isVisibleId(column, types, tables, visible)} THEN ${column} END`;
  return `(SELECT list(one.id ORDER BY one.id) FROM (SELECT unnest(${column}) AS id) AS one
    WHERE ${isVisibleId('one.id::UUID', types, tables, visible)})`;
}

function isVisibleId(
  expression: string,
  types: readonly string[],
  tables: VersionTables,
  visible: PlainVisibility,
): string {
  const ids = types.flatMap(type => {
    const rows = visibleRows(byName.get(type)!, type, tables, visible);
    return rows === undefined ? [] : [`SELECT "globalId" FROM ${rows}`];
  });
  return ids.length === 0 ? 'false' : `coalesce(${expression} IN (${ids.join(' UNION ALL ')}), false)`;
}

/**
 * A global id for a local one. Unless it is federated, it is of the instance of the object itself. A federated one is visible when it
 * is that of the same local id in a visible instance.
 */
function visibleReference(
  resource: Resource,
  field: string,
  { local, federation }: Extract<Origin, { kind: 'federated' }>,
  { instances, personData }: PlainVisibility,
): string | undefined {
  const target = referenceOf(resource.fields[local]!)!;
  const type = 'type' in target ? literal(target.type) : identifier(target.typeField);
  const column = identifier(field);
  const hidesPerson = !personData && 'typeField' in target ? `${type} IS DISTINCT FROM 'Person'` : undefined;
  if (!federation) return hidesPerson && `CASE WHEN ${hidesPerson} THEN ${column} END`;
  const json = `CAST(${identifier(federation.field)} AS JSON)`;
  const isOwn = [
    `coalesce(${json}->>'isFederated', 'false') <> 'true'`,
    ...(federation.side ? [`coalesce(${json}->>'connectionType', '') NOT IN ('${federation.side}', 'Both')`] : []),
  ].join(' OR ');
  const candidates = instances.map(id => `global_id(${literal(id)}::UUID, ${type}, ${identifier(local)})`);
  const isVisible = `CASE WHEN ${isOwn} THEN true ELSE coalesce(${column} IN (${candidates.join(', ') || 'NULL'}), false) END`;
  return `CASE WHEN ${[isVisible, ...(hidesPerson ? [hidesPerson] : [])].join(' AND ')} THEN ${column} END`;
}

/**
 * The fields of changes that are left out: those that are not of the object's own instance. That an id was visible before and after
 * cannot be said.
 */
function hiddenChanges({ personData }: PlainVisibility): string[] {
  return resources.flatMap(resource =>
    Object.keys(resource.fields)
      .filter(field => {
        const { kind } = fieldOrigin(resource, field);
        return kind !== 'own' && !(kind === 'tenant' && personData);
      })
      .map(field => `${resource.type}.${field}`),
  );
}

function visibleFields(visible: PlainVisibility): string {
  const hidden = hiddenChanges(visible).map(literal).join(', ');
  return `list_filter(fields, lambda one: (object_type || '.' || one.field) NOT IN (${hidden}))`;
}

function changeConditions(tables: VersionTables, visible: PlainVisibility): string[] {
  const instances = `application_instance_id IN ($instances)`;
  const isOfVisible = visible.personData
    ? `${instances} OR object_type = 'Person'`
    : `${instances} AND object_type <> 'Person' AND (object_type <> 'RiskViolation' OR ${isVisibleId('object_id', ['RiskViolation'], tables, visible)})`;
  return [isOfVisible, `change <> 'Changed' OR len(${visibleFields(visible)}) > 0`];
}
