// The views that show a resource as it is declared: a row for each object, and each field as a column in snake_case.
import type { z } from 'zod';
import type { Resource } from '../resources/define.ts';
import { resources } from '../resources/registry.ts';
import { isJson, jsonStructure, shapeOf } from '../warehouse/columns.ts';
import { identifier, literal } from '../warehouse/duckdb.ts';
import { queryTableName } from '../warehouse/version/layout.ts';
import type { View } from './view-file.ts';

export function resourceViews(): View[] {
  return resources.map(resource => ({
    name: queryTableName(resource),
    description: resource.description,
    resource: resource.type,
    columns: new Map(),
    sql: viewOf(resource),
    rank: 1,
  }));
}

function viewOf(resource: Resource): string {
  const { type, fields } = resource;
  const columns = Object.entries(fields).flatMap(([name, field]) => columnsOfField(resource, name, field));
  const members = Object.entries(membersOf[type] ?? {}).map(([name, expression]) => `${expression} AS ${name}`);
  return `SELECT ${[...columns, ...members].join(', ')} FROM inventory.${identifier(type)} ${joinsOf(resource)}`;
}

function columnsOfField(resource: Resource, name: string, field: z.ZodType): string[] {
  if (name === 'objectMetadata') return originColumns(resource);
  if (name === 'serviceObjectMetadata')
    return [
      `${identifier(name)}."enrichmentVersion" AS enrichment_version`,
      `${identifier(name)}."generatedTime" AS enrichment_generated_time`,
    ];
  const shape = shapeOf(field);
  const column = identifier(name);
  if (!isJson(shape)) return [`${column} AS ${columnName(name)}`];
  return [`from_json(${column}, ${literal(JSON.stringify(jsonStructure(shape)))}) AS ${columnName(name)}`];
}

/** What else a table shows of a JSON text: column → expression. The glossary of the model describes them. */
const membersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  EntityAssignedAccessToObject: Object.fromEntries(
    Object.entries({
      entitlement_reason: ['reason'],
      entitlement_type: ['reasonSpecificData.type'],
      entitlement_name: ['reasonSpecificData.name'],
      is_entitlement_enabled: ['reasonSpecificData.enabled', 'BOOLEAN'],
      is_inferred: ['isInferred', 'BOOLEAN'],
      is_privileged: ['reasonSpecificData.permissions.isPrivileged', 'BOOLEAN'],
      ownership_level: ['reasonSpecificData.permissions.ownershipLevel'],
      can_create: ['reasonSpecificData.permissions.isCreate', 'BOOLEAN'],
      can_read: ['reasonSpecificData.permissions.isRead', 'BOOLEAN'],
      can_update: ['reasonSpecificData.permissions.isUpdate', 'BOOLEAN'],
      can_delete: ['reasonSpecificData.permissions.isDelete', 'BOOLEAN'],
      can_execute: ['reasonSpecificData.permissions.isExecute', 'BOOLEAN'],
      can_share: ['reasonSpecificData.permissions.isShare', 'BOOLEAN'],
      specifiers: ['reasonSpecificData.permissions.fineGrainedSpecifiers[*]'],
      shareable_uri: ['reasonSpecificData.shareableUri'],
    }).map(([column, [path, type]]) => {
      const value = `"entitlementSpecification"->>'$.${path}'`;
      return [column, type === undefined ? value : `(${value})::${type}`];
    }),
  ),
};

const instance = '"objectMetadata"."ApplicationInstanceId"';

function originColumns({ dataDate, madeBy }: Resource): string[] {
  const date =
    dataDate === undefined
      ? []
      : [`${dataDate === 'object' ? 'coalesce(last_date, newest_date)' : 'newest_date'} AS data_date`];
  return [
    `${instance} AS application_instance_id`,
    ...(madeBy === 'connectors' ? ['source_id'] : []),
    ...['"objectMetadata"."GeneratedTime" AS generated_time', ...date],
    '"objectMetadata"."Profile" AS profile',
    '"objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type',
  ];
}

/** The source of each object, and where the table has a data date the date of the newest read and of the object. */
function joinsOf({ type, madeBy, dataDate }: Resource): string {
  if (madeBy !== 'connectors') return '';
  const source = `LEFT JOIN inventory.application_instances ON application_instance_id = ${instance}`;
  if (dataDate === undefined) return source;
  const read =
    dataDate === 'object'
      ? literal(type)
      : 'type' in dataDate
        ? literal(dataDate.type)
        : identifier(dataDate.typeField);
  const newest = `LEFT JOIN (
    SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
  ) AS completeness ON read_instance = ${instance} AND read_type = ${read}`;
  if (dataDate !== 'object') return `${source} ${newest}`;
  return `${source} ${newest}
    LEFT JOIN (SELECT object_id AS unconfirmed_id, data_date AS last_date FROM inventory.unconfirmed_objects) AS unconfirmed
      ON unconfirmed_id = "globalId"`;
}

/** `hasAPIAccess` → `has_api_access`, `oauthClientId` and `enrichedOAuthClientId` → `…oauth_client_id`. */
export function columnName(field: string): string {
  return field
    .replaceAll('OAuth', 'Oauth')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .toLowerCase();
}
