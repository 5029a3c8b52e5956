// The SQL of lists of SCIM: how many resources a filter selects, and a page of them with what belongs to them.
import { attributeAt, emailsSql, type ScimType } from './attributes.ts';
import { scimCondition } from './conditions.ts';

export interface ScimSelection {
  readonly type: ScimType;
  /** As the client gave it; it was checked before. */
  readonly filter?: string | undefined;
  /** An attribute; without it, by id. */
  readonly sortBy?: string | undefined;
  readonly descending: boolean;
  /** Resources that are passed over. */
  readonly skip: number;
  readonly size: number;
  /** Whether groups of users, or members of groups, are looked up. */
  readonly withMembers: boolean;
}

/** Members of groups in one answer. They are held in memory. */
export const mostScimMembers = 50_000;

interface Statement {
  readonly sql: string;
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

const tables = { User: 'Account', Group: 'UserGroup' } as const satisfies Record<ScimType, string>;

/** One row: `total`. */
export function scimCount({ type, filter }: ScimSelection): Statement {
  const { sql, values } = scimCondition(type, filter);
  return { sql: `SELECT count(*) AS total FROM inventory."${tables[type]}" WHERE ${sql}`, values };
}

/** One row: `total`, how many members the groups of the page have. */
export function scimMemberCount(selection: ScimSelection): Statement {
  const { sql, values } = pageRows(selection);
  return {
    sql: `SELECT count(*) AS total FROM (${sql}) AS page
      JOIN inventory."EntityManagedViaObject" AS membership ON membership."globalManagedViaObjectId" = page."globalId"`,
    values,
  };
}

/** A row for each resource of the page. `emails` and `members` are lists. */
export function scimPage(selection: ScimSelection): Statement {
  const { type, withMembers, descending, sortBy } = selection;
  const { sql, values } = pageRows(selection);
  const members = !withMembers ? noMembers : type === 'User' ? groupsOfUsers : membersOfGroups;
  const columns = type === 'User' ? userColumns : groupColumns;
  return {
    sql: `WITH page AS MATERIALIZED (${sql}), members AS (${members})
      SELECT ${columns}, members.members
      FROM page LEFT JOIN members ON members.id = page."globalId"
      ORDER BY ${orderOf(type, sortBy, descending)}`,
    values,
  };
}

function pageRows({ type, filter, sortBy, descending, skip, size }: ScimSelection): Statement {
  const { sql, values } = scimCondition(type, filter);
  return {
    sql: `SELECT * FROM inventory."${tables[type]}" WHERE ${sql}
      ORDER BY ${orderOf(type, sortBy, descending)} LIMIT $size OFFSET $skip`,
    values: { ...values, size, skip },
  };
}

/** Resources without the attribute come last. */
function orderOf(type: ScimType, sortBy: string | undefined, descending: boolean): string {
  if (sortBy === undefined) return '"globalId"';
  const { attribute } = attributeAt(type, sortBy);
  const value = attribute.kind === 'text' && !attribute.isExact ? `lower(${attribute.sql})` : attribute.sql;
  return `${value} ${descending ? 'DESC' : 'ASC'} NULLS LAST, "globalId"`;
}

const noMembers = 'SELECT NULL::UUID AS id, NULL AS members WHERE false';

const groupsOfUsers = `
  SELECT id, list({'value': group_id::VARCHAR, 'display': name} ORDER BY group_id) AS members
  FROM (
    SELECT DISTINCT page."globalId" AS id, one."globalId" AS group_id, one."name" AS name
    FROM page
    JOIN inventory."EntityManagedViaObject" AS membership ON membership."globalEntityId" = page."globalId"
    JOIN inventory."UserGroup" AS one ON one."globalId" = membership."globalManagedViaObjectId"
  ) GROUP BY id`;

const membersOfGroups = `
  SELECT id, list({'value': member_id::VARCHAR, 'type': type, 'display': name} ORDER BY member_id) AS members
  FROM (
    SELECT DISTINCT page."globalId" AS id, membership."globalEntityId" AS member_id,
      CASE WHEN account."globalId" IS NOT NULL THEN 'User' ELSE 'Group' END AS type, coalesce(account."alias", inner_group."name") AS name
    FROM page
    JOIN inventory."EntityManagedViaObject" AS membership ON membership."globalManagedViaObjectId" = page."globalId"
    LEFT JOIN inventory."Account" AS account ON account."globalId" = membership."globalEntityId"
    LEFT JOIN inventory."UserGroup" AS inner_group ON inner_group."globalId" = membership."globalEntityId"
    WHERE account."globalId" IS NOT NULL OR inner_group."globalId" IS NOT NULL
  ) GROUP BY id`;

const sharedColumns = `page."globalId"::VARCHAR AS id, page."id" AS "externalId",
  page."objectMetadata"."ApplicationInstanceId"::VARCHAR AS "applicationInstanceId", page."createdDate", page."lastModifiedDate"`;
const userColumns = `${sharedColumns}, page."alias", page."name", page."displayName", page."title", page."userType", page."enabled",
  page."profilePictureUri", page."department", page."companyName", page."costCenter", page."employeeNumber", page."type", page."subType",
  page."isAdmin", page."lastActivityDate", ${emailsSql} AS emails`;
const groupColumns = `${sharedColumns}, page."name", page."description"`;
